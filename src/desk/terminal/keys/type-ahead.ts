import type { Waits } from '../../model/waits.ts';
import type { KeyName } from './keys.ts';

/** What keys are waiting for, and how many keys wait. */
export interface Waiting {
  readonly what: string;
  readonly keys: number;
}

/** Holds keys that were typed before their target is ready, and replays them in order. */
export class TypeAhead {
  readonly #waits: Waits;
  readonly #press: (key: KeyName) => void;
  #keys: KeyName[] = [];
  /** Whether the key that is pressed was typed earlier, before what it now meets was on the screen. */
  isReplaying = false;

  /** @param press handles a key */
  constructor(waits: Waits, press: (key: KeyName) => void) {
    this.#waits = waits;
    this.#press = press;
    waits.onEnd = () => this.#release();
  }

  get isHolding(): boolean {
    return this.#waits.isOn;
  }

  /** The visible wait; null: there is none, or it is still short. */
  get waiting(): Waiting | null {
    const { shown } = this.#waits;
    return shown === null ? null : { what: shown, keys: this.#keys.length };
  }

  /** @returns whether the key must wait */
  hold(key: KeyName): boolean {
    if (!this.isHolding) return false;
    this.#keys.push(key);
    return true;
  }

  /** Drops the waiting keys. */
  drop(): void {
    this.#keys = [];
  }

  /** Drops the waiting keys and what they wait for. @returns whether there was anything to drop */
  abandon(): boolean {
    const wasHolding = this.#waits.abandon();
    this.drop();
    return wasHolding;
  }

  #release(): void {
    // A replayed key may begin a new wait, which holds back the keys after it.
    while (!this.isHolding) {
      const key = this.#keys.shift();
      if (key === undefined) return;
      this.isReplaying = true;
      this.#press(key);
      this.isReplaying = false;
    }
  }
}
