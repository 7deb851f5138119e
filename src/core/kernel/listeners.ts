import { reasonOf } from '../base/system-errors.ts';

/** Receives warnings for the user, one line each. */
export type Warn = (message: string) => void;

/** If nobody receives warnings, the error ends the process instead of being lost. */
const throwLater: Warn = (message) =>
  queueMicrotask(() => {
    throw new Error(message);
  });

/**
 * Functions that only listen, in the order in which they were added. A listener cannot change the result of what it
 * listens to: its error becomes a warning, and the other listeners are still called.
 * @typeParam A what a listener receives
 */
export class Listeners<A extends readonly unknown[]> {
  readonly #source: string;
  readonly #warn: Warn;
  readonly #all = new Set<{ readonly call: (...args: A) => void }>();

  /** @param source what the listeners listen to, for warnings: `request log` */
  constructor(source: string, warn: Warn = throwLater) {
    this.#source = source;
    this.#warn = warn;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Adds a listener. Returns a function that removes it. */
  add(call: (...args: A) => void): () => void {
    const added = { call };
    this.#all.add(added);
    return () => this.#all.delete(added);
  }

  call(...args: A): void {
    for (const { call } of this.#all) {
      try {
        call(...args);
      } catch (error) {
        this.#warn(`A listener of the ${this.#source} failed: ${reasonOf(error)}`);
      }
    }
  }
}
