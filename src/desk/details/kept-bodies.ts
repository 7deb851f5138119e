import { dim } from '../cells.ts';
import { indentedJson } from './json-text.ts';
import { LongText, plainText } from './long-text.ts';
import type { Part } from './structure.ts';

/** How the log ends a body that it has not kept as a whole. */
const cutByLog = /… \((\d+) characters\)$/;
const longestEnd = 60;
/** How much of a receiver's answer is kept at most, in bytes. */
const keptOfAnswer = 16_384;
/** A character that was cut in two is not kept. */
const longestCharacter = 4;

/** A body as it is, indented where it is JSON. One that was cut goes as far as it was kept, and says so. */
function bodyParts(text: string, why: string | null, indent = ''): Part[] {
  const json = indentedJson(text, why !== null);
  const lines = json === null ? plainText(text, indent) : new LongText(json, { indent, isJson: true });
  return why === null ? [lines] : [lines, [dim(`${indent}… ${why}`)]];
}

/** What the log keeps of a request's body, or of its answer. */
export function loggedBody(text: string): Part[] {
  const [end = '', all = '0'] = cutByLog.exec(text.slice(-longestEnd)) ?? [];
  const kept = text.slice(0, text.length - end.length);
  if (end === '' || Number(all) <= kept.length) return bodyParts(text, null);
  const counts = [kept.length, Number(all)].map((count) => count.toLocaleString('en-US'));
  return bodyParts(kept, `cut here: ${counts[0]} of ${counts[1]} characters are kept`);
}

/** What is kept of a receiver's answer. */
export function answeredBody(text: string, headers: Readonly<Record<string, string>>, indent: string): Part[] {
  if (text === '') return [];
  const kept = new TextEncoder().encode(text).length;
  const told = Number(headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(told) ? kept <= keptOfAnswer - longestCharacter : told <= kept) return bodyParts(text, null, indent);
  const all = Number.isNaN(told) ? '' : ` of ${told.toLocaleString('en-US')} bytes`;
  return bodyParts(text, `an answer is kept as far as its first 16 KB${all}`, indent);
}
