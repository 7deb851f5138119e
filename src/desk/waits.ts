import { after } from './time/timer.ts';

interface Wait {
  readonly what: string;
  readonly since: number;
  readonly abandoned: AbortController;
}

/** What somebody asked for and is not there yet: what they do next is meant for it. */
export class Waits {
  readonly #waits = new Set<Wait>();
  readonly #shownAfter: number;
  readonly #changed: () => void;
  /** Called when nothing is waited for any more. */
  onEnd: (() => void) | null = null;

  /**
   * @param changed called when a wait begins to show
   * @param shownAfter after how many milliseconds it does
   */
  constructor(changed: () => void, shownAfter: number) {
    this.#changed = changed;
    this.#shownAfter = shownAfter;
  }

  get isOn(): boolean {
    return this.#waits.size > 0;
  }

  /** What is waited for that somebody should know of; null where that is nothing, or where the wait is a short one. */
  get shown(): string | null {
    const [first] = this.#waits;
    return first === undefined || performance.now() - first.since < this.#shownAfter ? null : first.what;
  }

  /**
   * Waits until some work is done.
   * @param what the work waits for, in words
   * @param work is told by its signal when nobody wants its result any more
   */
  async during(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const wait: Wait = { what, since: performance.now(), abandoned: new AbortController() };
    this.#waits.add(wait);
    // A timer may fire a moment early.
    const cancel = after(this.#shownAfter + 5, this.#changed);
    try {
      await work(wait.abandoned.signal);
    } finally {
      cancel();
      if (this.#waits.delete(wait) && !this.isOn) this.onEnd?.();
    }
  }

  /** Waits no longer. @returns whether there was anything to wait for */
  abandon(): boolean {
    const { isOn } = this;
    for (const { abandoned } of this.#waits) abandoned.abort();
    this.#waits.clear();
    return isOn;
  }
}
