import { type AnyOperation, pathParams } from './operation.ts';

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

export type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request, as an example has them. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields | undefined;
}

/** The path of a request with its query: `/customers/cus_1?limit=10`; `{metadata: {plan: 'gold'}}` is `metadata[plan]=gold`. */
export function pathOf({ path }: Pick<AnyOperation, 'path'>, { params, query }: Omit<RequestParts, 'body'>): string {
  const at = pathParams(path).reduce(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(params[name] ?? '')),
    path,
  );
  const search = new URLSearchParams(pairsOf(query)).toString();
  return search === '' ? at : `${at}?${search}`;
}

const pairsOf = (query: Fields, within?: string): [string, string][] =>
  Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const at = within === undefined ? name : `${within}[${name}]`;
    return typeof value === 'object' && value !== null ? pairsOf(value as Fields, at) : [[at, String(value)]];
  });
