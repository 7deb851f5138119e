import { after } from './time/timer.ts';

interface Wait {
  readonly what: string;
  readonly since: number;
  readonly abandoned: AbortController;
}

/** The user's pending requests. The next keys act on their results. */
export class Waits {
  readonly #waits = new Set<Wait>();
  readonly #shownAfter: number;
  readonly #changed: () => void;
  /** Called when the last wait ends. */
  onEnd: (() => void) | null = null;

  /**
   * @param changed called when a wait becomes visible
   * @param shownAfter the delay until then, in milliseconds
   */
  constructor(changed: () => void, shownAfter: number) {
    this.#changed = changed;
    this.#shownAfter = shownAfter;
  }

  get isOn(): boolean {
    return this.#waits.size > 0;
  }

  /** The name of the visible wait; null if there is no wait, or if the wait is still short. */
  get shown(): string | null {
    const [first] = this.#waits;
    return first === undefined || performance.now() - first.since < this.#shownAfter ? null : first.what;
  }

  /**
   * Waits until some work is done.
   * @param what the name of the work, in words
   * @param work receives a signal that aborts when the user no longer needs the result
   */
  async during(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const wait: Wait = { what, since: performance.now(), abandoned: new AbortController() };
    this.#waits.add(wait);
    // A timer can fire slightly early.
    const cancel = after(this.#shownAfter + 5, this.#changed);
    try {
      await work(wait.abandoned.signal);
    } finally {
      cancel();
      if (this.#waits.delete(wait) && !this.isOn) this.onEnd?.();
    }
  }

  /** Stops waiting. @returns whether there was a wait */
  abandon(): boolean {
    const { isOn } = this;
    for (const { abandoned } of this.#waits) abandoned.abort();
    this.#waits.clear();
    return isOn;
  }
}
