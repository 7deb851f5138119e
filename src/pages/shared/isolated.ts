/** Letters that are written from right to left, and signs that change the direction of what follows. */
const turning = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\p{Bidi_Control}/u;

/**
 * The name of a person, a shop or a product as it stands beside other text: a right-to-left one is isolated, so that it does
 * not reverse the text after it. Any other stays as it was given, and is found and copied so.
 */
export const isolated = (name: string): string => (turning.test(name) ? `\u2068${name}\u2069` : name);
