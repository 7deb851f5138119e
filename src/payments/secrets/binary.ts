/* Bytes of a picture or of a packed file that were read as a text. */

/** A shorter text is read as a text in any case. */
const shortest = 4_096;
/** A text has fewer signs that no one writes: one in so many. */
const rare = 20;

/** The zeros are those of UTF-16. */
const isUnwritten = (code: number): boolean =>
  code === 0xfffd || (code < 32 && code !== 0 && (code < 9 || code > 13)) || (code > 126 && code < 160);

/** Whether a text is none. What is text in it stands in runs of signs that people write. */
export function isBinary(text: string): boolean {
  if (text.length < shortest) return false;
  const most = text.length / rare;
  let count = 0;
  for (let at = 0; at < text.length; at++) if (isUnwritten(text.charCodeAt(at)) && ++count > most) return true;
  return false;
}

/** The runs that are long enough for a secret. */
export const printable = /[^\x01-\x08\x0e-\x1f\x7f-\x9f\ufffd]{6,}/g;
