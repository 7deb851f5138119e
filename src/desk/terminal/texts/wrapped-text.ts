import type { Line, Span } from '../../model/cells.ts';
import type { DetailsText, Spot } from './details-text.ts';
import { partsOf, rowsOf, type TextRow } from './wrapping.ts';

/** A row of wrapped details: part of a line. */
export interface WrappedRow extends TextRow {
  readonly line: number;
  /** The number of columns by which the row is indented. */
  readonly indent: number;
}

/** The position of a row: the line, and the part of it. */
interface Place {
  readonly line: number;
  readonly part: number;
  readonly row: number;
}

/** The number of wrapped parts to cache; more than a screen shows. */
const mostKept = 500;

/**
 * The details at a width. A line is wrapped when it becomes visible, so the number and the length of all lines do not
 * affect the speed.
 */
export class WrappedText {
  readonly text: DetailsText;
  readonly width: number;
  /** Caches the parts of lines, by line, and the rows of parts, by line and part. */
  readonly #parts = new Map<number, readonly TextRow[]>();
  readonly #rows = new Map<string, readonly WrappedRow[]>();

  constructor(text: DetailsText, width: number) {
    this.text = text;
    this.width = Math.max(1, width);
  }

  /** The rows that fill a height, starting at a spot. Near the end of the details, the rows start further up. */
  rowsFrom(spot: Spot, room: number): WrappedRow[] {
    if (this.text.length === 0) return [];
    const rows: WrappedRow[] = [];
    const first = this.#placeOf(spot);
    for (let place: Place | null = first; place !== null && rows.length < room; place = this.#next(place))
      rows.push(this.#rowAt(place));
    for (let place = this.#previous(first); place !== null && rows.length < room; place = this.#previous(place))
      rows.unshift(this.#rowAt(place));
    return rows;
  }

  /**
   * The row `step` rows below (or, if negative, above) a spot; the last or first row if the details have fewer rows.
   */
  rowBeside(spot: Spot, step: number): WrappedRow | null {
    if (this.text.length === 0) return null;
    let place = this.#placeOf(spot);
    for (let left = Math.abs(step); left > 0; left--) {
      const next = step > 0 ? this.#next(place) : this.#previous(place);
      if (next === null) break;
      place = next;
    }
    return this.#rowAt(place);
  }

  /** The last spot. */
  get end(): Spot {
    const line = Math.max(0, this.text.length - 1);
    return { line, at: this.text.length === 0 ? 0 : this.text.textAt(line).length };
  }

  /** The fraction of the text above the end of a row, from 0 to 1. */
  shareUpTo({ line, to }: WrappedRow): number {
    return (line + to / Math.max(1, this.text.textAt(line).length)) / this.text.length;
  }

  /** The visible text of a row, with its indentation. */
  lineOf({ line, from, to, indent }: WrappedRow): Line {
    const own = sliceLine(this.text.lineAt(line), from, to);
    return indent === 0 ? own : [{ text: ' '.repeat(indent) }, ...own];
  }

  #placeOf({ line, at }: Spot): Place {
    const known = Math.max(0, Math.min(line, this.text.length - 1));
    const part = lastFrom(this.#partsOf(known), at);
    return { line: known, part, row: lastFrom(this.#rowsOf(known, part), at) };
  }

  #next({ line, part, row }: Place): Place | null {
    if (row + 1 < this.#rowsOf(line, part).length) return { line, part, row: row + 1 };
    if (part + 1 < this.#partsOf(line).length) return { line, part: part + 1, row: 0 };
    return line + 1 < this.text.length ? { line: line + 1, part: 0, row: 0 } : null;
  }

  #previous({ line, part, row }: Place): Place | null {
    if (row > 0) return { line, part, row: row - 1 };
    if (part === 0 && line === 0) return null;
    const above = part > 0 ? { line, part: part - 1 } : { line: line - 1, part: this.#partsOf(line - 1).length - 1 };
    return { ...above, row: this.#rowsOf(above.line, above.part).length - 1 };
  }

  #rowAt({ line, part, row }: Place): WrappedRow {
    return this.#rowsOf(line, part)[row]!;
  }

  #partsOf(line: number): readonly TextRow[] {
    const known = this.#parts.get(line);
    if (known !== undefined) return known;
    const parts = partsOf(this.text.textAt(line));
    remember(this.#parts, line, parts);
    return parts;
  }

  #rowsOf(line: number, part: number): readonly WrappedRow[] {
    const key = `${line}/${part}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const text = this.text.textAt(line);
    const within = text.length - text.trimStart().length + 2;
    const indent = within < this.width / 2 ? within : 0;
    const rows = rowsOf(text, this.#partsOf(line)[part]!, { first: this.width, further: this.width - indent }).map(
      (row): WrappedRow => ({ ...row, line, indent: row.from === 0 ? 0 : indent }),
    );
    remember(this.#rows, key, rows);
    return rows;
  }
}

function remember<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): void {
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, value);
}

/** The index of the last part that starts at or before a position; the first part if there is no such part. */
const lastFrom = (parts: readonly TextRow[], at: number): number =>
  Math.max(
    0,
    parts.findLastIndex(({ from }) => from <= at),
  );

function sliceLine(line: Line, from: number, to: number): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const span of line) {
    const text = span.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text !== '') spans.push({ ...span, text });
    at += span.text.length;
  }
  return spans;
}
