import type { Session } from '../desk/session.ts';
import type { Row } from '../desk/views/view.ts';
import { DetailsPane } from './details-pane.ts';

/** How long a row stays selected before its details are asked for, and how far two of them are apart, in milliseconds. */
const delay = 60;
const interval = 200;

/** The details of the row that is selected, beside the list. */
export class Preview {
  readonly #session: Session;
  #shown: { readonly key: string; readonly pane: DetailsPane } | null = null;
  /** The row whose details are about to be shown. */
  #wanted: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;
  isOn = true;

  constructor(session: Session) {
    this.#session = session;
  }

  get pane(): DetailsPane | null {
    return this.#shown?.pane ?? null;
  }

  /** What is shown, where that is of this row. */
  of(row: Row): DetailsPane | null {
    return this.#shown?.key === row.key ? this.#shown.pane : null;
  }

  /** What is to be drawn beside the list; asked for at every drawing. */
  follow(row: Row | null): DetailsPane | null {
    if (row === null || !this.isOn) return null;
    if (this.#wanted !== row.key) {
      this.#wanted = row.key;
      if (this.#timer !== null) clearTimeout(this.#timer);
      // Whoever holds an arrow key, or follows a flood, has no use for the details of each row.
      const wait = Math.max(delay, this.#loadedAt + interval - performance.now());
      this.#timer = setTimeout(() => void this.#load(row), wait).unref();
    }
    return this.pane;
  }

  async #load(row: Row): Promise<void> {
    this.#loadedAt = performance.now();
    const pane = new DetailsPane(this.#session, row.target);
    await pane.load();
    // What was shown stays until the next is there, so that nothing flickers.
    if (this.#wanted !== row.key) return;
    this.#shown = { key: row.key, pane };
    this.#session.redraw('answer');
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#shown = null;
    this.#wanted = null;
  }
}
