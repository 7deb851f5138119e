/** The number of messages since the second-to-last poll that counts as a flood. */
const least = 60;

/** Detects whether messages arrive faster than a person can read them. */
export class Flood {
  readonly #received: () => number;
  /** The numbers of messages at the last two polls. */
  #at: readonly [beforeLast: number, last: number] = [0, 0];

  /** @param received returns the number of messages so far */
  constructor(received: () => number) {
    this.#received = received;
  }

  polled(): void {
    this.#at = [this.#at[1], this.#received()];
  }

  get isOn(): boolean {
    return this.#received() - this.#at[0] > least;
  }
}
