/** Lets requests in, or holds them until it opens. */
export class Gate {
  #isOpen = false;
  #held: (() => void)[] = [];

  /** Handles a request now, or when the gate opens. */
  pass(handle: () => void): void {
    if (this.#isOpen) handle();
    else this.#held.push(handle);
  }

  open(): void {
    this.#isOpen = true;
    const held = this.#held;
    this.#held = [];
    for (const handle of held) handle();
  }

  /** Holds further requests. @returns a function that opens the gate again if it was open */
  shut(): () => void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    return () => {
      if (wasOpen) this.open();
    };
  }
}
