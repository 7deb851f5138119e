/** After how long somebody who waits is told that it goes on, in milliseconds. */
const usual = 5_000;

/** Tells somebody who waits longer than usual that it goes on. While they are asked something, nobody waits. */
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
