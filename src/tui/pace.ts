/**
 * Why the screen is drawn anew: a key was pressed, something that was asked for has come, or something happened that
 * nobody asked for.
 */
export type Urgency = 'key' | 'answer' | 'news';

/** So many drawings at once, and so many a second from then on: together no more than 15 in any second. */
const atOnce = 3;
const perSecond = 12;

/**
 * How many drawings must be left for one. Whoever is less urgent leaves some, so that a key is answered at once though
 * everything else goes on as well.
 */
const needed: Readonly<Record<Urgency, number>> = { key: 1, answer: 2, news: 3 };

/** What is too near together for a number of drawings that never is one. */
const roundingError = 1e-9;

/** Says when the screen is drawn: at most 15 times in any second, keys before everything else. */
export class Pace {
  readonly #draw: () => void;
  #left = atOnce;
  #leftAt = performance.now();
  #drawnAt = Number.NEGATIVE_INFINITY;
  #next: { readonly timer: NodeJS.Timeout; readonly at: number } | null = null;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /**
   * Draws at once where that may be, else as soon as it may.
   * @param apart the least since the drawing before, in milliseconds
   */
  ask(urgency: Urgency, apart = 0): void {
    const now = performance.now();
    const lacking = needed[urgency] - this.#leftNow(now);
    const at = Math.max(now + (Math.max(0, lacking) / perSecond) * 1_000, this.#drawnAt + apart);
    if (at <= now) {
      this.#drawNow();
    } else if (this.#next === null || at < this.#next.at) {
      this.stop();
      // A timer may come a moment early.
      this.#next = { timer: setTimeout(() => this.#drawNow(), Math.ceil(at - now)), at };
    }
  }

  /** Draws nothing that was asked for and has not been drawn. */
  stop(): void {
    if (this.#next !== null) clearTimeout(this.#next.timer);
    this.#next = null;
  }

  #leftNow(now: number): number {
    return Math.min(atOnce, this.#left + ((now - this.#leftAt) * perSecond) / 1_000 + roundingError);
  }

  #drawNow(): void {
    this.stop();
    const now = performance.now();
    this.#left = Math.max(0, this.#leftNow(now) - 1);
    this.#leftAt = now;
    this.#drawnAt = now;
    this.#draw();
  }
}
