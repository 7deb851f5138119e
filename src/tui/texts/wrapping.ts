import { clean, wholeAt } from '../../text.ts';
import { endOfFit } from './text-width.ts';

/** How texts are broken into rows of a terminal: by their length, and no further than somebody looks. */

/** A row of a text: from which code unit of it to which. */
export interface TextRow {
  readonly from: number;
  readonly to: number;
}

/** How wide rows are, in columns: the first one of a text, and those below it. */
export interface RowWidths {
  readonly first: number;
  readonly further: number;
}

/**
 * The rows of a part of a text, broken at spaces where there are any. A word that has no room in a row of its own is
 * broken where the row ends. There is one row at least.
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

/** Where a row is broken that has room up to `end`: behind its last whole word. */
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

/** So much of a text is wrapped at most where all of it is to be shown at once: more than any screen holds. */
const mostWrapped = 20_000;

/** A text as lines of at most so many columns, but at least one, broken at spaces where there are any. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns);
  const shown = text.length <= mostWrapped ? text : `${text.slice(0, wholeAt(text, mostWrapped))}…`;
  return shown.split('\n').flatMap((paragraph) => {
    const line = clean(paragraph);
    const rows = rowsOf(line, { from: 0, to: line.length }, { first: width, further: width });
    return rows.map(({ from, to }) => line.slice(from, to));
  });
}

/** So many code units of a line are broken into rows at a time. */
const partLength = 2_000;
/** How far before the end of a part a space is looked for. */
const spaceWithin = 200;

/**
 * The parts of a line, each of which is broken into rows by itself, so that the end of a long line can be shown without
 * what is before it.
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
