import { wholeAt } from '../../text.ts';

/** What rows, lists to choose from and their filters know of a text, in code units: more than any line shows. */
const longest = 4_000;

/** An answer in which no text is longer than a row may need. What shows a text as a whole asks for it again. */
export function shortened<T>(answer: T): T;
export function shortened(answer: unknown): unknown {
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

/** The piece is copied: else it would hold on to the whole. */
const beginningOf = (text: string): string =>
  `${decoder.decode(encoder.encode(text.slice(0, wholeAt(text, longest))))}…`;
