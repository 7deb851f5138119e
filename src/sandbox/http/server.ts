import type { Server } from 'node:http';
import type { createServer as createSecureServer } from 'node:https';
import { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  type FastifyServerOptions,
  type onRequestHookHandler,
} from 'fastify';
import { originAt } from '../../core/base/hosts.ts';
import { secondMs } from '../../core/base/instants.ts';
import { wakeAfter } from '../../core/base/time.ts';
import { ServiceError } from '../../core/kernel/errors.ts';
import { Assets } from '../../pages/assets.ts';
import { pageRoutes } from '../../pages/routes.ts';
import { registerDocs } from './docs/routes.ts';
import { checkExpectation, checkHost } from './guard.ts';
import type { PathGroup } from './openapi/nearest-path.ts';
import { registerPages, sendFailurePage, showsPages } from './page-routes.ts';
import { Pipeline } from './pipeline.ts';
import { acceptBy, callersApart, ofOurPages } from './profiled-requests.ts';
import { asServiceError, methodsAt, rateHeaders, sendError, sendNoRoute } from './replies.ts';
import { registerSdk } from './sdk-routes.ts';
import { setHeaders } from './send.ts';
import { clientPolicy } from './surfaces/client.ts';
import { type ControlApi, controlPolicy, registerAgents, registerStream } from './surfaces/control.ts';
import { registerPreflights } from './surfaces/cors.ts';
import { type ApiOptions, merchantPolicy } from './surfaces/merchant.ts';
import type { Policy } from './surfaces/policy.ts';
import { ClientLimits, nobodysRate, RateLimits } from './surfaces/rate-limits.ts';

/** The largest body in bytes, unless the operation sets a different limit. */
const largestBody = 1_048_576;
const everyMethod = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
/** How long the headers, and the whole request, can take to arrive, in real milliseconds. */
const headersWithin = 10_000;
const requestWithin = 30_000;
/** How long an idle connection stays open, in real milliseconds. */
const keepAliveTimeout = 72_000;
/** The options of the HTTP parser, with and without TLS. */
const parser = { headersTimeout: headersWithin, requireHostHeader: false, connectionsCheckingInterval: 1_000 };

export interface ServerOptions {
  /** The options of the APIs, which can change while the server runs. */
  options: ApiOptions;
  control: ControlApi;
  /** The first requests wait for this promise. If absent, no request waits. */
  ready?: Promise<void>;
  /**
   * The identity of a server that uses only https, and the function that creates the server, because TLS is loaded only
   * when it is used. If null or absent, the server uses http.
   */
  secure?: { identity: { key: string; cert: string }; make: typeof createSecureServer } | null;
}

