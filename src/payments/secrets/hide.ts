import { isPlainValue } from './own-credentials.ts';
import { Search } from './search.ts';
import { isOpenHeader, isSecretName, type Replace, redacted } from './sensitive-names.ts';

/*
 * Hides secrets in every text that is stored, shown or exported: the log of requests, answers of receivers, exports,
 * reports and records. `search.ts` finds them.
 */

/** A card number keeps its last four digits. */
export const redactFound: Replace = (secret, kind) => (kind === 'pan' ? `****${secret.slice(-4)}` : redacted);

/**
 * A text without secrets and card numbers; the emulator's own keys stay. Linear time; a text without secrets is
 * returned unchanged.
 */
export const hideSecrets = (text: string): string => search.text(text);
const search = new Search({ replace: redactFound });

/** Whether the name of a field hides its value. */
export const isHiddenField = (name: string, value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '' && !isPlainValue(value))) &&
  isSecretName(name);

/** The value of a header; for a header that is not known to be harmless, `[redacted]`. */
export const hideHeader = (name: string, value: string): string => (isOpenHeader(name) ? hideSecrets(value) : redacted);

/** The words of a command without secrets. A word may be the value of the word before: `--token x`. */
export const hideInCommand = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const flag = words[at - 1] ?? '';
    const isValue = flag.startsWith('-') && !flag.includes('=') && !word.startsWith('-');
    return isValue && isHiddenField(flag, word) ? redacted : hideSecrets(word);
  });

/** A shorter value may occur in any text by chance, so that it is not searched for. */
export const shortestValue = 6;
/** A word of a language or of an interface, which a run may contain with another meaning. */
const word = /^[a-z]{1,11}$|^[a-z]{1,20}(?:_[a-z]{1,20}){1,3}$/i;

/** Whether a secret value is told from other texts, so that it can be searched for. */
export const isDistinct = (value: string): boolean => value.length >= shortestValue && !word.test(value);

/** Shells keep the working folder in `PWD`; elsewhere a field of this name is a password. */
const isOfShell = (name: string): boolean => name === 'PWD';

/** The secret values of an environment: those of variables with secret names, the longest first. */
export const secretsOfEnvironment = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  [
    ...new Set(
      Object.entries(environment).flatMap(([name, value = '']) =>
        isDistinct(value) && !isOfShell(name) && isHiddenField(name, value) ? [value] : [],
      ),
    ),
  ].sort((a, b) => b.length - a.length);
