import type { Line, Span } from '../desk/cells.ts';
import type { OpenDetails } from '../desk/details/open-details.ts';
import { idOf } from '../desk/targets.ts';
import { counted } from '../text.ts';
import { widthOf } from './lines/cells.ts';
import { DetailsText, type Spot } from './texts/details-text.ts';
import { type WrappedRow, WrappedText } from './texts/wrapped-text.ts';

/** An id in the details, which can be followed. */
interface Link extends Spot {
  readonly id: string;
}

/** A row as it is drawn. */
export interface ShownRow {
  readonly line: Line;
  /** Whether the id that is selected is in it. */
  readonly hasLink: boolean;
  /** Whether what is searched for begins in it. */
  readonly isFound: boolean;
}

const idPattern = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}\b/g;
/** No id is longer. */
const longestId = 64;
/** So many places of what is searched for are known. */
const mostFound = 10_000;

const isSame = (one: Link, other: Link | null): boolean =>
  one.id === other?.id && one.line === other.line && one.at === other.at;

const isBefore = (one: Spot, other: Spot): boolean =>
  one.line < other.line || (one.line === other.line && one.at < other.at);

const isIn = ({ line, from, to }: WrappedRow, spot: Spot): boolean =>
  spot.line === line && spot.at >= from && spot.at < Math.max(to, from + 1);

/** Details in a terminal: how far they are scrolled, which id in them is selected, what is searched for. */
export class DetailsPane {
  readonly details: OpenDetails;
  search = '';
  /** How many rows there is room for. */
  height = 10;
  /** The content line by line, and in a width; null: that is to be made anew. */
  #text: DetailsText | null = null;
  #wrapped: WrappedText | null = null;
  /** Which version of the details the text is of. */
  #version = -1;
  /** Where the rows begin that are shown. */
  #top: Spot = { line: 0, at: 0 };
  #rows: readonly WrappedRow[] = [];
  #link: Link | null = null;
  /** Where the text stands that was searched for; null: it is to be looked for. */
  #found: readonly Spot[] | null = null;
  /** The place that the search went to last. */
  #foundAt: Spot | null = null;

  constructor(details: OpenDetails) {
    this.details = details;
  }

