/** So many messages since the poll before the last one are a flood. */
const least = 60;

/** Whether more comes than anybody reads. */
export class Flood {
  readonly #received: () => number;
  /** How many messages had come at the last two polls. */
  #at: readonly [beforeLast: number, last: number] = [0, 0];

  /** @param received how many messages have come */
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
