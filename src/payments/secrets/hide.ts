import { maskCardNumbers } from '../simulation/masking.ts';
import { hideAssignments } from './assignments.ts';
import { isPlainValue } from './own-credentials.ts';
import { hideKeys, hidePrivateKeys, hideSchemes, hideUsers } from './patterns.ts';
import { isOpenHeader, isSecretName, redacted } from './sensitive-names.ts';

/*
 * Hides what nobody else may see, in everything that is kept, shown or handed on: the log of requests, answers of
 * receivers, exports, reports and records. What is secret is told by its name or by its look; nothing else is found.
 * The keys of the emulator itself are the matter of `core/kernel/credentials.ts`.
 */

/** A text without secrets and card numbers. Linear time; a text without any is returned unchanged. */
export const hideSecrets = (text: string): string =>
  maskCardNumbers(hideKeys(hideAssignments(hideSchemes(hideUsers(hidePrivateKeys(text))))));

/** Whether a value of a field is hidden for the name of the field. */
export const isHiddenField = (name: string, value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value !== '' && !isPlainValue(value))) &&
  isSecretName(name);

/** The value of a header, or a word for it: only known ones are shown. */
export const hideHeader = (name: string, value: string): string => (isOpenHeader(name) ? hideSecrets(value) : redacted);

/** The words of a command, of which one may be the value of the one before: `--token x`. */
export const hideInCommand = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const flag = words[at - 1] ?? '';
    const isValue = flag.startsWith('-') && !flag.includes('=') && !word.startsWith('-');
    return isValue && isHiddenField(flag, word) ? redacted : hideSecrets(word);
  });

/** Shorter values may stand anywhere by chance. */
const shortestValue = 6;
/** A word of a language, which a run may have in another meaning. */
const word = /^[a-z]{1,11}$/i;

/** Shells keep the working folder in `PWD`; elsewhere a field of this name is a password. */
const isOfShell = (name: string): boolean => name === 'PWD';

/** The values of the variables whose names say that they hold a secret, the longest first. */
export const secretsOfEnvironment = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  [
    ...new Set(
      Object.entries(environment).flatMap(([name, value = '']) =>
        value.length >= shortestValue && !word.test(value) && !isOfShell(name) && isHiddenField(name, value)
          ? [value]
          : [],
      ),
    ),
  ].sort((a, b) => b.length - a.length);
