/** Cancels a timer. */
export type Cancel = () => void;

/** Lets a process exit while a timer is pending. Browsers have no such method. */
function letEnd(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}

/** Runs some work after a delay. */
export function after(milliseconds: number, work: () => void): Cancel {
  const timer = setTimeout(work, milliseconds);
  letEnd(timer);
  return () => clearTimeout(timer);
}

/** Runs some work at an interval. The timer keeps the process alive. */
export function every(milliseconds: number, work: () => void): Cancel {
  const timer = setInterval(work, milliseconds);
  return () => clearInterval(timer);
}

/** Resolves after a delay. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    after(milliseconds, resolve);
  });

/** Runs work after a delay. Newer work replaces pending work. */
export class Later {
  #cancel: Cancel | null = null;

  /** Schedules this work in place of the pending work. */
  do(milliseconds: number, work: () => void): void {
    this.cancel();
    this.#cancel = after(milliseconds, work);
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
