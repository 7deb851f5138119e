/**
 * Something that the slices need from the program that runs them, such as the address of its pages. The kernel passes it
 * on without knowing what it is.
 */
export interface Facility<V> {
  readonly name: string;
  /** The value until the program provides one. */
  readonly initial: V;
}

export const facility = <V>(name: string, initial: V): Facility<V> => ({ name, initial });

/** The facilities that a program has provided. */
export class Facilities {
  readonly #values = new Map<Facility<unknown>, unknown>();

  provide<V>(of: Facility<V>, value: V): void {
    this.#values.set(of, value);
  }

  get<V>(of: Facility<V>): V {
    return this.#values.has(of) ? (this.#values.get(of) as V) : of.initial;
  }
}
