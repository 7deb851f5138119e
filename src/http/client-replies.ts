import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceError } from '../engine/errors.ts';
import { asServiceError } from './replies.ts';

/** Refusals that tell nothing but their message (specification, "Pay responses"). */
const plainTypes: ReadonlySet<string> = new Set(['invalid_request_error', 'not_found_error', 'rate_limit_error']);

/** The body of a refusal of the client API: it has no `type`, and a `code` only where there is something to do about it. */
export const clientErrorBody = ({ message, type, code, extra }: ServiceError): Record<string, unknown> => ({
  error: message,
  ...(code === undefined || plainTypes.has(type) ? {} : { code }),
  ...extra,
});

/** Sends a refusal in the shape of the client API. */
export function sendClientError(reply: FastifyReply, error: ServiceError): void {
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(clientErrorBody(error)));
}

/** Sends whatever was thrown; what nobody expected is told to the log, never to the caller. */
export const sendClientFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  warn: (message: string) => void,
): void => sendClientError(reply, asServiceError(request, error, warn));
