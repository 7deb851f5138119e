import type { Server as HttpServer } from 'node:http';
import type { createServer as createSecureServer } from 'node:https';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  type FastifyServerOptions,
  type onRequestHookHandler,
} from 'fastify';
import { Assets } from '../../pages/assets.ts';
import { pagePaths } from '../../pages/paths.ts';
import { type ApiParts, type ApiSurfaces, apiSurfaces, PathRefusals } from './api-surfaces.ts';
import { refuseBadRequest } from './bad-requests.ts';
import { registerDocs } from './docs/routes.ts';
import type { Gate } from './gate.ts';
import { checkExpectation, checkHost } from './guard.ts';
import type { PathGroup } from './openapi/nearest-path.ts';
import { registerPages } from './page-routes.ts';
import { type NoRoute, Pipeline } from './pipeline.ts';
import { callersApart, ofOurPages } from './profiled-requests.ts';
import { asServiceError, methodsAt, rateHeaders, sendError, sendNoRoute } from './replies.ts';
import { longestParam } from './requests/input.ts';
import { registerSdk } from './sdk-routes.ts';
import { setHeaders } from './send.ts';
import { type ControlApi, controlPolicy, registerAgents, registerStream } from './surfaces/control.ts';
import { registerPreflights } from './surfaces/cors.ts';
import type { Policy } from './surfaces/policy.ts';
import { nobodysRate } from './surfaces/rate-limits.ts';

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

export interface ServerOptions extends ApiParts {
  /** The host names under which a caller can reach the server, besides those of this machine. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Holds requests before the start is complete, and while a stop closes the listener. */
  readonly gate: Gate;
  /**
   * The identity of a server that uses only https, and the function that creates the server, because TLS is loaded only
   * when it is used. If null, the server uses http.
   */
  readonly secure: { identity: { key: string; cert: string }; make: typeof createSecureServer } | null;
  /** Aborted as soon as a stop begins: answers then close their connections. */
  readonly stopping: AbortSignal;
  readonly warn: (message: string) => void;
}

/** The server of all surfaces. It has no routes before `serve`, and does not listen yet. */
export class Server {
  readonly app: FastifyInstance;
  readonly #options: ServerOptions;
  readonly #surfaces: ApiSurfaces;
  readonly #assets = new Assets();
  readonly #refusals: PathRefusals;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#surfaces = apiSurfaces(options);
    this.#refusals = new PathRefusals(this.#surfaces, this.#assets, options.warn);
    this.app = Fastify(this.#settings());
    // There is no limit on the number of headers, because an `Origin` after many others must be seen.
    this.app.server.maxHeadersCount = 0;
    this.app.decorateRequest('call', null);
    this.app.decorateRequest('operation', null);
    this.app.decorate('isStopping', options.stopping);
    // The HTTP server itself would reject the request with an empty body, or ask for the body of a rejected request.
    for (const event of ['checkExpectation', 'checkContinue']) {
      this.app.server.on(event, (request, response) => this.app.server.emit('request', request, response));
    }
    this.#addHooks();
    this.app.setErrorHandler((error, request, reply) => this.#refusals.send(request, reply, error));
  }

  /** Registers the routes of all surfaces, the docs and the pages. */
  serve(control: ControlApi): void {
    const { app } = this;
    const { engine, warn } = this.#options;
    const { merchant, client } = this.#surfaces;
    const policies = [merchant, controlPolicy(control)];
    const documents = registerDocs(app, control, this.#assets).map((path) => ({ path }));
    const answered = [...policies, { prefix: '', operations: [...client.operations, ...pagePaths, ...documents] }].map(
      ({ prefix, operations }) => ({ prefix, paths: operations.map(({ path }) => path) }),
    );
    for (const policy of policies) this.#servePolicy(policy, control, answered);
    const noRoute = (request: FastifyRequest, reply: FastifyReply): void => {
      // `OPTIONS *` asks about the server as a whole.
      if (request.url === '*') return void reply.header('Allow', everyMethod).code(204).send();
      const allowed = methodsAt([...client.operations, ...pagePaths], request.url.split('?')[0]!);
      sendNoRoute(request, reply, { allowed, answered, send: this.#refusals.senderFor(request) });
    };
    this.#serveClient(control, answered, noRoute);
    app.register(async (scope) =>
      registerPreflights(scope, merchant.prefix, [
        ...engine.registry.operationsOf('merchant'),
        ...engine.registry.operationsOf('client'),
      ]),
    );
    app.register(async (scope) => registerPages(scope, engine, warn));
    registerSdk(app);
    app.setNotFoundHandler(noRoute);
  }

  #settings(): FastifyHttpOptions<HttpServer> {
    const { engine, profile, secure } = this.#options;
    return {
      logger: false,
      bodyLimit: largestBody,
      requestTimeout: requestWithin,
      keepAliveTimeout,
      forceCloseConnections: 'idle',
      genReqId: () => engine.nextCallId('req'),
      // Requests during a stop are answered normally, because a 503 would mean an unknown outcome.
      return503OnClosing: false,
      exposeHeadRoutes: false,
      routerOptions: {
        maxParamLength: longestParam,
        ...(profile === null ? {} : { constraints: { caller: callersApart } }),
      },
      http: parser,
      ...(secure === null ? {} : { serverFactory: secureFactory(secure) }),
      schemaController: { compilersFactory },
      clientErrorHandler: (error, socket) => refuseBadRequest(error, socket, engine.nextCallId('req')),
      frameworkErrors: (error, request, reply) => {
        // No hook runs before these errors.
        reply.header('request-id', request.id);
        this.#setRateHeaders(request, reply);
        this.#refusals.send(request as FastifyRequest, reply, error);
      },
    };
  }

  #addHooks(): void {
    const { gate, profile } = this.#options;
    const guard = this.#guard();
    this.app.addHook('onRequest', (request, reply, done) =>
      gate.pass(() => guard.call(this.app, request, reply, done)),
    );
    // The headers are accepted, so the caller can send the body.
    this.app.addHook('preParsing', ({ raw: { headers, httpVersion } }, reply, payload, done) => {
      if (headers.expect !== undefined && httpVersion !== '1.0') reply.raw.writeContinue();
      done(null, payload);
    });
    // Responses of `sendJson` do not pass through here.
    this.app.addHook('onSend', (request, reply, payload, done) => {
      setHeaders(request, reply);
      // The emulator's own client recognizes a response of the control API by its headers.
      if (!request.url.startsWith('/_emulator/')) for (const name of profile?.unsent ?? []) reply.removeHeader(name);
      done(null, payload);
    });
  }

  #guard(): onRequestHookHandler {
    const { allowedHosts, warn } = this.#options;
    const knownHosts = new Set<string>();
    return (request, reply, done) => {
      try {
        checkHost(request.raw, allowedHosts, knownHosts);
        checkExpectation(request.raw);
        done();
      } catch (error) {
        this.#setRateHeaders(request, reply);
        sendError(reply, asServiceError(request, error, warn));
      }
    };
  }

  #setRateHeaders({ url }: Pick<FastifyRequest, 'url'>, reply: Pick<FastifyReply, 'headers'>): void {
    if (url.startsWith(`${this.#surfaces.merchant.prefix}/`)) reply.headers(rateHeaders(nobodysRate));
  }

