import { cleanLines } from '../../text.ts';
import { indentedJson } from './json-text.ts';
import type { Text } from './structure.ts';

/** How the log ends a body that it has not kept as a whole. */
const cutByLog = /… \((\d+) characters\)$/;
const longestEnd = 60;
/** How much of a receiver's answer is kept at most, in bytes. */
const keptOfAnswer = 16_384;
/** A character that was cut in two is not kept. */
const longestCharacter = 4;

/** A text that somebody stored, line by line. */
export const plainText = (text: string, cut: string | null = null): Text => ({
  type: 'text',
  lines: cleanLines(text).split('\n'),
  isJson: false,
  cut,
});

/** A body as it is, indented where it is JSON. One that was cut goes as far as it was kept, and says so. */
function bodyText(text: string, cut: string | null): Text {
  const lines = indentedJson(text, cut !== null);
  return lines === null ? plainText(text, cut) : { type: 'text', lines, isJson: true, cut };
}

/** What the log keeps of a request's body, or of its answer. */
export function loggedBody(text: string): Text {
  const [end = '', all = '0'] = cutByLog.exec(text.slice(-longestEnd)) ?? [];
  const kept = text.slice(0, text.length - end.length);
  if (end === '' || Number(all) <= kept.length) return bodyText(text, null);
  const counts = [kept.length, Number(all)].map((count) => count.toLocaleString('en-US'));
  return bodyText(kept, `cut here: ${counts[0]} of ${counts[1]} characters are kept`);
}

/** What is kept of a receiver's answer; null where it said nothing. */
export function answeredBody(text: string, headers: Readonly<Record<string, string>>): Text | null {
  if (text === '') return null;
  const kept = new TextEncoder().encode(text).length;
  const told = Number(headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(told) ? kept <= keptOfAnswer - longestCharacter : told <= kept) return bodyText(text, null);
  const all = Number.isNaN(told) ? '' : ` of ${told.toLocaleString('en-US')} bytes`;
  return bodyText(text, `an answer is kept as far as its first 16 KB${all}`);
}
