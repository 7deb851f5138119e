/** Escapes a text for a regular expression that matches the text literally. */
export const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