  /** Wraps the content in a width, and finds the rows that there is room for. */
  layOut(width: number, height: number): void {
    const { content, version } = this.details;
    this.details.lookFurther();
    this.height = height;
    if (content === null) return;
    if (this.#text === null || this.#version !== version) {
      this.#text = new DetailsText(content.sections);
      this.#version = version;
      this.#wrapped = null;
      this.#found = null;
    }
    if (this.#wrapped?.width !== width) this.#wrapped = new WrappedText(this.#text, width);
    this.#showFrom(this.#top);
    if (!this.#links.some((link) => isSame(link, this.#link)))
      this.#link = this.#links.find(({ id }) => id === this.#link?.id) ?? null;
  }

  /** The rows that are shown, as they were laid out. */
  get shown(): ShownRow[] {
    const found = this.#places;
    return this.#rows.map((row) => ({
      line: this.#lineOf(row),
      hasLink: this.#link !== null && isIn(row, this.#link),
      isFound: isAnyIn(row, found),
    }));
  }

  /** How many places hold what is searched for; empty where nothing is. */
  get matches(): string {
    if (this.search === '') return '';
    const { length } = this.#places;
    return length === mostFound
      ? `${length.toLocaleString('en-US')} matches or more`
      : counted(length, 'match', 'matches');
  }

  /** How much of all has been seen, in percent; null where all of it is. */
  get percent(): number | null {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)];
    if (this.#wrapped === null || first === undefined || last === undefined) return null;
    const share = this.#wrapped.shareUpTo(last);
    const isAll = first.line === 0 && first.from === 0 && share >= 1;
    return isAll ? null : Math.min(100, Math.round(share * 100));
  }

  #showFrom(spot: Spot): void {
    this.#rows = this.#wrapped?.rowsFrom(spot, this.height) ?? [];
    const [first] = this.#rows;
    if (first !== undefined) this.#top = { line: first.line, at: first.from };
  }

  #lineOf(row: WrappedRow): Line {
    const line = this.#wrapped!.lineOf(row);
    const link = this.#link;
    return link === null || !isIn(row, link) ? line : marked(line, row.indent + link.at - row.from, link.id.length);
  }

  /** The ids in the rows that are shown, but for the one that the details are about. */
  get #links(): Link[] {
    return this.#rows.flatMap((row) => this.#linksIn(row));
  }

  #linksIn({ line, from, to }: WrappedRow): Link[] {
    const own = idOf(this.details.target);
    // With what an id may have in the rows beside.
    const before = Math.max(0, from - longestId);
    const text = this.#text!.textAt(line).slice(before, to + longestId);
    return [...text.matchAll(idPattern)].flatMap(({ 0: id, index }): Link[] => {
      const at = before + index;
      // A name in snake case is none.
      return id === own || !/[A-Z0-9]/.test(id) || at < from || at >= to ? [] : [{ id, line, at }];
    });
  }

  /** The id that is selected; null where none is. */
  get link(): Link | null {
    return this.#link;
  }

  /** Selects the id at a place of the rows that are shown. @returns whether there is one */
  selectAt(index: number, column: number): boolean {
    const row = this.#rows[index];
    if (row === undefined) return false;
    const text = this.#text!.textAt(row.line);
    const link = this.#linksIn(row).find(({ id, at }) => {
      const left = row.indent + widthOf(text.slice(row.from, at));
      return column >= left && column < left + id.length;
    });
    if (link !== undefined) this.#link = link;
    return link !== undefined;
  }

  /** Selects the next id that can be seen, below (1) or above (-1); where there is none, scrolls. */
  step(by: 1 | -1): void {
    const links = this.#links;
    const selected = this.#link;
    const from = links.findIndex((link) => isSame(link, selected));
    const next = by === 1 ? links[from + 1] : from === -1 ? links.at(-1) : links[from - 1];
    if (next !== undefined) {
      this.#link = next;
      return;
    }
    this.scroll(by);
    if (selected !== null && !this.#links.some((link) => isSame(link, selected))) this.#link = null;
  }

  /** @param step how many rows down; infinitely many: to the end */
  scroll(step: number): void {
    if (this.#wrapped === null) return;
    const { end } = this.#wrapped;
    if (!Number.isFinite(step)) {
      this.#showFrom(step < 0 ? { line: 0, at: 0 } : end);
      return;
    }
    const row = this.#wrapped.rowBeside(this.#top, step);
    if (row !== null) this.#showFrom({ line: row.line, at: row.from });
  }

  /**
   * Scrolls to a place that holds a text: from the first row on, or the next one below (1) or above (-1) the last.
   * @returns whether there is one
   */
  find(text: string, step: 0 | 1 | -1 = 0): boolean {
    if (text !== this.search) this.#found = null;
    this.search = text;
    const found = this.#places;
    if (found.length === 0) return false;
    const last = this.#foundAt;
    const from = step !== 0 && last !== null && this.#rows.some((row) => isIn(row, last)) ? last : this.#top;
    const isLast = from === last;
    const below = found.findIndex((spot) => !isBefore(spot, from) && !(isLast && !isBefore(from, spot)));
    const above = found.findLastIndex((spot) => isBefore(spot, from));
    this.#foundAt = (step === -1 ? (found[above] ?? found.at(-1)) : (found[below] ?? found[0])) ?? null;
    if (this.#foundAt !== null) this.#showFrom(this.#foundAt);
    return true;
  }

  get #places(): readonly Spot[] {
    if (this.search === '' || this.#text === null) return [];
    this.#found ??= this.#text.find(this.search, mostFound);
    return this.#found;
  }
}

/** Whether any of some places, which are in order, is in a row. */
function isAnyIn(row: WrappedRow, spots: readonly Spot[]): boolean {
  let [low, high] = [0, spots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(spots[middle]!, { line: row.line, at: row.from })) low = middle + 1;
    else high = middle;
  }
  return spots[low] !== undefined && isIn(row, spots[low]!);
}

/** A line with some of its text selected. */
function marked(line: Line, from: number, length: number): Line {
  let at = 0;
  return line.flatMap((span): Span[] => {
    const { text } = span;
    const [begin, end] = [from - at, from + length - at].map((place) => Math.max(0, Math.min(text.length, place)));
    at += text.length;
    if (begin === end) return [span];
    return [
      { ...span, text: text.slice(0, begin) },
      { text: text.slice(begin, end), isSelected: true },
      { ...span, text: text.slice(end) },
    ];
  });
}
