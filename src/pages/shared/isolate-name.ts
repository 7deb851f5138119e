/** Right-to-left letters, and characters that change the direction of the text after them. */
const turning = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|\p{Bidi_Control}/u;

/**
 * The name of a person, a shop or a product within other text. A right-to-left name is isolated, so that it does not
 * reverse the text after it. Any other name stays unchanged, so that users can search for it and copy it.
 */
export const isolateName = (name: string): string => (turning.test(name) ? `\u2068${name}\u2069` : name);
