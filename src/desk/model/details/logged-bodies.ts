import { ClientError } from '../../../client/error.ts';
import { cleanLines } from '../../../core/base/terminal-text.ts';
import { indentedJson } from './json-text.ts';
import type { Text } from './structure.ts';

/** The mark at the end of a body that the log truncated. */
const cutByLog = /… \((\d+) characters\)$/;
const longestEnd = 60;
/** The number of bytes that the log keeps of a receiver's response. */
const keptOfAnswer = 16_384;
/** The longest character, in bytes. If the truncation splits a character, its first bytes are dropped. */
const longestCharacter = 4;

/** Why the log has no body of a request. */
export const bodyLost =
  'the log no longer contains the body and the response. It keeps them for the latest requests only, also across restores and resets.';

/** The result of a failed call for something that no longer exists. */
export function unlessMissing(error: unknown): null {
  if (error instanceof ClientError && error.status === 404) return null;
  throw error;
}

/** A stored text, line by line. */
export const plainText = (text: string, cut: string | null = null): Text => ({
  type: 'text',
  lines: cleanLines(text).split('\n'),
  isJson: false,
  cut,
});

/**
 * A body, indented if it is JSON. A truncated body is shown as far as the log kept it, with a note about the
 * truncation.
 */
function bodyText(text: string, cut: string | null): Text {
  const lines = indentedJson(text, cut !== null);
  return lines === null ? plainText(text, cut) : { type: 'text', lines, isJson: true, cut };
}

/** The part of a request or response body that the log kept. */
export function loggedBody(text: string): Text {
  const [end = '', all = '0'] = cutByLog.exec(text.slice(-longestEnd)) ?? [];
  const kept = text.slice(0, text.length - end.length);
  if (end === '' || Number(all) <= kept.length) return bodyText(text, null);
  const counts = [kept.length, Number(all)].map((count) => count.toLocaleString('en-US'));
  return bodyText(kept, `truncated: the log keeps ${counts[0]} of ${counts[1]} characters`);
}

/** The part of a receiver's response that the log kept; null if the receiver did not respond. */
export function answeredBody(text: string, headers: Readonly<Record<string, string>>): Text | null {
  if (text === '') return null;
  const kept = new TextEncoder().encode(text).length;
  const told = Number(headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(told) ? kept <= keptOfAnswer - longestCharacter : told <= kept) return bodyText(text, null);
  const all = Number.isNaN(told) ? '' : ` of ${told.toLocaleString('en-US')} bytes`;
  return bodyText(text, `the log keeps only the first 16 KB of a response${all}`);
}
