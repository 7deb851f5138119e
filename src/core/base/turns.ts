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

/**
 * Gives the callers of a group their turns one after another: in one turn of the event loop, one caller of each group
 * works. However much a group does at the same time, other groups wait only for one piece of its work.
 */
export class FairTurns {
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves when it is the caller's turn, in a later turn of the event loop. */
  next(group: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(group);
      if (waiting !== undefined) {
        waiting.push(resolve);
        return;
      }
      this.#waiting.set(group, []);
      this.#grant(group, resolve);
    });
  }

  #grant(group: string, resolve: () => void): void {
    nextTurn(() => {
      resolve();
      const next = this.#waiting.get(group)?.shift();
      if (next === undefined) this.#waiting.delete(group);
      else this.#grant(group, next);
    });
  }
}
