import { isPlainValue } from './own-credentials.ts';
import { Search } from './search.ts';
import { isOpenHeader, isSecretName, type Replace, redacted } from './sensitive-names.ts';

/*
 * Hides secrets in every text that is stored, shown or exported: the log of requests, answers of receivers, exports,
 * reports and records. `search.ts` finds them.
 */

/** Replaces a secret, but keeps the last four digits of a card number. */
export const redactFound: Replace = (secret, kind) => (kind === 'pan' ? `****${secret.slice(-4)}` : redacted);

/**
 * Hides secrets and card numbers in a text, except for the emulator's own keys. Runs in linear time, and returns a
 * text without secrets unchanged.
 */
export const hideSecrets = (text: string): string => search.text(text);
const search = new Search({ replace: redactFound });

/** Whether a field's name requires its value to be hidden. */
export const isHiddenField = (name: string, value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '' && !isPlainValue(value))) &&
  isSecretName(name);

/** Hides secrets in the value of a header. If the header is not known to be harmless, returns `[redacted]`. */
export const hideHeader = (name: string, value: string): string => (isOpenHeader(name) ? hideSecrets(value) : redacted);

/** Hides secrets in the words of a command. A word can be the value of the previous word: `--token x`. */
export const hideInCommand = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const flag = words[at - 1] ?? '';
    const isValue = flag.startsWith('-') && !flag.includes('=') && !word.startsWith('-');
    return isValue && isHiddenField(flag, word) ? redacted : hideSecrets(word);
  });

/** A shorter value can occur in any text by chance, so the search ignores it. */
export const shortestValue = 6;
/** An ordinary word or identifier, which can have another meaning in a run. */
const word = /^[a-z]{1,11}$|^[a-z]{1,20}(?:_[a-z]{1,20}){1,3}$/i;

/** Whether a secret value is distinctive enough to search for it. */
export const isDistinct = (value: string): boolean => value.length >= shortestValue && !word.test(value);

/** Shells store the working folder in `PWD`. In other places, a field with this name is a password. */
const isOfShell = (name: string): boolean => name === 'PWD';

/** The secret values of an environment, which are the values of variables with secret names; longest first. */
export const secretsOfEnvironment = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  [
    ...new Set(
      Object.entries(environment).flatMap(([name, value = '']) =>
        isDistinct(value) && !isOfShell(name) && isHiddenField(name, value) ? [value] : [],
      ),
    ),
  ].sort((a, b) => b.length - a.length);
