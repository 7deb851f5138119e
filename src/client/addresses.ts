/**
 * Returns the path of a merchant API call: `charges` becomes `/api/v1/charges`.
 * @throws Error if the path, in any spelling, is outside the API
 */
export function merchantPath(given: string): string {
  const path = given.startsWith('/api/') ? given : `/api/v1/${given.replace(/^\//, '')}`;
  if (/^\/api\/v\d+\//.test(new URL(path, 'http://localhost').pathname)) return path;
  throw new Error(
    `'${given}' is not a merchant API path. Use a path such as /api/v1/charges, or pass only the part after /api/v1, such as charges.`,
  );
}

type QueryValue = string | number | boolean | undefined;
/** The query parameters of a list. */
export type QueryFields = Readonly<Record<string, QueryValue | Readonly<Record<string, QueryValue>>>>;

/**
 * Returns a query string with its question mark, in the syntax that the APIs parse: `{metadata: {order: 7}}` becomes
 * `?metadata[order]=7`.
 */
export function queryString(query: QueryFields): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query).flatMap(spread)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const spread = ([name, value]: [string, QueryFields[string]]): [string, QueryValue][] =>
  typeof value === 'object' ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner]) : [[name, value]];
