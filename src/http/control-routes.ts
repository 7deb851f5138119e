import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnyControlOperation, RawAnswer } from '../control/operation.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { invalid, ServiceError } from '../engine/errors.ts';
import type { Cause } from '../engine/events.ts';
import type { Mode, Workspace } from '../engine/workspace.ts';
import { InputCheck } from '../validation/input-check.ts';
import { checkOrigin } from './guard.ts';
import { hasEscapes, maskDeeply, mayHoldCardNumber, parseJson } from './parse-body.ts';
import { sensitiveFields } from './redaction.ts';
import { sendFailure } from './replies.ts';

/** A message of the stream: its kind, and what it says. */
export interface StreamMessage {
  event: string;
  data: unknown;
}

export interface ControlApi {
  sandbox: Sandbox;
  operations: readonly AnyControlOperation[];
  /** Server-sent events of a workspace's data set until the signal ends it. */
  streamOf: (sandbox: Sandbox, filter: StreamFilter, signal: AbortSignal) => AsyncIterable<StreamMessage>;
  allowedHosts: ReadonlySet<string>;
  /** What `Authorization: Bearer` must say where the emulator listens beyond loopback. */
  token: string | null;
  warn: (message: string) => void;
}

export interface StreamFilter {
  workspace: Workspace;
  mode: Mode;
  /** How many messages a second are sent; absent: all of them. */
  most?: number;
}

/** Registers the control API, below `/_emulator`. */
export function registerControlApi(app: FastifyInstance, api: ControlApi): void {
  const { sandbox, operations } = api;
  const numbers = new Set(['card_number', ...operations.flatMap((operation) => [...sensitiveFields(operation)])]);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      if (bytes.length === 0) return done(null, undefined);
      const { text, value } = parseJson(bytes as Buffer);
      done(null, mayHoldCardNumber(text) || hasEscapes(text) ? maskDeeply(value, numbers) : value);
    } catch (error) {
      done(error as Error);
    }
  });

  app.addHook('onRequest', (request, reply, done) => {
    try {
      checkOrigin(request.raw, api.allowedHosts);
      checkToken(api, request);
      done();
    } catch (error) {
      sendFailure(request, reply, error, api.warn);
    }
  });

  for (const operation of operations) {
    const body = operation.body === undefined ? null : new InputCheck(operation.body);
    const query = operation.query === undefined ? null : new InputCheck(operation.query);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        try {
          const { workspace, mode } = pick(sandbox, request);
          const cause: Cause = { type: 'control', id: String(reply.getHeader('request-id')), name: operation.id };
          const given = body?.body(request.body ?? {});
          const asked = query?.query(withoutPick(request.query));
          refuseUnknown(operation, [...(given?.unknown ?? []), ...(asked?.unknown ?? [])]);
          const result = await operation.handle(sandbox, {
            body: given?.value ?? {},
            query: asked?.value ?? {},
            params: request.params as Record<string, string>,
            workspace,
            mode,
            cause,
          });
          await sandbox.engine.kept();
          if (result instanceof RawAnswer) return reply.type(result.type).send(result.body);
          reply.code(operation.success).type('application/json; charset=utf-8');
          return JSON.stringify(operation.envelope === 'data' ? { data: result } : result);
        } catch (error) {
          sendFailure(request, reply, error, api.warn);
          return reply;
        }
      },
    });
  }

  app.get('/stream', (request, reply) => {
    try {
      void sendStream(api, request, reply, { ...pick(sandbox, request), most: mostOf(request) });
    } catch (error) {
      sendFailure(request, reply, error, api.warn);
    }
  });
}

/**
 * The control API is the developer's own: a field that it does not know is a typo, never something to ignore.
 * @throws 400 `parameter_unknown`
 */
function refuseUnknown({ id }: AnyControlOperation, [name]: readonly string[]): void {
  if (name === undefined) return;
  const details = { code: 'parameter_unknown', param: name } as const;
  throw new ServiceError('invalid_request_error', `${id} knows no field '${name}'.`, details);
}

function withoutPick(query: unknown): Record<string, unknown> {
  const { workspace: _workspace, mode: _mode, ...rest } = query as Record<string, unknown>;
  return rest;
}

/**
 * The data set that `?workspace=` and `?mode=` name.
 * @throws 404 `resource_missing`, 400 `parameter_invalid`
 */
function pick({ engine, defaultWorkspace }: Sandbox, request: FastifyRequest): { workspace: Workspace; mode: Mode } {
  const { workspace: id = defaultWorkspace, mode = 'test' } = request.query as { workspace?: string; mode?: string };
  if (mode !== 'test' && mode !== 'live') throw invalid('mode', 'mode must be one of test, live.');
  const workspace = engine.workspace(String(id));
  if (workspace === undefined) {
    const known = [...engine.allWorkspaces()].slice(0, 5).map((each) => each.id);
    throw new ServiceError('not_found_error', `No such workspace: '${id}'. There is ${known.join(', ')}.`, {
      code: 'resource_missing',
      param: 'workspace',
    });
  }
  return { workspace, mode };
}

/**
 * The `?most=` of a stream.
 * @throws 400 `parameter_invalid`
 */
function mostOf(request: FastifyRequest): number | undefined {
  const { most } = request.query as { most?: unknown };
  if (most === undefined) return undefined;
  const number = typeof most === 'string' && /^\d{1,6}$/.test(most) ? Number(most) : 0;
  if (number === 0) throw invalid('most', 'most must be an integer from 1 to 999999: messages a second.');
  return number;
}

/** @throws 401 `authentication_error` */
function checkToken({ token }: ControlApi, request: FastifyRequest): void {
  if (token === null || request.routeOptions.url?.endsWith('/health')) return;
  if (request.headers.authorization === `Bearer ${token}`) return;
  throw new ServiceError(
    'authentication_error',
    'This emulator listens beyond loopback: send its token as `Authorization: Bearer`, or set EMULATOR_TOKEN.',
  );
}

async function sendStream(api: ControlApi, request: FastifyRequest, reply: FastifyReply, filter: StreamFilter) {
  const ended = new AbortController();
  request.raw.once('close', () => ended.abort());
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'Request-Id': String(reply.getHeader('request-id')),
  });
  raw.flushHeaders();
  try {
    for await (const { event, data } of api.streamOf(api.sandbox, filter, ended.signal)) {
      if (!raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await new Promise((resolve) => {
          raw.once('drain', resolve);
          raw.once('close', resolve);
        });
      }
      if (ended.signal.aborted) break;
    }
  } catch (error) {
    api.warn(`The stream ended: ${error instanceof Error ? error.message : String(error)}`);
  }
  raw.end();
}
