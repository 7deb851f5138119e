/** The fields that are always in a filter. The other fields can be absent. */
type Always<W> = { [K in keyof W]-?: Record<never, never> extends Pick<W, K> ? never : K }[keyof W];

/** `true` if some fields include all fields of one of the indexes; `never` otherwise. Unknown indexes are not checked. */
type Covered<I, Fields> = I extends readonly (infer F)[]
  ? number extends I['length']
    ? true
    : [Exclude<F, Fields>] extends [never]
      ? true
      : never
  : never;

/** The fields of a filter that no index covers: those that are always there, or a field that can be the only one. */
type Uncovered<I, W> = [Covered<I, Always<W>>] extends [never]
  ? [Always<W>] extends [never]
    ? { [K in keyof W]-?: [Covered<I, K>] extends [never] ? K : never }[keyof W]
    : Always<W>
  : never;

/**
 * Makes the compiler refuse a filter that the declared indexes do not serve. If the field is only known at runtime, the
 * start of the program checks that the collection has the index (see `Registry`).
 * @typeParam T the records
 * @typeParam I the declared indexes
 * @typeParam W the filter
 */
export type Served<T, I, W> = string extends keyof W
  ? unknown
  : [Exclude<keyof W, keyof T>] extends [never]
    ? [Uncovered<I, W>] extends [never]
      ? unknown
      : { readonly 'add an index on these fields to the collection': Uncovered<I, W> }
    : { readonly 'not a field of the records': Exclude<keyof W, keyof T> };
