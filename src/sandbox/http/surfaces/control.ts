import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean } from '../../../core/base/closest.ts';
import { secondMs } from '../../../core/base/instants.ts';
import { remembering } from '../../../core/base/once.ts';
import { reasonOf } from '../../../core/base/system-errors.ts';
import { wakeAfter } from '../../../core/base/time.ts';
import { errorOf, errorOfPart, invalidPart, ServiceError } from '../../../core/kernel/errors.ts';
import { attributedTo } from '../../../core/kernel/events.ts';
import type { ControlToken, Mode, Workspace } from '../../../core/kernel/workspace.ts';
import { publicOriginOf } from '../../../payments/platform/surroundings.ts';
import type { SandboxOperation } from '../../control/operation.ts';
import type { Sandbox } from '../../control/sandbox.ts';
import { beginCall, callerWithoutKey, isUnrouted } from '../call.ts';
import { checkOrigin } from '../guard.ts';
import { asServiceError, bodyTooLarge, plainRefusal, sendError, servedAs } from '../replies.ts';
import { connectionOf } from '../requests/connections.ts';
import { parameterUnknown } from '../requests/input.ts';
import { type AccessPolicy, admitted, bearerOf, tokenOf } from './admission.ts';
import { type Policy, refusalsBy } from './policy.ts';
import { withWhereabouts } from './whereabouts.ts';

/** A message of the stream: its type and data. */
interface StreamMessage {
  event: string;
  data: { number: number };
}

/** Responds to an agent's request. */
export type AgentHandler = (request: Request) => Promise<Response>;

export interface ControlApi extends AccessPolicy {
  /** The operations on the sandbox itself. The registry has the operations of the slices. */
  operations: readonly SandboxOperation[];
  /** Server-sent events of a data set, until the signal ends them. */
  streamOf: (sandbox: Sandbox, of: StreamScope, signal: AbortSignal) => AsyncIterable<StreamMessage>;
  allowedHosts: ReadonlySet<string>;
  /**
   * Serves agents (Model Context Protocol), with a workspace token if they sent one. If absent, no agents are served.
   */
  agents?: (token?: string) => Promise<AgentHandler>;
  warn: (message: string) => void;
}

/** The data set of a stream. */
interface StreamScope {
  workspace: Workspace;
  mode: Mode;
  /** The listener's workspace token; null if the listener can access the whole emulator. */
  token: ControlToken | null;
  /** The maximum number of messages per second; absent if there is no limit. */
  most?: number;
  /** The number of a message. The stream begins with the messages after it. */
  since?: number;
  /** How often the stream sends a comment, in seconds. */
  heartbeat?: number;
  /** Waits for the listener's turn before each page of earlier messages; absent for the whole emulator. */
  turn?: () => Promise<void>;
}

/** The policy of the control API. The developer selects the data set with `?workspace=` and `?mode=`. */
export const controlPolicy = (api: ControlApi): Policy => ({
  surface: 'control',
  prefix: '/_emulator',
  operations: [...api.operations, ...api.sandbox.engine.registry.operationsOf('control')],
  isLogged: false,
  // An unknown field in a control API request is a typo, so it is rejected.
  isStrict: () => true,
  begin: (operation, { id }) => beginCall(id, operation, null),
  admit: (call, request) => {
    checkOrigin(request.raw, api.allowedHosts, publicOriginOf(api.sandbox.engine));
    // A path without a route reveals nothing about a workspace, whatever the query contains.
    if (isUnrouted(request)) void tokenOf(api, request);
    else {
      const { token, ...owner } = admitted(api, request);
      if (token !== null && call.operation?.largestBody !== undefined) checkLength(request, token.workspace_id);
      call.token = token;
      call.caller = callerWithoutKey(owner);
    }
    call.audit = auditOf(request);
    // An application can add its own endpoint. All other calls come from a test or an audit.
    if (call.audit === null && call.operation?.id !== 'webhook_endpoints.create') {
      const connection = connectionOf(request.raw);
      connection.steers = true;
      api.sandbox.requests.steeredOn(connection);
    }
  },
  queryOf: (query) => {
    const { workspace: _workspace, mode: _mode, ...rest } = query as Record<string, unknown>;
    return rest;
  },
  factsOf: ({ id, caller, token, operation, audit }, request) => ({
    workspace: caller?.workspace,
    mode: caller?.mode,
    within: token?.workspace_id ?? null,
    cause: attributedTo({ type: 'control', id, name: operation?.id ?? '' }, audit ?? undefined),
    gone: () => hangUpOf(request),
  }),
  causeOf: ({ id, audit }, operation) => attributedTo({ type: 'control', id, name: operation.id }, audit ?? undefined),
  // The control API belongs to the emulator, so no profile applies.
  profile: null,
  ...refusalsBy(null, plainRefusal, (reply, error) =>
    sendError(reply, withWhereabouts(api.sandbox, reply.request, error)),
  ),
});

