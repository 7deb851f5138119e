import { wholeAt } from '../../../core/base/terminal-text.ts';

/** The maximum length of a text in rows, choosers and filters, in code units; longer than any line on the screen. */
const longest = 4_000;

/** Shortens every text of a response to the length that a row can show. Details load the whole text again. */
export function shortenTexts<T>(answer: T): T;
export function shortenTexts(answer: unknown): unknown {
  return hasLong(answer) ? copyOf(answer) : answer;
}

function hasLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longest;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLong);
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longest ? beginningOf(value) : value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]));
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** The start of a text as a copy, because a slice would keep the whole string in memory. */
const beginningOf = (text: string): string =>
  `${decoder.decode(encoder.encode(text.slice(0, wholeAt(text, longest))))}…`;
