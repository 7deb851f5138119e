/* Bytes of a picture or of a packed file that were read as a text. */

import type { Run } from './runs.ts';

/** Shorter content is always treated as text. */
const shortest = 4_096;
/** Content is binary if at least one in this many characters does not occur in ordinary text. */
const rare = 20;

/** Whether a character does not occur in ordinary text. Zeros are allowed, because they occur in UTF-16. */
const isUnwritten = (code: number): boolean =>
  code === 0xfffd || (code < 32 && code !== 0 && (code < 9 || code > 13)) || (code > 126 && code < 160);

/** Counts the characters that do not occur in ordinary text. @param most the number at which counting stops */
export function unwrittenIn(text: string, most: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count < most; at++) if (isUnwritten(text.charCodeAt(at))) count++;
  return count;
}

/** Whether a text is actually binary data. Any readable text in it consists of runs of ordinary characters. */
export function isBinary(text: string): boolean {
  const most = Math.ceil(text.length / rare);
  return text.length >= shortest && unwrittenIn(text, most) === most;
}

/** Runs of ordinary characters that are long enough for a secret. */
export const printable: Run = { least: 6, isPart: (code) => !isUnwritten(code) };
