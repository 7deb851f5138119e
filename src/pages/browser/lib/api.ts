/** The public client API, as pages call it: no key, and the name of the caller. */
export const sdkName = 'web/1.0.0';

export interface Refusal {
  readonly error: string;
  readonly code: string | null;
  readonly declineCode: string | null;
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal; readonly retryAfter: number | null }
  /** No answer came: whether the request did is not known. */
  | { readonly kind: 'unreachable' };

/** How long an answer may take, in milliseconds (specification, "Limits" 7). */
const longestCall = 20_000;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const getJson = <T>(url: string): Promise<Answer<T>> => call<T>('GET', url, undefined, {});

export const postJson = <T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> =>
  call<T>('POST', url, body, headers);

async function call<T>(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        'x-service-sdk': sdkName,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(longestCall),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  let answer: unknown = null;
  try {
    answer = await response.json();
  } catch {
    // Whoever answered is not the service: for a success it is no success, for a refusal the status tells.
    if (response.ok) return { kind: 'unreachable' };
  }
  if (response.ok) return { kind: 'done', body: answer as T };
  const { error, code, declineCode } = fieldsOf(answer);
  const seconds = Number(response.headers.get('retry-after'));
  return {
    kind: 'refused',
    status: response.status,
    refusal: {
      error: textOf(error) ?? `The service answered ${response.status}.`,
      code: textOf(code),
      declineCode: textOf(declineCode),
    },
    retryAfter: seconds > 0 ? seconds : null,
  };
}
