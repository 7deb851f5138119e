/** Whether a text could be an e-mail address, for the error that a buyer sees while typing; the API checks more. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
