import type { KeyName } from './keys.ts';

/** Keys that were pressed before it is known what they are meant for: they wait, and are pressed in their order then. */
export class HeldKeys {
  readonly #press: (key: KeyName) => void;
  #works = 0;
  #keys: KeyName[] = [];

  constructor(press: (key: KeyName) => void) {
    this.#press = press;
  }

  get isHolding(): boolean {
    return this.#works > 0;
  }

  /** Holds keys back until something is done: a question is about to be asked, or rows are about to come. */
  async holdWhile(work: Promise<void>): Promise<void> {
    this.#works++;
    try {
      await work;
    } finally {
      this.#works--;
      if (this.#works === 0) {
        const keys = this.#keys;
        this.#keys = [];
        // One of them may begin another wait: what follows it is held again.
        for (const key of keys) this.#press(key);
      }
    }
  }

  /** @returns whether the key is held back */
  hold(key: KeyName): boolean {
    if (!this.isHolding) return false;
    this.#keys.push(key);
    return true;
  }

  forget(): void {
    this.#keys = [];
  }
}
