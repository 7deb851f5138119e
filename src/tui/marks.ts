import type { Client } from '../client.ts';
import { gapRow } from './position.ts';
import type { Target } from './targets.ts';
import type { UiState } from './ui-state.ts';

/** The rows that are marked, by their keys. */
export type Marked = ReadonlyMap<string, Target>;

const none: Marked = new Map();

/**
 * The rows that keys act on together. They stay marked while others come, are filtered or gone to, until somebody
 * takes the marks away or looks at another data set.
 */
export class Marks {
  readonly #ui: UiState;
  readonly #lists = new Map<string, Marked>();
  #client: Client;

  constructor(ui: UiState) {
    this.#ui = ui;
    this.#client = ui.session.client;
  }

  /** What marks belong to: the view, and its part. */
  get #listName(): string {
    const { view, position } = this.#ui;
    return `${view.key} ${position.part}`;
  }

  /** The rows of the list that is shown, also those that its filter leaves out. */
  get all(): Marked {
    const { client } = this.#ui.session;
    if (this.#client !== client) {
      this.#client = client;
      this.#lists.clear();
    }
    return this.#lists.get(this.#listName) ?? none;
  }

  get count(): number {
    return this.all.size;
  }

  /** Marks the row that is selected, or takes its mark away. It stays selected whatever comes. */
  toggle(): void {
    const row = this.#ui.selected;
    if (row === null || row === gapRow) return;
    const marked = new Map(this.all);
    if (!marked.delete(row.key)) marked.set(row.key, row.target);
    this.#lists.set(this.#listName, marked);
    this.#ui.hold(row);
  }

  /** Takes marks away. @param keys the rows that have them; absent: all of the list */
  remove(keys: Iterable<string> = this.all.keys()): void {
    const marked = new Map(this.all);
    for (const key of keys) marked.delete(key);
    this.#lists.set(this.#listName, marked);
  }
}
