import { type AnyOperation, pathParams } from '../../../core/kernel/declare/operation.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request, as an example has them. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields | undefined;
}

/**
 * The example of an operation.
 * @param replace the value that is sent in the place of a value of the example, of any depth
 */
export function exampleOf({ example = {} }: AnyOperation, replace: (value: unknown) => unknown): RequestParts {
  const replaced = (value: unknown): unknown => {
    const other = replace(value);
    if (other !== value || typeof value !== 'object' || value === null) return other;
    if (Array.isArray(value)) return value.map(replaced);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]));
  };
  const { params = {}, query = {}, body } = example;
  return {
    params: replaced(params) as Record<string, string>,
    query: replaced(query) as Fields,
    body: replaced(body) as Fields | undefined,
  };
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
