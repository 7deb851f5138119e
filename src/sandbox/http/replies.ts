import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../core/base/system-errors.ts';
import { isPathOf } from '../../core/kernel/declare/operation.ts';
import { errorOf, refusal, resourceMissing, ServiceError, storageUnavailable } from '../../core/kernel/errors.ts';
import { familiarRoute } from './openapi/familiar-routes.ts';
import { nearestPath, type PathGroup, withoutPrefix } from './openapi/nearest-path.ts';
import { longId } from './requests/input.ts';
import { invalidJson } from './requests/parse-body.ts';
import { redactPath } from './requests/redaction.ts';
import type { RateState } from './surfaces/rate-limits.ts';

export const unsupportedMediaType = refusal(415, 'unsupported_media_type');
export const bodyTooLarge = refusal(413, 'body_too_large');
export const methodNotAllowed = refusal(405, 'method_not_allowed');

const internalError = () =>
  new ServiceError(
    'api_error',
    'The emulator failed because of a bug. For details, search the log for the Request-Id.',
  );

/** The headers of a response, with names in lowercase. */
export type Headers = Record<string, string>;

/** The headers of every merchant API response (specification, "Limits" 2). */
export const rateHeaders = ({ limit, remaining, tier }: RateState): Headers => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-tier': tier,
});

/** Sends an error in the service's format. */
export function sendError(reply: FastifyReply, error: ServiceError, shown: ShownRefusal = plainRefusal(error)): void {
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  reply.code(shown.status).type('application/json; charset=utf-8').send(JSON.stringify(shown.body));
}

/** An error in the form in which it is sent. */
export interface ShownRefusal {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly body: Record<string, unknown>;
}

/** An error in the merchant API's format. */
export const plainRefusal = (error: ServiceError): ShownRefusal => {
  const { status, code, param } = error;
  return { status, code, param, body: error.body() };
};

/** An error in the client API's format. */
export const clientRefusal = (error: ServiceError): ShownRefusal => ({
  ...plainRefusal(error),
  body: clientErrorBody(error),
});

/** Types of errors whose body has only a message (specification, "Pay responses"). */
const plainTypes: ReadonlySet<string> = new Set(['invalid_request_error', 'not_found_error', 'rate_limit_error']);

/** The body of an error in the client API. It has no `type`, and it has a `code` only if the client can act on it. */
const clientErrorBody = ({ message, type, code, extra }: ServiceError): Record<string, unknown> => ({
  error: message,
  ...(code === undefined || plainTypes.has(type) ? {} : { code }),
  ...extra,
});

/**
 * Sends an error in the client API's format. The body can contain only the message, so headers of the emulator
 * contain the code and the parameter, which the merchant API has in its body.
 */
export function sendClientError(
  reply: FastifyReply,
  error: ServiceError,
  shown: ShownRefusal = clientRefusal(error),
): void {
  if (shown.code !== undefined) reply.header('X-Emulator-Code', shown.code);
  if (shown.param !== undefined) reply.header('X-Emulator-Param', inHeader(shown.param));
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  reply.code(shown.status).type('application/json; charset=utf-8').send(JSON.stringify(shown.body));
}

/** Makes a name safe for a header, because callers can invent the names of unknown fields. */
const inHeader = (name: string): string => name.slice(0, 200).replace(/[^\x21-\x7e]/g, '?');

interface FrameworkError {
  code?: string;
  statusCode?: number;
  message?: string;
}

/** The 415 error for a body of another type. */
export const notJson = (): ServiceError => errorOf(unsupportedMediaType, 'Send the body as application/json.');

/** Converts framework errors to errors of the service. Any other error is a bug in the emulator. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = error as FrameworkError;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return errorOf(bodyTooLarge, 'The body is larger than 1 MiB.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return errorOf(invalidJson, 'The length of the body does not match Content-Length.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new ServiceError('invalid_request_error', 'The path is not valid.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return longId();
    // The error codes of a process, or of a machine, that has reached its limit of open files and connections.
    case 'EMFILE':
    case 'ENFILE':
      return errorOf(
        storageUnavailable,
        'The emulator cannot open more files. Close connections to it, or raise the open-file limit (ulimit -n), and try again.',
      );
    default:
      return statusCode !== undefined && statusCode < 500
        ? new ServiceError('invalid_request_error', 'The request is not valid.', { status: statusCode })
        : internalError();
  }
}

/**
 * The service error for any thrown error. An unexpected error appears in the log, but is never shown to the caller.
 */
export function asServiceError(request: FastifyRequest, error: unknown, warn: (message: string) => void): ServiceError {
  const known = toServiceError(error);
  if (known.status === 500 && !(error instanceof ServiceError)) {
    const reason = messageOf(error);
    warn(`${request.method} ${redactPath(request.url.split('?')[0]!)} failed: ${reason}`);
  }
  return known;
}

/** Closes the connection without a response. */
export function cutConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const { socket } = request.raw;
  // Use the socket itself, because a request that was read completely no longer has it. Calls that a page makes within
  // the process have no socket.
  if (socket instanceof Socket) socket.destroy();
  else reply.raw.destroy();
}

/** What the server knows about a request without a route. */
interface Unrouted {
  /** The methods of the path; empty if the path is unknown. */
  readonly allowed: readonly string[];
  /** All known paths, for the nearest one. */
  readonly answered: readonly PathGroup[];
  readonly send: (reply: FastifyReply, error: ServiceError) => void;
}

/**
 * Responds with 404 for an unknown path and names the nearest known path, or with 405 if only the method is wrong.
 */
export function sendNoRoute(request: FastifyRequest, reply: FastifyReply, { allowed, answered, send }: Unrouted): void {
  const path = redactPath(request.url.split('?')[0]!);
  const familiar = familiarRoute(request.method, withoutPrefix(path));
  if (allowed.length === 0) {
    const near = familiar ?? nearestPath(path, answered);
    const hint = near === null ? ' The docs at /docs list the routes.' : ` Did you mean ${near}?`;
    send(reply, errorOf(resourceMissing, `There is no route at ${path}.${hint}`));
    return;
  }
  const methods = allowed.join(', ');
  const hint = familiar === null ? '' : ` Did you mean ${familiar}?`;
  const message = `${path} does not accept ${request.method}. Use ${methods}.${hint}`;
  reply.header('Allow', methods);
  send(reply, errorOf(methodNotAllowed, message));
}

/** Redirects, with a `Content-Length` of 0, which the framework omits for HEAD. */
export const redirect = (reply: FastifyReply, location: string, status: 302 | 303): FastifyReply =>
  reply.header('Content-Length', '0').redirect(location, status);

/** The methods that a declared method serves. GET also serves HEAD, for which the HTTP server omits the body. */
export const servedAs = <M extends string>(method: M): (M | 'HEAD')[] =>
  method === 'GET' ? [method, 'HEAD'] : [method];

/** The methods of a path, based on the templates of operations. A 405 response lists them. */
export const methodsAt = (operations: readonly { method: string; path: string }[], path: string): string[] => [
  ...new Set(
    operations.filter((operation) => isPathOf(operation.path, path)).flatMap(({ method }) => servedAs(method)),
  ),
];
