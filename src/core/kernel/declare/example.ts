/**
 * The request of an operation as the documents show it. It works as it is where an emulator has the fixture `shop`;
 * elsewhere an id such as `cus_ada` stands for any customer.
 */
export interface Example {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: Readonly<Record<string, string>>;
  /** Further parameters of the query: the interface description shows them, and the documents do not. */
  readonly further?: Readonly<Record<string, string | undefined>>;
}

/**
 * The places in an operation's answer of what examples of other operations call by a value of their own, by that value:
 * `{ 'api-demo': 'data.slug' }`. The `id` of a new object needs no entry. `with` has the fields of a body without which
 * the answer is of another kind.
 */
export type StandIns = Readonly<Record<string, string | { readonly at: string; readonly with: object }>>;
