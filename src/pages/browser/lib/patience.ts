/** How long a wait lasts before the page says that the payment is still going on, in milliseconds. */
const usual = 5_000;

/**
 * Tells a buyer who waits longer than usual that the payment is still going on. While the buyer is asked something, the
 * time does not count.
 */
export class Patience {
  readonly #tell: () => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  begin(): void {
    this.end();
    this.#waiting = setTimeout(this.#tell, usual);
  }

  end(): void {
    clearTimeout(this.#waiting);
  }
}
