/** This many messages since the poll before the last one count as a flood. */
const least = 60;

/** Tells whether more messages come than anybody can read. */
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
