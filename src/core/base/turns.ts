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

/** A group that works in this turn, waits, or has worked for longer than its share. */
interface Group {
  /** How long it has worked in this turn, and before for longer than its share, in milliseconds. */
  spent: number;
  readonly waiting: (() => void)[];
}

/**
 * Divides the time of the event loop among groups of callers: in one turn, each group works for its share, and the rest
 * of its work waits. A group that worked for longer than its share lets the next turns pass. However much a group does at
 * the same time, other groups wait only for one piece of its work.
 */
export class FairTurns {
  readonly #groups = new Map<string, Group>();
  /** The group whose caller got its turn at `since`. It works until the next callback of the event loop. */
  #working: { readonly group: Group; readonly since: number } | null = null;

  /** Resolves when it is the caller's turn, in a later turn of the event loop, which it has for its group alone. */
  next(group: string): Promise<void> {
    const state = this.#of(group);
    return new Promise((resolve) => {
      state.waiting.push(() => {
        this.#working = { group: state, since: stopwatch() };
        resolve();
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
    const timed = (): void => {
      const begun = stopwatch();
      work();
      state.spent += stopwatch() - begun;
    };
    if (state.waiting.length === 0 && state.spent < share) timed();
    else state.waiting.push(timed);
  }

  #of(group: string): Group {
    if (this.#groups.size === 0) nextTurn(() => this.#begin());
    const state = this.#groups.get(group) ?? { spent: 0, waiting: [] };
    this.#groups.set(group, state);
    return state;
  }

  /** Begins a turn, in which each group has a callback of its own, so that the work of its caller can be measured. */
  #begin(): void {
    this.#settle();
    for (const [name, group] of this.#groups) {
      group.spent = Math.max(0, group.spent - share);
      if (group.spent === 0 && group.waiting.length === 0) this.#groups.delete(name);
      else if (group.spent < share) nextTurn(() => this.#grant(group));
    }
    if (this.#groups.size > 0) nextTurn(() => this.#begin());
  }

  #grant(group: Group): void {
    this.#settle();
    while (group.spent < share && this.#working === null) {
      const work = group.waiting.shift();
      if (work === undefined) return;
      work();
    }
  }

  /** Counts the work of the caller that got its turn in the previous callback. */
  #settle(): void {
    if (this.#working === null) return;
    const { group, since } = this.#working;
    this.#working = null;
    group.spent += stopwatch() - since;
  }
}
