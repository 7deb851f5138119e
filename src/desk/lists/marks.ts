import type { Client } from '../../client.ts';
import type { Target } from '../targets.ts';
import type { Row } from '../views/view.ts';
import { gapRow } from './position.ts';
import type { Shown } from './shown.ts';

/** The rows that are marked, by their keys. */
export type Marked = ReadonlyMap<string, Target>;

const none: Marked = new Map();

/**
 * The rows that keys act on together. They stay marked while others come, are filtered or gone to, until somebody
 * takes the marks away or looks at another data set.
 */
export class Marks {
  readonly #shown: Shown;
  readonly #lists = new Map<string, Marked>();
  #client: Client;
  /** Which row was marked last, where a range begins. */
  #last: { readonly list: string; readonly key: string } | null = null;

  constructor(shown: Shown) {
    this.#shown = shown;
    this.#client = shown.session.client;
  }

  /** What marks belong to: the view, and its part. */
  get #listName(): string {
    const { view, position } = this.#shown;
    return `${view.name} ${position.part}`;
  }

  /** The rows of the list that is shown, also those that its filter leaves out. */
  get all(): Marked {
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

  /** Marks the row that is selected, or takes its mark away, and goes on to the next one. */
  toggle(): void {
    const row = this.#shown.selected;
    if (row === null || row === gapRow) return;
    const marked = new Map(this.all);
    if (!marked.delete(row.key)) marked.set(row.key, row.target);
    this.#keep(marked, row);
    this.#shown.move(1);
  }

  /** Marks every row from the one that was marked last to the one that is selected. */
  range(): void {
    const { rows, index } = this.#shown;
    const from = this.#last?.list === this.#listName ? rows.findIndex(({ key }) => key === this.#last!.key) : -1;
    this.#add(from === -1 ? index : from, index);
  }

  /** Marks the row that is selected and the one below or above it, and goes there. */
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

  /** @param row where the next range begins, and what stays selected whatever comes */
  #keep(marked: Marked, row: Row | null): void {
    this.#lists.set(this.#listName, marked);
    if (row === null || row === gapRow) return;
    this.#last = { list: this.#listName, key: row.key };
    this.#shown.hold(row);
  }

  /** Takes marks away. @param keys the rows that have them; absent: all of the list */
  remove(keys: Iterable<string> = this.all.keys()): void {
    const marked = new Map(this.all);
    for (const key of keys) marked.delete(key);
    this.#lists.set(this.#listName, marked);
  }
}
