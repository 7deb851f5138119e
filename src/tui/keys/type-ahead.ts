import type { Waits } from '../../desk/waits.ts';
import type { KeyName } from './keys.ts';

/** What keys wait for, and how many of them do. */
export interface Waiting {
  readonly what: string;
  readonly keys: number;
}

/** Keys that are typed before what they are meant for is there: they wait, and follow in order. */
export class TypeAhead {
  readonly #waits: Waits;
  readonly #press: (key: KeyName) => void;
  #keys: KeyName[] = [];

  /** @param press does what a key asks for */
  constructor(waits: Waits, press: (key: KeyName) => void) {
    this.#waits = waits;
    this.#press = press;
    waits.onEnd = () => this.#release();
  }

  get isHolding(): boolean {
    return this.#waits.isOn;
  }

  /** The wait that somebody should know of; null where there is none, or where it is a short one. */
  get waiting(): Waiting | null {
    const { shown } = this.#waits;
    return shown === null ? null : { what: shown, keys: this.#keys.length };
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
    const wasHolding = this.#waits.abandon();
    this.drop();
    return wasHolding;
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
