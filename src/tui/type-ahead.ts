import type { KeyName } from './keys.ts';

/** After how many milliseconds a wait shows itself. */
const shownAfter = 300;

/** What keys wait for, and how many of them do. */
export interface Waiting {
  readonly what: string;
  readonly keys: number;
}

interface Wait {
  readonly what: string;
  readonly since: number;
  readonly abandoned: AbortController;
}

/** Keys that are typed before what they are meant for is there: they wait, and follow in order. */
export class TypeAhead {
  readonly #press: (key: KeyName) => void;
  readonly #changed: () => void;
  readonly #waits = new Set<Wait>();
  #keys: KeyName[] = [];

  /**
   * @param press does what a key asks for
   * @param changed called when a wait begins to show
   */
  constructor(press: (key: KeyName) => void, changed: () => void) {
    this.#press = press;
    this.#changed = changed;
  }

  get isHolding(): boolean {
    return this.#waits.size > 0;
  }

  /** The wait that somebody should know of; null where there is none, or where it is a short one. */
  get waiting(): Waiting | null {
    const [first] = this.#waits;
    if (first === undefined || performance.now() - first.since < shownAfter) return null;
    return { what: first.what, keys: this.#keys.length };
  }

  /**
   * Holds keys back until some work is done.
   * @param what the work waits for, in words
   * @param work is told by its signal when nobody wants its result any more
   */
  async holdWhile(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const wait: Wait = { what, since: performance.now(), abandoned: new AbortController() };
    this.#waits.add(wait);
    // A timer may fire a moment early.
    const timer = setTimeout(this.#changed, shownAfter + 5).unref();
    try {
      await work(wait.abandoned.signal);
    } finally {
      clearTimeout(timer);
      if (this.#waits.delete(wait) && !this.isHolding) this.#release();
    }
  }

  /** @returns whether the key is held back */
  hold(key: KeyName): boolean {
    if (!this.isHolding) return false;
    this.#keys.push(key);
    return true;
  }

  /** Drops the keys that wait. */
  drop(): void {
    this.#keys = [];
  }

  /** Drops the keys, and what they wait for. @returns whether there was anything to drop */
  abandon(): boolean {
    const { isHolding } = this;
    for (const { abandoned } of this.#waits) abandoned.abort();
    this.#waits.clear();
    this.drop();
    return isHolding;
  }

  #release(): void {
    // One of them may begin other work, which holds back those that follow it.
    while (!this.isHolding) {
      const key = this.#keys.shift();
      if (key === undefined) return;
      this.#press(key);
    }
  }
}
