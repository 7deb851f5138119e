/** The message of an error, in one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');

/** The system's name of an error (`ENOENT`); undefined for an error of another origin. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const connectionTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was closed without a whole answer',
  ENOTFOUND: 'the host name was not found',
  ERR_ASSERTION: 'the answer is not valid HTTP',
};

/** The longest error message of a library that is passed on, in characters. */
const longestError = 200;

/**
 * Why a request over HTTP got no whole answer, in a clause.
 * @param timeout of the request, in milliseconds
 */
export function whyUnanswered(error: Error & { code?: string; errors?: Error[] }, timeout: number): string {
  if (error.code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${timeout / 1000} s`;
  if (error.code === 'UND_ERR_HEADERS_TIMEOUT') return `no answer within ${timeout / 1000} s`;
  const known = error.code === undefined ? undefined : connectionTexts[error.code];
  if (known !== undefined) return known;
  // If several addresses of a name were tried, only the inner errors have messages.
  const message = error.message || error.errors?.map((each) => each.message).join('; ') || error.name;
  return message.replace(/\s+/g, ' ').slice(0, longestError);
}
