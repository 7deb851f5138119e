/**
 * The request of an operation as shown in the docs. It works unchanged if the emulator has loaded the fixture `shop`.
 * Otherwise, an id such as `cus_ada` represents any customer.
 */
export interface Example {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: Readonly<Record<string, string>>;
  /** Additional query parameters, which appear in the interface description but not in the docs. */
  readonly further?: Readonly<Record<string, string | undefined>>;
}

/**
 * Maps a value in the examples of other operations to its place in this operation's response: `{ 'api-demo':
 * 'data.slug' }`. The `id` of a new object needs no entry. `with` has the body fields that the operation needs to
 * return this kind of response.
 */
export type StandIns = Readonly<Record<string, string | { readonly at: string; readonly with: object }>>;
