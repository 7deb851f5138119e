/** How many calls a caller has made of something in one minute of the emulated clock. */
export interface RateWindow {
  /** The key of the merchant API, or the workspace whose clock counts. */
  readonly who: string;
  /** The operation, or the address and the page that is called; empty: all that has no limit of its own. */
  readonly what: string;
  /** Minutes since 1970. */
  readonly minute: number;
  readonly count: number;
}

interface Minute {
  readonly minute: number;
  readonly counts: Map<string, number>;
}

/** The calls that rate limits count. Of each caller only the latest minute is kept, and nothing is stored. */
export class RateWindows {
  readonly #minutes = new Map<string, Minute>();
  readonly #listeners: ((window: RateWindow) => void)[] = [];

  countOf(who: string, what: string, minute: number): number {
    const latest = this.#minutes.get(who);
    return latest?.minute === minute ? (latest.counts.get(what) ?? 0) : 0;
  }

  /** Counts a call, unless its window is full. @returns how many there are with it; null: it is full */
  add(who: string, what: string, minute: number, limit: number): number | null {
    const counts = this.#countsOf(who, minute);
    const before = counts.get(what) ?? 0;
    if (before >= limit) return null;
    const count = before + 1;
    counts.set(what, count);
    for (const listener of this.#listeners) listener({ who, what, minute, count });
    return count;
  }

  /** Takes over what was counted elsewhere. Nobody is told of it. */
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

  /** Takes over the windows of a run that goes on, in the place of its own. */
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
    this.#listeners.push(listener);
  }
}
