import { isHidden } from './hidden-form.ts';
import { redacted } from './sensitive-names.ts';

/** The prefixes of the emulator's keys, and of its ids for payment methods, tokens and sessions. */
const kinds =
  '3dst|acct|app|app_secret|auth|claim|conf|cs|cus|emu|evt|kept|pat|pk_live|pk_test|plo|pm|ptok|req|sk_live|sk_test|tok_live|tok_sandbox|txn|vault|whe|whsec|wprep|ws';

/**
 * Matches an id or a key of the emulator, or the text that replaces a hidden key. The emulator hides the secret part
 * itself.
 */
const own = new RegExp(
  `^(?:${kinds})_(?:[0-9A-Za-z]{20}(?:_secret_[0-9A-Za-z]{20})?|[0-9A-Za-z]{24}|(?:\\w{1,40}_)?demo(?:_\\w{1,40})?|hidden\\d{1,9}|\\w{0,20}…\\w{0,2})$`,
);

/** The maximum length of the emulator's ids and keys, in characters. */
const longest = 100;

/** Whether a value is shown although its field has a secret name. */
export const isPlainValue = (value: string): boolean =>
  value.startsWith(redacted) ||
  isHidden(value) ||
  /^(?:secret_hidden\d{1,9}|…)$/.test(value) ||
  (value.length <= longest && own.test(value));
