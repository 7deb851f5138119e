import { nextTurn, stopwatch } from './time.ts';

/** How long work can run before the event loop gets a turn, in milliseconds. */
const slice = 8;

/**
 * Splits long work into slices, so that the emulator can respond to requests between them: `if (turns.isDue) await
 * turns.next()`.
 */
export class Turns {
  readonly #wait: () => Promise<void>;
  readonly #slice: number;
  #since = stopwatch();

  /**
   * @param wait waits for the next slice
   * @param length how long a slice is, in milliseconds
   */
  constructor(wait = laterTurn, length = slice) {
    this.#wait = wait;
    this.#slice = length;
  }

  /** Whether the time of the current slice has passed. */
  get isDue(): boolean {
    return stopwatch() - this.#since > this.#slice;
  }

  /** Resolves in a later turn of the event loop, where a new slice begins. */
  async next(): Promise<void> {
    await this.#wait();
    this.#since = stopwatch();
  }
}

const laterTurn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

/** How long the callers of a group can work in one turn of the event loop, in milliseconds. */
const share = 3;

/** A piece of work. @returns how much of its group's share it takes */
type Work = () => number;

/**
 * Divides the time of the event loop among groups of callers: in one turn, each group works for its share, and the rest
 * of its work waits. However much a group does at the same time, other groups wait only for one share of it.
 */
export class FairTurns {
  /** The groups that work in this turn or wait. */
  readonly #groups = new Map<string, { spent: number; readonly waiting: Work[] }>();

  /** Resolves when it is the caller's turn, in a later turn of the event loop, which it has for its group alone. */
  next(group: string): Promise<void> {
    return new Promise((resolve) => {
      this.#of(group).waiting.push(() => {
        resolve();
        return share;
      });
    });
  }

  /** Splits long work of a group into slices of one share each. */
  slicesOf(group: string): Turns {
    return new Turns(() => this.next(group), share);
  }

  /** Does short work at once, or when its group has time left. */
  pass(group: string, work: () => void): void {
    const state = this.#of(group);
    const timed: Work = () => {
      const begun = stopwatch();
      work();
      return stopwatch() - begun;
    };
    if (state.waiting.length === 0 && state.spent < share) state.spent += timed();
    else state.waiting.push(timed);
  }

  #of(group: string) {
    if (this.#groups.size === 0) nextTurn(() => this.#grant());
    const state = this.#groups.get(group) ?? { spent: 0, waiting: [] };
    this.#groups.set(group, state);
    return state;
  }

  /** Gives each group its share. */
  #grant(): void {
    for (const [group, state] of this.#groups) {
      state.spent = 0;
      for (let work = state.waiting.shift(); work !== undefined; work = state.waiting.shift()) {
        state.spent += work();
        if (state.spent >= share) break;
      }
      if (state.spent === 0) this.#groups.delete(group);
    }
    if (this.#groups.size > 0) nextTurn(() => this.#grant());
  }
}
