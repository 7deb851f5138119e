import { nextTurn, stopwatch } from './time.ts';

/** How long work may run before the event loop gets a turn, in milliseconds. */
const slice = 8;

/**
 * Cuts long work into slices, so that the emulator answers requests between them: `if (turns.isDue) await
 * turns.next()`.
 */
export class Turns {
  #since = stopwatch();

  /** Whether a slice is used up. */
  get isDue(): boolean {
    return stopwatch() - this.#since > slice;
  }

  /** Resolves in the next turn of the event loop, in which another slice begins. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => nextTurn(resolve));
    this.#since = stopwatch();
  }
}
