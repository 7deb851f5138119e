/** Stops what was to come. */
export type Cancel = () => void;

/** Lets a program end although a timer waits, where programs end: in a browser there is nothing to do. */
function letEnd(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

/** Does some work so many milliseconds later. */
export function after(milliseconds: number, work: () => void): Cancel {
  const timer = setTimeout(work, milliseconds);
  letEnd(timer);
  return () => clearTimeout(timer);
}

/** Does some work again and again, so many milliseconds apart. It keeps a program from ending. */
export function every(milliseconds: number, work: () => void): Cancel {
  const timer = setInterval(work, milliseconds);
  return () => clearInterval(timer);
}

/** Resolves so many milliseconds later. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    after(milliseconds, resolve);
  });

/** Does some work later, unless other work comes before: the last is done. */
export class Later {
  #cancel: Cancel | null = null;

  /** Does this work so many milliseconds later, in place of what was to come. */
  do(milliseconds: number, work: () => void): void {
    this.cancel();
    this.#cancel = after(milliseconds, work);
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
