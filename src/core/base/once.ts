/**
 * Runs the work at the first call and returns its result to every caller. A failure is not stored: the next call
 * tries again.
 */
export function remembering<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

/**
 * Remembers results of pure functions by the objects that they depend on, because the planner asks the same questions
 * after every run.
 */
class Remembered {
  readonly #further = new WeakMap<object, Remembered>();
  #result: { readonly value: unknown } | null = null;

  after(key: object): Remembered {
    const known = this.#further.get(key) ?? new Remembered();
    this.#further.set(key, known);
    return known;
  }

  result<A>(make: () => A): A {
    this.#result ??= { value: make() };
    return this.#result.value as A;
  }
}

/** A pure function that is computed once for the same objects. */
export function rememberedBy<Args extends readonly unknown[], A>(
  keysOf: (...args: Args) => readonly object[],
  compute: (...args: Args) => A,
): (...args: Args) => A {
  const root = new Remembered();
  return (...args) =>
    keysOf(...args)
      .reduce((place: Remembered, key) => place.after(key), root)
      .result(() => compute(...args));
}