/**
 * The adversity that an audit names in a header, to mark the effects of its calls.
 * @throws 400 `parameter_invalid` for an unknown name
 */
function auditOf({ headers }: FastifyRequest): string | null {
  const { 'emulator-audit': name = null } = headers;
  if (name === null) return null;
  if (typeof name === 'string' && /^[a-z][a-z-]{0,40}$/.test(name)) return name;
  throw invalidPart(
    'Emulator-Audit',
    'The header Emulator-Audit must contain the name of an adversity, such as payout-returned.',
  );
}

/** How many bytes a large body, such as a fixture, can have with the token of one workspace. */
const longestBodyWithToken = 1024 * 1024;

/** @throws 413 before the body is read, so that no caller can fill the memory with bodies */
function checkLength({ headers }: FastifyRequest, within: string): void {
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && Number(headers['content-length'] ?? 0) <= longestBodyWithToken) return;
  throw errorOf(
    bodyTooLarge,
    `With the token for ${within}, a body can have at most ${longestBodyWithToken} bytes, and needs a Content-Length. Use the token for the whole emulator.`,
  );
}

/** How many streams can be open with the tokens of one workspace. */
const mostStreamsWithToken = 100;

/** Counts the open streams of a workspace. @throws 429 for too many */
function countStream(open: Map<string, number>, within: string, { raw }: FastifyReply): void {
  const count = open.get(within) ?? 0;
  if (count >= mostStreamsWithToken) {
    throw new ServiceError(
      'rate_limit_error',
      `With the token for ${within}, at most ${mostStreamsWithToken} streams can be open. Close one of them.`,
    );
  }
  open.set(within, count + 1);
  raw.once('close', () => open.set(within, open.get(within)! - 1));
}

/** Registers the stream below `/_emulator`. */
export function registerStream(app: FastifyInstance, api: ControlApi): void {
  const open = new Map<string, number>();
  const { turns } = api.sandbox;
  app.route({
    method: servedAs('GET'),
    url: '/stream',
    config: { reach: 'workspace' },
    handler: (request, reply) => {
      try {
        const { caller, token } = request.call!;
        refuseUnknown(request);
        if (token !== null) countStream(open, token.workspace_id, reply);
        void sendStream(api, request, reply, {
          workspace: caller!.workspace,
          mode: caller!.mode,
          token,
          most: mostOf(request),
          since: sinceOf(request),
          heartbeat: heartbeatOf(request),
          ...(token === null ? {} : { turn: () => turns.next(token.workspace_id) }),
        });
      } catch (error) {
        sendError(reply, asServiceError(request, error, api.warn));
      }
    },
  });
}

/** Registers the address for agents below `/_emulator`. Their server is loaded on the first request. */
export function registerAgents(app: FastifyInstance, { agents, sandbox: { turns }, warn }: ControlApi): void {
  if (agents === undefined) return;
  const loaded = remembering(() => agents());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { reach: 'workspace' },
    handler: async (request, reply) => {
      try {
        const { token } = request.call!;
        if (token !== null) await turns.next(token.workspace_id);
        const answer = await (token === null ? loaded() : agents(bearerOf(request)));
        const { method, headers, body } = request;
        const asked = new Request('http://localhost/_emulator/mcp', {
          method,
          headers: Object.entries(headers).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value]] : [],
          ),
          ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
        });
        return reply.send(await answer(asked));
      } catch (error) {
        sendError(reply, asServiceError(request, error, warn));
        return reply;
      }
    },
  });
}

const streamParameters = ['workspace', 'mode', 'most', 'since', 'heartbeat'];

