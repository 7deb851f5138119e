/* Bytes of a picture or of a packed file that were read as a text. */

import type { Run } from './runs.ts';

/** A shorter text is read as a text in any case. */
const shortest = 4_096;
/** A text has fewer signs that no one writes: one in so many. */
const rare = 20;

/** The zeros are those of UTF-16. */
const isUnwritten = (code: number): boolean =>
  code === 0xfffd || (code < 32 && code !== 0 && (code < 9 || code > 13)) || (code > 126 && code < 160);

/** How many signs of a text no one writes. @param most is enough */
export function unwrittenIn(text: string, most: number): number {
  let count = 0;
  for (let at = 0; at < text.length && count < most; at++) if (isUnwritten(text.charCodeAt(at))) count++;
  return count;
}

/** Whether a text is none. What is text in it stands in runs of signs that people write. */
export function isBinary(text: string): boolean {
  const most = Math.ceil(text.length / rare);
  return text.length >= shortest && unwrittenIn(text, most) === most;
}

/** The runs that are long enough for a secret. */
export const printable: Run = { least: 6, isPart: (code) => !isUnwritten(code) };
