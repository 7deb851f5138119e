/** The length of a bar in milliseconds, and the number of bars, which cover one minute. */
const barLength = 3_000;
const barCount = 20;

interface Bar {
  requests: number;
  errors: number;
}

/** Counts the requests of the last minute, and how many were refused or failed. */
export class Pulse {
  readonly #bars = new Map<number, Bar>();

  /** @param now real milliseconds */
  add(now: number, requests: number, errors: number): void {
    const at = Math.floor(now / barLength);
    const bar = this.#bars.get(at) ?? { requests: 0, errors: 0 };
    bar.requests += requests;
    bar.errors += errors;
    this.#bars.set(at, bar);
    for (const known of this.#bars.keys()) if (known <= at - barCount) this.#bars.delete(known);
  }

  /** The bars of the last minute, oldest first. */
  last(now: number): Bar[] {
    const at = Math.floor(now / barLength);
    return Array.from(
      { length: barCount },
      (_, bar) => this.#bars.get(at - barCount + 1 + bar) ?? { requests: 0, errors: 0 },
    );
  }

  clear(): void {
    this.#bars.clear();
  }
}
