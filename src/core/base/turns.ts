import { nextTurn, stopwatch } from './time.ts';

/** How long work can run before the event loop gets a turn, in milliseconds. */
const slice = 8;

/**
 * Splits long work into slices, so that the emulator can respond to requests between them: `if (turns.isDue) await
 * turns.next()`.
 */
export class Turns {
  #since = stopwatch();

  /** Whether the time of the current slice has passed. */
  get isDue(): boolean {
    return stopwatch() - this.#since > slice;
  }

  /** Resolves in the next turn of the event loop, where a new slice begins. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => nextTurn(resolve));
    this.#since = stopwatch();
  }
}
