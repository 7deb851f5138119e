import { type AnyOperation, pathParams } from './operation.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request, in the form that examples use. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields | undefined;
}

/**
 * Builds the path of a request with its query: `/customers/cus_1?limit=10`. In a query, `{metadata: {plan: 'gold'}}`
 * becomes `metadata[plan]=gold`.
 */
export function pathOf({ path }: Pick<AnyOperation, 'path'>, { params, query }: Omit<RequestParts, 'body'>): string {
  const at = pathParams(path).reduce(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(params[name] ?? '')),
    path,
  );
  const search = new URLSearchParams(pairsOf(query)).toString();
  return search === '' ? at : `${at}?${search}`;
}

/**
 * Converts query parameters to the names and values that are sent: `{metadata: {plan: 'gold'}}` has the name
 * `metadata[plan]`.
 */
export const pairsOf = (query: Fields, within?: string): [string, string][] =>
  Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const at = within === undefined ? name : `${within}[${name}]`;
    return typeof value === 'object' && value !== null ? pairsOf(value as Fields, at) : [[at, String(value)]];
  });
