/**
 * The path of a merchant API call: `charges` becomes `/api/v1/charges`.
 * @throws Error for a path outside the API, however it is written
 */
export function merchantPath(given: string): string {
  const path = given.startsWith('/api/') ? given : `/api/v1/${given.replace(/^\//, '')}`;
  if (/^\/api\/v\d+\//.test(new URL(path, 'http://localhost').pathname)) return path;
  throw new Error(`'${given}' leads out of /api/v1, which is all that is called here.`);
}

type QueryValue = string | number | boolean | undefined;
/** The query of a list. */
export type QueryFields = Readonly<Record<string, QueryValue | Readonly<Record<string, QueryValue>>>>;

/**
 * A query string as the APIs read it, with its question mark: `{metadata: {order: 7}}` becomes `?metadata[order]=7`.
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