/** Creates the server of all surfaces. The server does not listen yet. */
export function createServer({
  options,
  control,
  ready = Promise.resolve(),
  secure = null,
}: ServerOptions): FastifyInstance {
  const { sandbox, warn } = control;
  const { engine } = sandbox;
  const { profile } = sandbox;
  const [limits, clientLimits] = [new RateLimits(sandbox.limits), new ClientLimits(sandbox.limits)];
  const merchant = merchantPolicy(engine, limits, options, profile);
  const client = clientPolicy(engine, clientLimits, options, profile);
  const clientPrefixes = [...new Set(client.operations.map(({ path }) => path.split('{')[0]!))];
  const isClients = ({ url }: Pick<FastifyRequest, 'url'>) => clientPrefixes.some((prefix) => url.startsWith(prefix));
  const assets = new Assets();
  /** Whether a browser shows the response to a person, at an address that could belong to a page. */
  const isForPeople = (request: FastifyRequest) =>
    showsPages(request) && !isClients(request) && !/^\/(api|_\w+)\//.test(request.url);
  const sendPage = (reply: FastifyReply, refusal: ServiceError): void => sendFailurePage(reply, assets, refusal);
  /** Chooses how to reject a request that reached no operation: in the format of its path. */
  const senderFor = (request: FastifyRequest) => {
    if (isForPeople(request)) return sendPage;
    if (isClients(request)) return client.sendError;
    return request.url.startsWith(`${merchant.prefix}/`) ? merchant.sendError : sendError;
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): void =>
    senderFor(request)(reply, asServiceError(request, error, warn));
  const serverFactory: FastifyServerFactory<Server> | undefined =
    secure === null
      ? undefined
      : (handler) => {
          const { key, cert } = secure.identity;
          return secure.make({ ...parser, requestTimeout: requestWithin, keepAliveTimeout, key, cert }, handler);
        };
  const app = Fastify({
    logger: false,
    bodyLimit: largestBody,
    requestTimeout: requestWithin,
    keepAliveTimeout,
    forceCloseConnections: 'idle',
    genReqId: () => engine.nextCallId('req'),
    // Requests during a stop are answered normally, because a 503 would mean an unknown outcome.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500, ...(profile === null ? {} : { constraints: { caller: callersApart } }) },
    http: parser,
    ...(serverFactory === undefined ? {} : { serverFactory }),
    schemaController: { compilersFactory },
    clientErrorHandler: (error, socket) => refuseBadRequest(error, socket, engine.nextCallId('req')),
    frameworkErrors: (error, request, reply) => {
      // No hook runs before these errors.
      reply.header('request-id', request.id);
      if (request.url.startsWith(`${merchant.prefix}/`)) reply.headers(rateHeaders(nobodysRate));
      refuse(request as FastifyRequest, reply, error);
    },
  });
  // There is no limit on the number of headers, because an `Origin` after many others must be seen.
  app.server.maxHeadersCount = 0;
  app.decorateRequest('call', null);
  // The HTTP server itself would reject the request with an empty body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // The HTTP server itself would ask for the body of a request that is then rejected.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  const knownHosts = new Set<string>();

  let isReady = false;
  void ready.then(() => {
    isReady = true;
  });
  const guard: onRequestHookHandler = (request, reply, done) => {
    try {
      checkHost(request.raw, control.allowedHosts, knownHosts);
      checkExpectation(request.raw);
      done();
    } catch (error) {
      if (request.url.startsWith(`${merchant.prefix}/`)) reply.headers(rateHeaders(nobodysRate));
      sendError(reply, asServiceError(request, error, warn));
    }
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (isReady) guard.call(app, request, reply, done);
    else void ready.then(() => guard.call(app, request, reply, done));
  });
  // The headers are accepted, so the caller can send the body.
  app.addHook('preParsing', ({ raw: { headers, httpVersion } }, reply, payload, done) => {
    if (headers.expect !== undefined && httpVersion !== '1.0') reply.raw.writeContinue();
    done(null, payload);
  });
  // Responses of `sendJson` do not pass through here.
  app.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request, reply);
    // The emulator's own client recognizes a response of the control API by its headers.
    if (!request.url.startsWith('/_emulator/')) for (const name of profile?.unsent ?? []) reply.removeHeader(name);
    done(null, payload);
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));

  const policies = [merchant, controlPolicy(control)];
  const documents = registerDocs(app, control, assets).map((path) => ({ path }));
  const answered = [...policies, { prefix: '', operations: [...client.operations, ...pageRoutes, ...documents] }].map(
    ({ prefix, operations }) => ({ prefix, paths: operations.map(({ path }) => path) }),
  );
  for (const policy of policies) {
    const { prefix, surface } = policy;
    app.register(
      async (scope) => {
        if (profile !== null) acceptBy(profile, scope);
        new Pipeline(sandbox, policy, warn).register(scope);
        if (surface === 'control') {
          registerStream(scope, control);
          registerAgents(scope, control);
        }
        scope.setNotFoundHandler(noRouteBelow(policy, answered));
      },
      { prefix },
    );
  }
  app.register(async (scope) => {
    if (profile !== null) acceptBy(profile, scope);
    new Pipeline(sandbox, client, warn).register(scope);
  });
  if (profile !== null) {
    const own = [merchantPolicy(engine, limits, options, null), clientPolicy(engine, clientLimits, options, null)];
    for (const policy of own) {
      const { prefix } = policy;
      app.register(async (scope) => new Pipeline(sandbox, policy, warn).register(scope, ofOurPages), { prefix });
    }
  }
  app.register(async (scope) =>
    registerPreflights(scope, merchant.prefix, [
      ...engine.registry.operationsOf('merchant'),
      ...engine.registry.operationsOf('client'),
    ]),
  );
  app.register(async (scope) => registerPages(scope, engine, warn, pageRoutes));
  registerSdk(app);
  app.setNotFoundHandler((request, reply) => {
    // `OPTIONS *` asks about the server as a whole.
    if (request.url === '*') return reply.header('Allow', everyMethod).code(204).send();
    const allowed = methodsAt([...client.operations, ...pageRoutes], request.url.split('?')[0]!);
    sendNoRoute(request, reply, allowed, answered, senderFor(request));
  });
  return app;
}

/** Responds to requests without a route, if the path is below the prefix of these operations. */
const noRouteBelow =
  ({ prefix, operations, sendError: send }: Policy, answered: readonly PathGroup[]) =>
  (request: FastifyRequest, reply: FastifyReply): void =>
    sendNoRoute(request, reply, methodsAt(operations, request.url.split('?')[0]!.slice(prefix.length)), answered, send);

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * `InputCheck` checks requests and `AnswerWriter` writes responses, so the framework's own compilers are not loaded.
 */
const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as CompilersFactory;

/** Requests that the HTTP parser rejects also get the service's error format. */
function refuseBadRequest(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ERR_SSL_HTTP_REQUEST') {
    refusePlainly(belowTls(socket), requestId);
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const timedOut = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = timedOut
    ? '408 Request Timeout'
    : tooLarge
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const text = timedOut
    ? 'The request did not arrive in time.'
    : tooLarge
      ? 'The headers are too large.'
      : 'The request is not valid HTTP.';
  endWith(socket, status, text, requestId);
}

/** Responds with http on a port that serves only https. TLS has failed, but the socket below TLS is still open. */
function refusePlainly(socket: Socket | null, requestId: string): void {
  const { localAddress, localPort } = socket ?? {};
  if (socket === null || localAddress === undefined || localPort === undefined) return;
  const origin = originAt('https', localAddress, localPort);
  endWith(socket, '400 Bad Request', `This emulator requires HTTPS. Use ${origin}.`, requestId);
}

/** The socket below TLS; null if Node does not provide it. */
const belowTls = (socket: Socket): Socket | null =>
  '_parent' in socket && socket._parent instanceof Socket ? socket._parent : null;

/**
 * Responds, and closes the connection even if the caller keeps it open, because each open connection uses a file
 * descriptor.
 */
function endWith(socket: Socket, status: string, text: string, requestId: string): void {
  const body = JSON.stringify(new ServiceError('invalid_request_error', text).body());
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.once(
    'close',
    wakeAfter(secondMs, () => socket.destroy()),
  );
}
