import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { ServedOperation } from '../call.ts';
import { type Headers, rateHeaders, servedAs } from '../replies.ts';
import { nobodysRate } from './rate-limits.ts';

/** How long a browser can cache the response to a preflight request, in seconds. */
const remembered = 600;
const exposed =
  'Idempotency-Replayed, Retry-After, Request-Id, X-Emulator-Code, X-Emulator-Ignored, X-Emulator-Param, X-Emulator-Refused, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Tier';

const readByPages: Headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed };

/**
 * Whether pages of any origin can call an operation, because it belongs to the client API or the browser SDK calls
 * it.
 */
const isForPages = ({ surface, access, forPages }: ServedOperation): boolean =>
  surface === 'client' || access === 'publishable' || forPages === true;

/** The headers that let pages of any origin read the response; null if pages may not call the route. */
export const headersForPages = ({ operation }: FastifyRequest): Headers | null =>
  operation !== null && isForPages(operation) ? readByPages : null;

/**
 * Responds to preflight requests from pages of other origins: for the client API, the card vault, and the operations
 * that the browser SDK calls with a publishable key. Needs a separate scope.
 */
export function registerPreflights(
  app: FastifyInstance,
  merchantPrefix: string,
  operations: readonly AnyOperation[],
): void {
  const methods = new Map<string, string[]>();
  for (const operation of operations.filter(isForPages)) {
    const path = operation.surface === 'merchant' ? `${merchantPrefix}${operation.path}` : operation.path;
    methods.set(path, [...(methods.get(path) ?? []), ...servedAs(operation.method)]);
  }
  // Preflight requests have no body to read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
  // Every response below this prefix has the headers, including framework errors.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(`${merchantPrefix}/`)) reply.headers(rateHeaders(nobodysRate));
    done();
  });
  for (const [path, allowed] of methods) {
    app.options(path.replace(/\{(\w+)\}/g, ':$1'), (_request, reply) =>
      reply
        .header('Access-Control-Allow-Origin', '*')
        .header('Access-Control-Allow-Methods', allowed.join(', '))
        .header(
          'Access-Control-Allow-Headers',
          'Authorization, Content-Type, Idempotency-Key, X-Emulator-Outcome, X-Service-SDK',
        )
        .header('Access-Control-Max-Age', String(remembered))
        .code(204)
        .send(),
    );
  }
}
