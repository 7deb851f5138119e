import type { Waits } from '../../model/waits.ts';
import type { KeyName } from './keys.ts';

/** The target that keys wait for, in words, and the number of waiting keys. */
export interface KeyWait {
  readonly what: string;
  readonly keys: number;
}

/** Holds back keys that were typed before their target is ready, and replays them in order. */
export class TypeAhead {
  readonly #waits: Waits;
  readonly #press: (key: KeyName) => void;
  #keys: KeyName[] = [];
  /** Whether the current key was typed before the current screen was shown. */
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

  /** The visible wait; null if no key waits, or if the wait is still short. */
  get waiting(): KeyWait | null {
    const { shown } = this.#waits;
    return shown === null ? null : { what: shown, keys: this.#keys.length };
  }

  /** Holds a key back if it must wait. @returns whether the key must wait */
  hold(key: KeyName): boolean {
    if (!this.isHolding) return false;
    this.#keys.push(key);
    return true;
  }

  /** Drops the waiting keys. */
  drop(): void {
    this.#keys = [];
  }

  /** Drops the waiting keys, and ends their wait. @returns whether a wait or a key was dropped */
  abandon(): boolean {
    const wasHolding = this.#waits.abandon();
    this.drop();
    return wasHolding;
  }

  #release(): void {
    // A replayed key can start a new wait, which holds back the keys after it.
    while (!this.isHolding) {
      const key = this.#keys.shift();
      if (key === undefined) return;
      this.isReplaying = true;
      this.#press(key);
      this.isReplaying = false;
    }
  }
}
