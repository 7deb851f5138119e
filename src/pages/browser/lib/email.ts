/** Whether a text could be an e-mail address, as far as a buyer is told while typing; the API checks more. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
