import { nextTurn, stopwatch } from '../base/time.ts';

/** How long the event loop stays awake after an answer, in milliseconds. */
const window = 0.3;
/** The most requests that pass before it is tried again. */
const longestRest = 255;

/**
 * Keeps the event loop awake for a moment after each answer. A client that sends one request after another, such as a
 * test, sends the next within that moment, and waking a sleeping process takes long: 65 of the 310 µs from one answer
 * of a charge to the next. If no request came in time, the loop sleeps after the next requests, each time after twice
 * as many, because staying awake takes a core from others. If several requests arrive together, it also sleeps: waking
 * once for all of them is better.
 */
export class BusyPolling {
  /** The connection of the last request, and whether the one before came on it too. */
  #last: unknown = null;
  #isAlone = false;
  /** Whether a request has come since the last check. */
  #hasCome = false;
  #isAwake = false;
  /** When the last answer was finished; null: not yet. */
  #since: number | null = null;
  /** How many requests pass before it is tried again, and how many of them are left. */
  #rest = 0;
  #resting = 0;
  readonly #nextTurn: (call: () => void) => void;

  /** @param turn calls back in the next turn of the event loop, without sleeping before it */
  constructor(turn: (call: () => void) => void = nextTurn) {
    this.#nextTurn = turn;
  }

  /** Call this for each request before it is answered. */
  note(connection: unknown): void {
    this.#isAlone = connection === this.#last;
    this.#last = connection;
    this.#hasCome = true;
    if (this.#isAwake || !this.#isAlone) return;
    if (this.#resting > 0) {
      this.#resting--;
      return;
    }
    this.#isAwake = true;
    this.#since = null;
    this.#nextTurn(this.#look);
  }

  readonly #look = (): void => {
    const hasCome = this.#hasCome;
    this.#hasCome = false;
    if (!this.#isAlone) {
      this.#isAwake = false;
      return;
    }
    if (hasCome) {
      if (this.#since !== null) this.#rest >>= 1;
      // The request is answered before the next check.
      this.#since = null;
    } else {
      const now = stopwatch();
      this.#since ??= now;
      if (now - this.#since > window) {
        this.#isAwake = false;
        this.#rest = Math.min(2 * this.#rest + 1, longestRest);
        this.#resting = this.#rest;
        return;
      }
    }
    this.#nextTurn(this.#look);
  };
}
