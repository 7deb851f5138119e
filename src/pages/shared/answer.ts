/** Responses of the client API, as pages and the SDK read them. */

export interface Refusal {
  readonly error: string;
  /** The code in the body; null if the body has only a message. */
  readonly code: string | null;
  readonly declineCode: string | null;
  /** The code from the catalog, which a header always contains, such as `parameter_missing`. */
  readonly reason: string | null;
  /** The parameter that the service refused, such as `vaultExpMonth`. */
  readonly param: string | null;
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal; readonly retryAfter: number | null }
  /** No response arrived, but the service may have received the request. */
  | { readonly kind: 'unreachable' };

/** An object of unknown origin, in which any field can be missing or wrong. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * @param header returns the value of a header by its name; null if the response has no such header
 * @param text the body
 */
export function answerOf<T>(status: number, header: (name: string) => string | null, text: string): Answer<T> {
  const isDone = status >= 200 && status < 300;
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A success without JSON did not come from the service. A refusal is identified by its status.
    if (isDone) return { kind: 'unreachable' };
  }
  if (isDone) return { kind: 'done', body: body as T };
  const { error, code, declineCode } = fieldsOf(body);
  const seconds = Number(header('retry-after'));
  return {
    kind: 'refused',
    status,
    refusal: {
      error: textOrNull(error) ?? `The service responded with status ${status}.`,
      code: textOrNull(code),
      declineCode: textOrNull(declineCode),
      reason: header('x-emulator-code'),
      param: header('x-emulator-param'),
    },
    retryAfter: seconds > 0 ? seconds : null,
  };
}
