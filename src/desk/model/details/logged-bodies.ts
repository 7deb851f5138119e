import { cleanLines } from '../../../core/base/terminal-text.ts';
import { indentedJson } from './json-text.ts';
import type { Text } from './structure.ts';

/** The mark with which the log ends a body that it cut. */
const cutByLog = /… \((\d+) characters\)$/;
const longestEnd = 60;
/** The log keeps this many bytes of a receiver's answer. */
const keptOfAnswer = 16_384;
/** The longest character in bytes: if the cut splits a character, its first bytes are dropped. */
const longestCharacter = 4;

/** A stored text, line by line. */
export const plainText = (text: string, cut: string | null = null): Text => ({
  type: 'text',
  lines: cleanLines(text).split('\n'),
  isJson: false,
  cut,
});

/** A body, indented if it is JSON. A cut body is shown as far as the log kept it, with a sentence about the cut. */
function bodyText(text: string, cut: string | null): Text {
  const lines = indentedJson(text, cut !== null);
  return lines === null ? plainText(text, cut) : { type: 'text', lines, isJson: true, cut };
}

/** The part of a request's or an answer's body that the log kept. */
export function loggedBody(text: string): Text {
  const [end = '', all = '0'] = cutByLog.exec(text.slice(-longestEnd)) ?? [];
  const kept = text.slice(0, text.length - end.length);
  if (end === '' || Number(all) <= kept.length) return bodyText(text, null);
  const counts = [kept.length, Number(all)].map((count) => count.toLocaleString('en-US'));
  return bodyText(kept, `cut here: ${counts[0]} of ${counts[1]} characters are kept`);
}

/** The part of a receiver's answer that the log kept; null: the receiver gave no answer. */
export function answeredBody(text: string, headers: Readonly<Record<string, string>>): Text | null {
  if (text === '') return null;
  const kept = new TextEncoder().encode(text).length;
  const told = Number(headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(told) ? kept <= keptOfAnswer - longestCharacter : told <= kept) return bodyText(text, null);
  const all = Number.isNaN(told) ? '' : ` of ${told.toLocaleString('en-US')} bytes`;
  return bodyText(text, `an answer is kept as far as its first 16 KB${all}`);
}
