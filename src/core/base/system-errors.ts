/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message of whatever was thrown, on one line. */
export const reasonOf = (error: unknown): string => messageOf(error).replaceAll('\n', ' ');

/** The system error code (`ENOENT`); undefined if the error does not come from the system. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const connectionTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  ENOTFOUND: 'the host name was not found',
  ERR_ASSERTION: 'the response is not valid HTTP',
};

/** The maximum length of a library's error message that is passed on, in characters. */
const longestError = 200;

/**
 * Returns the reason why an HTTP request got no complete response, as a clause.
 * @param timeout the timeout of the request, in milliseconds
 */
export function whyUnanswered(error: Error & { code?: string; errors?: Error[] }, timeout: number): string {
  if (error.code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${timeout / 1000} s`;
  if (error.code === 'UND_ERR_HEADERS_TIMEOUT') return `no response within ${timeout / 1000} s`;
  const known = error.code === undefined ? undefined : connectionTexts[error.code];
  if (known !== undefined) return known;
  // If several addresses of a name were tried, only the inner errors have messages.
  const message = error.message || error.errors?.map((each) => each.message).join('; ') || error.name;
  return message.replace(/\s+/g, ' ').slice(0, longestError);
}
