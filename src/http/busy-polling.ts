import { nextTurn, stopwatch } from '../base/time.ts';

/** How long after an answer the next request is looked for without sleeping, in milliseconds. */
const window = 0.3;
/** It is tried again after this many requests at the most. */
const longestRest = 255;

/**
 * Keeps the event loop awake for a moment after each answer. Who sends one request after another, as a test does, sends
 * the next within that moment, and a process that slept takes long to wake: of 310 µs that a charge took from one answer
 * to the next, 65 were for that. Where none came in time, it sleeps after the next requests, each time after twice as
 * many: staying awake takes a core from others. Where several come at once, waking once for all of them is better.
 */
export class BusyPolling {
  /** The connection of the last request, and whether the one before came on it too. */
  #last: unknown = null;
  #isAlone = false;
  /** Whether a request came since the last look. */
  #hasCome = false;
  #isAwake = false;
  /** When everything was answered; null: not yet. */
  #since: number | null = null;
  /** How many requests go by before it is tried again, and how many of them are still to come. */
  #rest = 0;
  #resting = 0;
  readonly #nextTurn: (call: () => void) => void;

  /** @param turn calls in the next turn of the event loop, which does not sleep before */
  constructor(turn: (call: () => void) => void = nextTurn) {
    this.#nextTurn = turn;
  }

  /** Tells of a request on a connection, before it is answered. */
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
      // It is answered before the next look.
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
