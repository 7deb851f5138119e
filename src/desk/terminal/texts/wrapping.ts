import { clean, wholeAt } from '../../../core/base/terminal-text.ts';
import { endOfFit } from './text-width.ts';

/** Breaks texts into terminal rows. Only the parts that the user looks at are broken. */

/** A row of a text, with its first code unit and its end. */
export interface TextRow {
  readonly from: number;
  readonly to: number;
}

/** The widths of rows in columns: the width of the first row of a text, and the width of the rows below. */
export interface RowWidths {
  readonly first: number;
  readonly further: number;
}

/**
 * Breaks a part of a text into rows, at spaces if possible. A word that is longer than a row is broken at the end of
 * the row. The result has at least one row.
 */
export function rowsOf(text: string, part: TextRow, { first, further }: RowWidths): TextRow[] {
  const rows: TextRow[] = [];
  for (let at = part.from; at < part.to; ) {
    const end = Math.min(part.to, endOfFit(text, at, at === 0 ? first : further));
    const to = end === part.to ? end : breakAt(text, at, end, further);
    rows.push({ from: at, to: trimmedEnd(text, at, to) });
    at = to;
    while (at < part.to && text[at] === ' ') at++;
  }
  return rows.length === 0 ? [part] : rows;
}

/** The index at which to break a row that fits up to `end`: after its last whole word. */
function breakAt(text: string, from: number, end: number, width: number): number {
  if (text[end] === ' ') return end;
  const space = text.slice(from, end).lastIndexOf(' ');
  const word = from + space + 1;
  if (trimmedEnd(text, from, word) === from) return end;
  const wordEnd = endOfFit(text, word, width);
  const isWhole = wordEnd === text.length || text[wordEnd] === ' ' || text.slice(word, wordEnd).includes(' ');
  return isWhole ? word : end;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text[end - 1] === ' ') end--;
  return end;
}

/** The maximum number of code units to wrap of a text that is shown at one time; more than any screen shows. */
const mostWrapped = 20_000;

/** Wraps a text to lines of a width, at spaces if possible. The result has at least one line. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns);
  const shown = text.length <= mostWrapped ? text : `${text.slice(0, wholeAt(text, mostWrapped))}…`;
  return shown.split('\n').flatMap((paragraph) => {
    const line = clean(paragraph);
    const rows = rowsOf(line, { from: 0, to: line.length }, { first: width, further: width });
    return rows.map(({ from, to }) => line.slice(from, to));
  });
}

/** The length of a part of a line, in code units. */
const partLength = 2_000;
/** A part ends at a space if a space is this close to the end of the part, in code units. */
const spaceWithin = 200;

/**
 * Splits a line into parts that wrap independently, so that the end of a long line can be shown without wrapping the
 * parts before the end.
 */
export function partsOf(text: string): TextRow[] {
  const parts: TextRow[] = [];
  let from = 0;
  while (text.length - from > partLength) {
    const end = from + partLength;
    const space = text.slice(end - spaceWithin, end).lastIndexOf(' ');
    const to = space === -1 ? wholeAt(text, end) : end - spaceWithin + space + 1;
    parts.push({ from, to });
    from = to;
  }
  return [...parts, { from, to: text.length }];
}
