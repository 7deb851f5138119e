/** How long a wait lasts before the page reports that the payment is still in progress, in milliseconds. */
const usual = 5_000;

/**
 * Informs a buyer who waits longer than usual that the payment is still in progress. The time during which the buyer
 * must answer a question does not count.
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
