import { counted } from '../../core/base/terminal-text.ts';
import type { Line, Span } from '../model/cells.ts';
import type { OpenDetails } from '../model/details/open-details.ts';
import { idOf } from '../model/targets.ts';
import { DetailsText, type Spot } from './texts/details-text.ts';
import { type WrappedRow, WrappedText } from './texts/wrapped-text.ts';

/** An id in the details that can be followed. */
interface Link extends Spot {
  readonly id: string;
}

/** A row of the details, ready to draw. */
export interface ShownRow {
  readonly line: Line;
  /** Whether the selected id is in the row. */
  readonly hasLink: boolean;
  /** Whether a search match starts in the row. */
  readonly isFound: boolean;
}

const idPattern = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}\b/g;
/** The maximum number of code units of an id. */
const longestId = 64;
/** The maximum number of search matches to count. */
const mostFound = 10_000;

const isSame = (one: Link, other: Link | null): boolean =>
  one.id === other?.id && one.line === other.line && one.at === other.at;

const isBefore = (one: Spot, other: Spot): boolean =>
  one.line < other.line || (one.line === other.line && one.at < other.at);

const isIn = ({ line, from, to }: WrappedRow, spot: Spot): boolean =>
  spot.line === line && spot.at >= from && spot.at < Math.max(to, from + 1);

/** Details in a terminal: the scroll position, the selected id and the search. */
export class DetailsPane {
  readonly details: OpenDetails;
  search = '';
  /** The number of rows that fit. */
  height = 10;
  /** The content as lines, and as wrapped rows; null if they must be rebuilt. */
  #text: DetailsText | null = null;
  #wrapped: WrappedText | null = null;
  /** The version of the details from which the text was built. */
  #version = -1;
  /** The start of the first visible row. */
  #top: Spot = { line: 0, at: 0 };
  #rows: readonly WrappedRow[] = [];
  #link: Link | null = null;
  /** The search matches; null if the details have not been searched yet. */
  #found: readonly Spot[] | null = null;
  /** The current match. */
  #foundAt: Spot | null = null;

  constructor(details: OpenDetails) {
    this.details = details;
  }

  /** Wraps the content to a width, and finds the rows that fit. */
  layOut(width: number, height: number): void {
    const { content, version } = this.details;
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

  /** The visible rows of the last layout. */
  get shown(): ShownRow[] {
    const found = this.#places;
    return this.#rows.map((row) => ({
      line: this.#lineOf(row),
      hasLink: this.#link !== null && isIn(row, this.#link),
      isFound: isAnyIn(row, found),
    }));
  }

  /** The number of matches in words; empty without a search. */
  get matches(): string {
    if (this.search === '') return '';
    const { length } = this.#places;
    return length === mostFound
      ? `${length.toLocaleString('en-US')} or more matches`
      : counted(length, 'match', 'matches');
  }

  /** The percentage of the details from the top to the last visible row; null if all rows are visible. */
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

  /** The ids in the visible rows, except the id of the details themselves. */
  get #links(): Link[] {
    return this.#rows.flatMap((row) => this.#linksIn(row));
  }

  #linksIn({ line, from, to }: WrappedRow): Link[] {
    const own = idOf(this.details.target);
    // An id can start in the row before or end in the row after.
    const before = Math.max(0, from - longestId);
    const text = this.#text!.textAt(line).slice(before, to + longestId);
    return [...text.matchAll(idPattern)].flatMap(({ 0: id, index }): Link[] => {
      const at = before + index;
      // A name in snake case is not an id.
      return id === own || !/[A-Z0-9]/.test(id) || at < from || at >= to ? [] : [{ id, line, at }];
    });
  }

  /** The selected id; null if no id is selected. */
  get link(): Link | null {
    return this.#link;
  }

  /** Selects the next visible id, down (1) or up (-1). Scrolls if no other id is visible in that direction. */
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

  /** Scrolls the details. @param step the number of rows to scroll down; Infinity scrolls to the end */
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
   * Scrolls to a match for a text: the first match from the top (0), the next match (1) or the previous match (-1).
   * @returns whether the details have a match
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

/** Whether any of the sorted spots is in a row. */
function isAnyIn(row: WrappedRow, spots: readonly Spot[]): boolean {
  let [low, high] = [0, spots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(spots[middle]!, { line: row.line, at: row.from })) low = middle + 1;
    else high = middle;
  }
  return spots[low] !== undefined && isIn(row, spots[low]!);
}

/** A line with part of its text highlighted. */
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
