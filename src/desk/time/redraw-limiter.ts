import { ownPace, type Pace } from '../pace.ts';
import { after, type Cancel } from './timer.ts';

/**
 * Why the screen is drawn anew: a key was pressed, an answer came that was asked for, or something happened that nobody
 * asked for.
 */
export type Priority = 'key' | 'answer' | 'news';

/** The token bucket: a drawing takes a token. Burst and refill together allow at most 15 drawings in any second. */
const burst = 3;

/**
 * How many tokens there must be for a drawing. A lower priority leaves some, so that a key is answered at once whatever
 * else goes on.
 */
const tokensNeeded: Readonly<Record<Priority, number>> = { key: 1, answer: 2, news: 3 };

/** Sums of fractions of tokens may be too low by this much. */
const roundingError = 1e-9;

/** Says when the screen is drawn: at most 15 times in any second, keys before everything else. */
export class RedrawLimiter {
  readonly #draw: () => void;
  readonly #tokensPerSecond: number;
  #tokens = burst;
  #tokensAt = performance.now();
  #drawnAt = Number.NEGATIVE_INFINITY;
  #next: { readonly cancel: Cancel; readonly at: number } | null = null;

  /** @param drawingsPerSecond how many there may be for long; a burst comes on top */
  constructor(draw: () => void, { drawingsPerSecond }: Pick<Pace, 'drawingsPerSecond'> = ownPace) {
    this.#draw = draw;
    this.#tokensPerSecond = drawingsPerSecond;
  }

  /**
   * Draws now or as soon as that may be.
   * @param interval the least since the drawing before, in milliseconds
   */
  request(priority: Priority, interval = 0): void {
    const now = performance.now();
    const missing = Math.max(0, tokensNeeded[priority] - this.#tokensNow(now));
    const at = Math.max(now + (missing / this.#tokensPerSecond) * 1_000, this.#drawnAt + interval);
    if (at <= now) {
      this.#drawNow();
    } else if (this.#next === null || at < this.#next.at) {
      this.cancel();
      // Rounded up: a timer may fire a moment early.
      this.#next = { cancel: after(Math.ceil(at - now), () => this.#drawNow()), at };
    }
  }

  /** Drops the drawing that was requested and has not been made. */
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
