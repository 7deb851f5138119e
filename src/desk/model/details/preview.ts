import type { Session } from '../session.ts';
import { Later } from '../time/timer.ts';
import type { Row } from '../views/view.ts';
import { OpenDetails } from './open-details.ts';

/** Shows the details of the selected row beside the list. */
export class Preview {
  readonly #session: Session;
  #shown: { readonly key: string; readonly details: OpenDetails } | null = null;
  /** The row whose details are next to be shown. */
  #wanted: string | null = null;
  readonly #loading = new Later();
  readonly #slow = new Later();
  #loadedAt = Number.NEGATIVE_INFINITY;
  isOn = true;

  constructor(session: Session) {
    this.#session = session;
  }

  get details(): OpenDetails | null {
    return this.#shown?.details ?? null;
  }

  /** Whether the shown details belong to the row before, so that they must be dimmed and must not be used. */
  get isOld(): boolean {
    return this.#shown !== null && this.#shown.key !== this.#wanted;
  }

  /** The details, if they belong to this row. */
  of(row: Row): OpenDetails | null {
    return this.#shown?.key === row.key ? this.#shown.details : null;
  }

  /** Returns the details to draw beside the list. The renderer calls this before every drawing. */
  follow(row: Row | null): OpenDetails | null {
    if (row === null || !this.isOn) return null;
    if (this.#wanted !== row.key) {
      this.#wanted = row.key;
      const { previewDelay, previewInterval, previewPatience } = this.#session.pace;
      // Shown while they load, and possibly opened then, so these details are the ones that load.
      const details = new OpenDetails(this.#session, row.target);
      this.#slow.do(previewPatience, () => this.#show(row, details));
      // While the user holds an arrow key, or many rows arrive at once, the details of each row are not loaded.
      const wait = Math.max(previewDelay, this.#loadedAt + previewInterval - performance.now());
      this.#loading.do(wait, () => void this.#load(row, details));
    }
    return this.details;
  }

  async #load(row: Row, details: OpenDetails): Promise<void> {
    this.#loadedAt = performance.now();
    await details.load();
    if (this.#wanted === row.key) this.#show(row, details);
  }

  /** The old details stay, dimmed, until the new details are loaded or loading takes long, to avoid flicker. */
  #show({ key }: Row, details: OpenDetails): void {
    this.#slow.cancel();
    this.#shown = { key, details };
    this.#session.redraw('answer');
  }

  clear(): void {
    this.#loading.cancel();
    this.#slow.cancel();
    this.#shown = null;
    this.#wanted = null;
  }
}