  #servePolicy(policy: Policy, control: ControlApi, answered: readonly PathGroup[]): void {
    const { profile, warn } = this.#options;
    const { prefix, surface } = policy;
    this.app.register(
      async (scope) => {
        const noRoute = noRouteBelow(policy, answered);
        new Pipeline(control, policy, warn).register(scope, { noRoute, profile });
        if (surface === 'control') {
          registerStream(scope, control);
          registerAgents(scope, control);
        }
        scope.setNotFoundHandler(noRoute);
      },
      { prefix },
    );
  }

  /** Serves the client API, and the merchant API for the emulator's own pages, which no profile changes. */
  #serveClient(control: ControlApi, answered: readonly PathGroup[], noRoute: NoRoute): void {
    const { profile, warn } = this.#options;
    const { client, unprofiled } = this.#surfaces;
    this.app.register(async (scope) => {
      new Pipeline(control, client, warn).register(scope, { noRoute, profile });
    });
    for (const policy of unprofiled) {
      const { prefix } = policy;
      const served = { noRoute: noRouteBelow(policy, answered), profile: null, constraints: ofOurPages };
      this.app.register(async (scope) => new Pipeline(control, policy, warn).register(scope, served), { prefix });
    }
  }
}

const secureFactory =
  ({ identity, make }: NonNullable<ServerOptions['secure']>): FastifyServerFactory<HttpServer> =>
  (handler) => {
    const { key, cert } = identity;
    return make({ ...parser, requestTimeout: requestWithin, keepAliveTimeout, key, cert }, handler);
  };

/** Responds to requests without a route, if the path is below the prefix of these operations. */
const noRouteBelow =
  ({ prefix, operations, sendError: send }: Policy, answered: readonly PathGroup[]): NoRoute =>
  (request, reply) => {
    const allowed = methodsAt(operations, request.url.split('?')[0]!.slice(prefix.length));
    sendNoRoute(request, reply, { allowed, answered, send });
  };

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * `InputCheck` checks requests and `AnswerWriter` writes responses, so the framework's own compilers are not loaded.
 */
const compilersFactory = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as CompilersFactory;
