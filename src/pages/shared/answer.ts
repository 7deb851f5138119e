/** Answers of the client API, as pages and the SDK read them. */

export interface Refusal {
  readonly error: string;
  /** The code in the body; null: the body has only a message. */
  readonly code: string | null;
  readonly declineCode: string | null;
  /** The code of the catalogue, which a header always names: `parameter_missing`. */
  readonly reason: string | null;
  /** The parameter that the service refused: `vaultExpMonth`. */
  readonly param: string | null;
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal; readonly retryAfter: number | null }
  /** No answer came; the request may have arrived. */
  | { readonly kind: 'unreachable' };

/** An object of unknown origin: any field may be missing or wrong. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * @param header the value of a header by its name; null: the answer has no such header
 * @param text the body
 */
export function answerOf<T>(status: number, header: (name: string) => string | null, text: string): Answer<T> {
  const isDone = status >= 200 && status < 300;
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A success without JSON did not come from the service. The status identifies a refusal.
    if (isDone) return { kind: 'unreachable' };
  }
  if (isDone) return { kind: 'done', body: body as T };
  const { error, code, declineCode } = fieldsOf(body);
  const seconds = Number(header('retry-after'));
  return {
    kind: 'refused',
    status,
    refusal: {
      error: textOrNull(error) ?? `The service answered ${status}.`,
      code: textOrNull(code),
      declineCode: textOrNull(declineCode),
      reason: header('x-emulator-code'),
      param: header('x-emulator-param'),
    },
    retryAfter: seconds > 0 ? seconds : null,
  };
}
