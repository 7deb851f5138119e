import { type AnyOperation, pathParams } from './operation.ts';

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

/** The parameters of a query as they are sent: `{metadata: {plan: 'gold'}}` is `metadata[plan]`. */
export const pairsOf = (query: Fields, within?: string): [string, string][] =>
  Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const at = within === undefined ? name : `${within}[${name}]`;
    return typeof value === 'object' && value !== null ? pairsOf(value as Fields, at) : [[at, String(value)]];
  });
