import type { Session } from '../session.ts';
import { Later } from '../time/timer.ts';
import type { Row } from '../views/view.ts';
import { OpenDetails } from './open-details.ts';

/** The details of the row that is selected, beside the list. */
export class Preview {
  readonly #session: Session;
  #shown: { readonly key: string; readonly details: OpenDetails } | null = null;
  /** The row whose details are about to be shown. */
  #wanted: string | null = null;
  readonly #loading = new Later();
  #loadedAt = Number.NEGATIVE_INFINITY;
  isOn = true;

  constructor(session: Session) {
    this.#session = session;
  }

  get details(): OpenDetails | null {
    return this.#shown?.details ?? null;
  }

  /** What is shown, where that is of this row. */
  of(row: Row): OpenDetails | null {
    return this.#shown?.key === row.key ? this.#shown.details : null;
  }

  /** What is to be drawn beside the list; asked for before every drawing. */
  follow(row: Row | null): OpenDetails | null {
    if (row === null || !this.isOn) return null;
    if (this.#wanted !== row.key) {
      this.#wanted = row.key;
      const { previewDelay, previewInterval } = this.#session.pace;
      // Whoever holds an arrow key, or follows a flood, has no use for the details of each row.
      const wait = Math.max(previewDelay, this.#loadedAt + previewInterval - performance.now());
      this.#loading.do(wait, () => void this.#load(row));
    }
    return this.details;
  }

  async #load(row: Row): Promise<void> {
    this.#loadedAt = performance.now();
    const details = new OpenDetails(this.#session, row.target);
    await details.load();
    // What was shown stays until the next is there, so that nothing flickers.
    if (this.#wanted !== row.key) return;
    this.#shown = { key: row.key, details };
    this.#session.redraw('answer');
  }

  clear(): void {
    this.#loading.cancel();
    this.#shown = null;
    this.#wanted = null;
  }
}
