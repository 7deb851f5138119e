import type { Client } from '../../../client/node-client.ts';
import type { RowSubject } from '../targets.ts';
import type { Row } from '../views/view.ts';
import { gapRow } from './position.ts';
import type { VisibleRows } from './visible-rows.ts';

/** The marked rows, by key. */
export type MarkedRows = ReadonlyMap<string, RowSubject>;

const none: MarkedRows = new Map();

/**
 * The rows that a key acts on together. They stay marked when new rows arrive, and when the filter or the view
 * changes, until the user removes the marks or shows another data set.
 */
export class Marks {
  readonly #shown: VisibleRows;
  readonly #lists = new Map<string, MarkedRows>();
  #client: Client;
  /** The row that the user marked last, where a range starts. */
  #last: { readonly list: string; readonly key: string } | null = null;

  constructor(shown: VisibleRows) {
    this.#shown = shown;
    this.#client = shown.session.client;
  }

  /** The view and the part that the marks belong to. */
  get #listName(): string {
    const { view, position } = this.#shown;
    return `${view.name} ${position.part}`;
  }

  /** The marked rows of the current list, including those that its filter hides. */
  get all(): MarkedRows {
    const { client } = this.#shown.session;
    if (this.#client !== client) {
      this.#client = client;
      this.#lists.clear();
    }
    return this.#lists.get(this.#listName) ?? none;
  }

  get count(): number {
    return this.all.size;
  }

  /** Marks or unmarks the selected row, and selects the next one. */
  toggle(): void {
    const row = this.#shown.selected;
    if (row === null || row === gapRow) return;
    const marked = new Map(this.all);
    if (!marked.delete(row.key)) marked.set(row.key, row.target);
    this.#keep(marked, row);
    this.#shown.move(1);
  }

  /** Marks all rows from the last marked one to the selected one. */
  range(): void {
    const { rows, index } = this.#shown;
    const from = this.#last?.list === this.#listName ? rows.findIndex(({ key }) => key === this.#last!.key) : -1;
    this.#add(from === -1 ? index : from, index);
  }

  /** Marks the selected row and its neighbor, and selects the neighbor. */
  extend(step: 1 | -1): void {
    const { index } = this.#shown;
    this.#shown.move(step);
    this.#add(index, this.#shown.index);
  }

  #add(one: number, other: number): void {
    const { rows, selected } = this.#shown;
    const marked = new Map(this.all);
    for (const row of rows.slice(Math.min(one, other), Math.max(one, other) + 1)) {
      if (row !== gapRow) marked.set(row.key, row.target);
    }
    this.#keep(marked, selected);
  }

  /** @param row the row where the next range starts; it stays selected */
  #keep(marked: MarkedRows, row: Row | null): void {
    this.#lists.set(this.#listName, marked);
    if (row === null || row === gapRow) return;
    this.#last = { list: this.#listName, key: row.key };
    this.#shown.pin(row.key);
  }

  /** Removes marks. @param keys the rows to unmark; if absent, all rows of the list */
  remove(keys: Iterable<string> = this.all.keys()): void {
    const marked = new Map(this.all);
    for (const key of keys) marked.delete(key);
    this.#lists.set(this.#listName, marked);
  }
}
