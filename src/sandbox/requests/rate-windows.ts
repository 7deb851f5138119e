import { Listeners, type Warn } from '../../core/kernel/listeners.ts';

/** The number of calls that a caller made to one operation in one minute of the emulated clock. */
export interface RateWindow {
  /** The caller: a key of the merchant API, or the workspace whose clock applies. */
  readonly who: string;
  /** The operation, or the client's address and the called page; empty for all operations without their own limit. */
  readonly what: string;
  /** The minute, in minutes since 1970. */
  readonly minute: number;
  readonly count: number;
}

interface Minute {
  readonly minute: number;
  readonly counts: Map<string, number>;
}

/** The calls that rate limits count. Only the latest minute of each caller is kept, and nothing is stored on disk. */
export class RateWindows {
  readonly #minutes = new Map<string, Minute>();
  readonly #listeners: Listeners<[window: RateWindow]>;

  constructor(warn?: Warn) {
    this.#listeners = new Listeners('rate limits', warn);
  }

  countOf(who: string, what: string, minute: number): number {
    const latest = this.#minutes.get(who);
    return latest?.minute === minute ? (latest.counts.get(what) ?? 0) : 0;
  }

  /**
   * Counts a call, unless its window is full.
   * @returns the number of calls in the window; null if the window is full
   */
  add(who: string, what: string, minute: number, limit: number): number | null {
    const counts = this.#countsOf(who, minute);
    const before = counts.get(what) ?? 0;
    if (before >= limit) return null;
    const count = before + 1;
    counts.set(what, count);
    this.#listeners.call({ who, what, minute, count });
    return count;
  }

  /** Sets the count of a window, without calling the listeners. */
  put({ who, what, minute, count }: RateWindow): void {
    this.#countsOf(who, minute).set(what, count);
  }

  #countsOf(who: string, minute: number): Map<string, number> {
    const latest = this.#minutes.get(who);
    if (latest?.minute === minute) return latest.counts;
    const counts = new Map<string, number>();
    this.#minutes.set(who, { minute, counts });
    return counts;
  }

  /** Replaces all windows with the windows of a resumed run. */
  goOnFrom(windows: readonly RateWindow[]): void {
    this.#minutes.clear();
    for (const window of windows) this.put(window);
  }

  all(): RateWindow[] {
    return [...this.#minutes].flatMap(([who, { minute, counts }]) =>
      [...counts].map(([what, count]) => ({ who, what, minute, count })),
    );
  }

  onAdd(listener: (window: RateWindow) => void): void {
    this.#listeners.add(listener);
  }
}