/** @throws 400 `parameter_unknown` for a query parameter that a stream does not know */
function refuseUnknown({ query }: FastifyRequest): void {
  const unknown = Object.keys(query as object).find((name) => !streamParameters.includes(name));
  if (unknown === undefined) return;
  const name = unknown.slice(0, 100);
  throw errorOfPart(parameterUnknown, name, `/stream has no parameter '${name}'.${didYouMean(name, streamParameters)}`);
}

/**
 * The `?most=` parameter of a stream.
 * @throws 400 `parameter_invalid`
 */
function mostOf(request: FastifyRequest): number | undefined {
  const { most } = request.query as { most?: unknown };
  if (most === undefined) return undefined;
  const number = typeof most === 'string' && /^\d{1,6}$/.test(most) ? Number(most) : 0;
  if (number === 0) throw invalidPart('most', 'most must be an integer from 1 to 999999, in messages per second.');
  return number;
}

/**
 * The number after which a stream begins: from `?since=`, or from the `Last-Event-ID` of a reader that reconnects.
 * @throws 400 `parameter_invalid`
 */
function sinceOf(request: FastifyRequest): number | undefined {
  const { since = request.headers['last-event-id'] } = request.query as { since?: unknown };
  if (since === undefined) return undefined;
  if (typeof since === 'string' && /^\d{1,15}$/.test(since)) return Number(since);
  throw invalidPart('since', 'since must be the number of a message, or 0 for all messages.');
}

/**
 * The `?heartbeat=` parameter of a stream.
 * @throws 400 `parameter_invalid`
 */
function heartbeatOf(request: FastifyRequest): number | undefined {
  const { heartbeat } = request.query as { heartbeat?: unknown };
  if (heartbeat === undefined) return undefined;
  const seconds = typeof heartbeat === 'string' && /^\d{1,2}$/.test(heartbeat) ? Number(heartbeat) : 0;
  if (seconds >= 1 && seconds <= 60) return seconds;
  throw invalidPart('heartbeat', 'heartbeat must be an integer from 1 to 60, in seconds.');
}

/** A signal that aborts when the caller disconnects. */
function hangUpOf({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

async function sendStream(api: ControlApi, request: FastifyRequest, reply: FastifyReply, streamed: StreamScope) {
  const gone = hangUpOf(request);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx passes on what it receives at once, whatever its settings.
    'X-Accel-Buffering': 'no',
    'Request-Id': request.id,
  });
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  const { stopping } = api.sandbox;
  const ended = AbortSignal.any([gone, stopping]);
  // A reader knows from the first comment that the stream is open, and can continue after the number.
  const { since, heartbeat = usualHeartbeat } = streamed;
  raw.write(`${since === undefined ? `id: ${api.sandbox.log.latest}\n` : ''}: connected\n\n`);
  const stopBeating = beat(raw, heartbeat);
  try {
    const { token } = streamed;
    for await (const { event, data } of api.streamOf(api.sandbox, streamed, ended)) {
      // The token may have been removed in the meantime.
      if (token !== null && api.sandbox.tokens.get(token.id) === undefined) break;
      if (!raw.write(`id: ${data.number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await new Promise<void>((resolve) => {
          const goOn = (): void => {
            raw.off('drain', goOn);
            raw.off('close', goOn);
            resolve();
          };
          raw.on('drain', goOn);
          raw.on('close', goOn);
        });
      }
      if (ended.aborted) break;
    }
  } catch (error) {
    api.warn(`The stream ended: ${reasonOf(error)}`);
  }
  stopBeating();
  raw.end(stopping.aborted ? ': stopping\n\n' : '');
}

/** How often a stream sends a comment, in seconds, because proxies close connections that are silent for a minute. */
const usualHeartbeat = 15;

/** Sends a comment regularly. Returns a function that stops this. */
function beat(raw: FastifyReply['raw'], seconds: number): () => void {
  let cancel = (): void => {};
  const next = (): void => {
    cancel = wakeAfter(seconds * secondMs, () => {
      // A reader that does not take what it already has needs no comment.
      if (raw.writableLength === 0) raw.write(': heartbeat\n\n');
      next();
    });
  };
  next();
  return () => cancel();
}
