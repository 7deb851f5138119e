/** Whether a text can be an email address, for the error that a buyer sees while typing. The API checks more. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
