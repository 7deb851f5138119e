import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyClientOperation } from '../engine/client-operation.ts';
import type { AnyOperation } from '../engine/operation.ts';
import { nobodysRate } from './rate-limits.ts';
import { setRateHeaders } from './replies.ts';

/** What the browser SDK reads with a publishable key, beside what it may call. */
const readByPages: ReadonlySet<string> = new Set(['tokenization_key.get', 'wallet_domains.list']);

/** How long a browser may remember the answer to a preflight, in seconds. */
const remembered = 600;
const exposed =
  'Idempotency-Replayed, Retry-After, Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Tier';

/** Whether an operation of the merchant API is one that a page calls, by the browser SDK. */
const isForPages = ({ id, access }: AnyOperation): boolean => access === 'publishable' || readByPages.has(id);

/** Lets pages of any origin read the answer, where the route is one that pages call. Others say nothing of origins. */
export function openToPages(request: FastifyRequest, reply: FastifyReply): void {
  const { operation, clientOperation } = request.routeOptions.config ?? {};
  if (clientOperation === undefined && (operation === undefined || !isForPages(operation))) return;
  reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Expose-Headers', exposed);
}

/**
 * Answers what a browser asks before it calls from a page of another origin: for the client API, the card vault, and
 * what the browser SDK calls with a publishable key; for nothing else. It takes a scope of its own.
 */
export function registerPreflights(
  app: FastifyInstance,
  merchant: { readonly prefix: string; readonly operations: readonly AnyOperation[] },
  client: readonly AnyClientOperation[],
): void {
  const merchantPaths = merchant.operations
    .filter(isForPages)
    .map(({ method, path }) => ({ method, path: `${merchant.prefix}${path}` }));
  const methods = new Map<string, string[]>();
  for (const { method, path } of [...merchantPaths, ...client]) {
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  // A body has nothing to say here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
  // Below this prefix every answer has them, refusals of the framework among them.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(`${merchant.prefix}/`)) setRateHeaders(reply, nobodysRate);
    done();
  });
  for (const [path, allowed] of methods) {
    app.options(path.replace(/\{(\w+)\}/g, ':$1'), (_request, reply) =>
      reply
        .header('Access-Control-Allow-Origin', '*')
        .header('Access-Control-Allow-Methods', allowed.join(', '))
        .header('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, X-Service-SDK')
        .header('Access-Control-Max-Age', String(remembered))
        .code(204)
        .send(),
    );
  }
}
