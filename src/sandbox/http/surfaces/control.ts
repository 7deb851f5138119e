import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean } from '../../../core/base/closest.ts';
import { remembering } from '../../../core/base/once.ts';
import { errorOf, errorOfPart, invalidPart, resourceMissing, unauthenticated } from '../../../core/kernel/errors.ts';
import { attributedTo } from '../../../core/kernel/events.ts';
import { type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import type { SandboxOperation } from '../../control/operation.ts';
import type { Sandbox } from '../../control/sandbox.ts';
import { beginCall, callerWithoutKey } from '../call.ts';
import { bearsToken, checkOrigin } from '../guard.ts';
import { asServiceError, plainRefusal, sendError, servedAs } from '../replies.ts';
import { connectionOf } from '../requests/connections.ts';
import { type Policy, refusalsBy } from './policy.ts';

/** A message of the stream: its type and data. */
export interface StreamMessage {
  event: string;
  data: { number: number };
}

/** Answers an agent's request. */
export type AgentHandler = (request: Request) => Promise<Response>;

export interface ControlApi {
  sandbox: Sandbox;
  /** The operations on the sandbox itself; the registry has the operations of the slices. */
  operations: readonly SandboxOperation[];
  /** Server-sent events of a data set, until the signal ends them. */
  streamOf: (sandbox: Sandbox, of: Streamed, signal: AbortSignal) => AsyncIterable<StreamMessage>;
  allowedHosts: ReadonlySet<string>;
  /** Serves agents (Model Context Protocol); absent: no agents are served. */
  agents?: () => Promise<AgentHandler>;
  /** The token for `Authorization: Bearer` if the emulator listens beyond loopback. */
  token: string | null;
  warn: (message: string) => void;
}

/** The data set of a stream. */
export interface Streamed {
  workspace: Workspace;
  mode: Mode;
  /** The most messages per second; absent: no limit. */
  most?: number;
  /** The number of a message: the stream begins with the messages after it. */
  since?: number;
}

/** The policy of the control API: the developer chooses the data set by `?workspace=` and `?mode=`. */
export const controlPolicy = (api: ControlApi): Policy => ({
  surface: 'control',
  prefix: '/_emulator',
  operations: [...api.operations, ...api.sandbox.engine.registry.operationsOf('control')],
  isLogged: false,
  // An unknown field of the control API is a typo, and refused.
  isStrict: () => true,
  begin: (operation, { id }) => beginCall(id, operation, null),
  admit: (call, request) => {
    checkOrigin(request.raw, api.allowedHosts);
    checkToken(api, request);
    if (call.operation !== null) call.caller = callerWithoutKey(pick(api.sandbox, request));
    call.audit = auditOf(request);
    // An application may add its own endpoint; all else is done by a test, or by an audit.
    if (call.audit === null && call.operation?.id !== 'webhook_endpoints.create') {
      connectionOf(request.raw).steers = true;
    }
  },
  queryOf: (query) => {
    const { workspace: _workspace, mode: _mode, ...rest } = query as Record<string, unknown>;
    return rest;
  },
  factsOf: ({ id, caller, operation, audit }, request) => ({
    workspace: caller?.workspace,
    mode: caller?.mode,
    cause: attributedTo({ type: 'control', id, name: operation?.id ?? '' }, audit ?? undefined),
    gone: () => hangUpOf(request),
  }),
  causeOf: ({ id, audit }, operation) => attributedTo({ type: 'control', id, name: operation.id }, audit ?? undefined),
  // The control API is the emulator's own.
  profile: null,
  ...refusalsBy(null, plainRefusal, sendError),
});

/**
 * The adversity that an audit names in a header, to mark the effects of its calls.
 * @throws 400 `parameter_invalid` for an unknown name
 */
function auditOf({ headers }: FastifyRequest): string | null {
  const { 'emulator-audit': name = null } = headers;
  if (name === null) return null;
  if (typeof name === 'string' && /^[a-z][a-z-]{0,40}$/.test(name)) return name;
  throw invalidPart('Emulator-Audit', 'The header Emulator-Audit names an adversity: payout-returned.');
}

/** Registers the stream below `/_emulator`. */
export function registerStream(app: FastifyInstance, api: ControlApi): void {
  app.route({
    method: servedAs('GET'),
    url: '/stream',
    handler: (request, reply) => {
      try {
        void sendStream(api, request, reply, {
          ...pick(api.sandbox, request),
          most: mostOf(request),
          since: sinceOf(request),
        });
      } catch (error) {
        sendError(reply, asServiceError(request, error, api.warn));
      }
    },
  });
}

/** Registers the address for agents below `/_emulator`. Their server is loaded with the first request. */
export function registerAgents(app: FastifyInstance, { agents, warn }: ControlApi): void {
  if (agents === undefined) return;
  const loaded = remembering(agents);
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    handler: async (request, reply) => {
      try {
        const answer = await loaded();
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

/**
 * The data set of `?workspace=` and `?mode=`.
 * @throws 404 `resource_missing`, 400 `parameter_invalid`
 */
function pick({ engine, defaultWorkspace }: Sandbox, request: FastifyRequest): { workspace: Workspace; mode: Mode } {
  const { workspace: id = defaultWorkspace, mode = 'test' } = request.query as { workspace?: string; mode?: string };
  if (mode !== 'test' && mode !== 'live')
    throw invalidPart('mode', `mode must be one of ${modes.join(', ')}.${didYouMean(String(mode), modes)}`);
  const workspace = engine.workspace(String(id));
  if (workspace !== undefined) return { workspace, mode };
  const known = [...engine.allWorkspaces()].slice(0, 5).map((each) => each.id);
  const text = `No such workspace: '${id}'. There is ${known.join(', ')}.`;
  throw errorOfPart(resourceMissing, 'workspace', text);
}

/**
 * The `?most=` of a stream.
 * @throws 400 `parameter_invalid`
 */
function mostOf(request: FastifyRequest): number | undefined {
  const { most } = request.query as { most?: unknown };
  if (most === undefined) return undefined;
  const number = typeof most === 'string' && /^\d{1,6}$/.test(most) ? Number(most) : 0;
  if (number === 0) throw invalidPart('most', 'most must be an integer from 1 to 999999: messages a second.');
  return number;
}

/**
 * The number behind which a stream begins: `?since=`, or the `Last-Event-ID` of a reader that connects again.
 * @throws 400 `parameter_invalid`
 */
function sinceOf(request: FastifyRequest): number | undefined {
  const { since = request.headers['last-event-id'] } = request.query as { since?: unknown };
  if (since === undefined) return undefined;
  if (typeof since === 'string' && /^\d{1,15}$/.test(since)) return Number(since);
  throw invalidPart('since', 'since must be the number of a message, or 0 for everything.');
}

/** A signal that aborts when the caller hangs up. */
function hangUpOf({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** @throws 401 `authentication_error` */
function checkToken({ token }: ControlApi, request: FastifyRequest): void {
  if (token === null || request.routeOptions.url?.endsWith('/health')) return;
  if (bearsToken(request.raw, token)) return;
  throw errorOf(
    unauthenticated,
    'This emulator listens beyond loopback: send its token as `Authorization: Bearer`, or set EMULATOR_TOKEN.',
  );
}

async function sendStream(api: ControlApi, request: FastifyRequest, reply: FastifyReply, streamed: Streamed) {
  const gone = hangUpOf(request);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'Request-Id': request.id,
  });
  raw.flushHeaders();
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  try {
    for await (const { event, data } of api.streamOf(api.sandbox, streamed, gone)) {
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
      if (gone.aborted) break;
    }
  } catch (error) {
    api.warn(`The stream ended: ${error instanceof Error ? error.message : String(error)}`);
  }
  raw.end();
}
