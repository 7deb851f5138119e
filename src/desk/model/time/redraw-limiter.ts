import { ownPace, type Pace } from '../pace.ts';
import { after, type Cancel } from './timer.ts';

/** The reason for a drawing: a key was pressed, a response arrived, or the stream delivered a message. */
export type Priority = 'key' | 'answer' | 'news';

/** A token bucket; each drawing takes a token. Burst and refill together allow at most 15 drawings in any second. */
const burst = 3;

/**
 * The tokens that a drawing needs. Lower priorities need more tokens, so that the screen always responds to a key
 * immediately.
 */
const tokensNeeded: Readonly<Record<Priority, number>> = { key: 1, answer: 2, news: 3 };

/** The tolerance for rounding errors in sums of fractions of tokens. */
const roundingError = 1e-9;

/** Decides when to draw the screen: at most 15 times in any second, with priority for keys. */
export class RedrawLimiter {
  readonly #draw: () => void;
  readonly #tokensPerSecond: number;
  #tokens = burst;
  #tokensAt = performance.now();
  #drawnAt = Number.NEGATIVE_INFINITY;
  #next: { readonly cancel: Cancel; readonly at: number } | null = null;

  /** @param drawingsPerSecond the rate over a longer time; a short burst can exceed the rate */
  constructor(draw: () => void, { drawingsPerSecond }: Pick<Pace, 'drawingsPerSecond'> = ownPace) {
    this.#draw = draw;
    this.#tokensPerSecond = drawingsPerSecond;
  }

  /**
   * Draws now, or as soon as the limit allows.
   * @param interval the minimum time since the previous drawing, in milliseconds
   */
  request(priority: Priority, interval = 0): void {
    const now = performance.now();
    const missing = Math.max(0, tokensNeeded[priority] - this.#tokensNow(now));
    const at = Math.max(now + (missing / this.#tokensPerSecond) * 1_000, this.#drawnAt + interval);
    if (at <= now) {
      this.#drawNow();
    } else if (this.#next === null || at < this.#next.at) {
      this.cancel();
      // The delay is rounded up, because a timer can fire slightly early.
      this.#next = { cancel: after(Math.ceil(at - now), () => this.#drawNow()), at };
    }
  }

  /** Cancels a requested drawing that has not been drawn yet. */
  cancel(): void {
    this.#next?.cancel();
    this.#next = null;
  }

  #tokensNow(now: number): number {
    return Math.min(burst, this.#tokens + ((now - this.#tokensAt) * this.#tokensPerSecond) / 1_000 + roundingError);
  }

  #drawNow(): void {
    this.cancel();
    const now = performance.now();
    this.#tokens = Math.max(0, this.#tokensNow(now) - 1);
    this.#tokensAt = now;
    this.#drawnAt = now;
    this.#draw();
  }
}
