import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { realNow, stopwatch, toIso, wakeAfter } from '../engine/clock.ts';
import type { Context } from '../engine/context.ts';
import { maskSecrets, shorten } from '../engine/credentials.ts';
import type { Engine } from '../engine/engine.ts';
import { Refused, ServiceError } from '../engine/errors.ts';
import type { Cause } from '../engine/events.ts';
import { getOrMake } from '../engine/maps.ts';
import type { AnyOperation, Found } from '../engine/operation.ts';
import { AnswerWriter } from './answers.ts';
import { authenticate, type Principal, refusalFor } from './authenticate.ts';
import { operationOf } from './call.ts';
import { takeRouteFault } from './faults.ts';
import { lookUp } from './lookup.ts';
import { hasEscapes, maskDeeply, mayHoldCardNumber, parseJson } from './parse-body.ts';
import { nobodysRate, type RateLimits } from './rate-limits.ts';
import { redactBody, redactPath, sensitiveFields, urlMayHoldCardNumber } from './redaction.ts';
import { sendError, sendFailure, setRateHeaders } from './replies.ts';
import { clip, clipNames, type RequestLog } from './request-log.ts';
import { Tiers } from './tiers.ts';
import { InputCheck } from './validate.ts';

export interface MerchantApi {
  engine: Engine;
  requests: RequestLog;
  limits: RateLimits;
  options: { strict: boolean; rateLimit: boolean };
  warn: (message: string) => void;
}

/** An operation with what is worked out of its declaration once. */
interface Bound {
  operation: AnyOperation;
  body: InputCheck | null;
  query: InputCheck | null;
  sensitive: ReadonlySet<string>;
  writes: boolean;
  answers: AnswerWriter;
}

const none: readonly string[] = [];
const noFields = Object.freeze({});
const json = 'application/json; charset=utf-8';

/** Registers the merchant API: every operation that a slice declares, below `/api/v1`. */
export function registerMerchantApi(app: FastifyInstance, api: MerchantApi, operations: readonly AnyOperation[]): void {
  const { requests } = api;
  const tiers = new Tiers(api.engine);
  const bindings = new Map<AnyOperation, Bound>();
  const texts = new Map<TSchema, Map<object, string>>();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, readBody(request, bytes as Buffer, bindings));
    } catch (error) {
      done(error as Error);
    }
  });

  app.addHook('onRequest', (request, reply, done) => {
    try {
      admit(api, tiers, request, reply);
      done();
    } catch (error) {
      sendFailure(request, reply, error, api.warn);
    }
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    // Not when the answer has left: a caller who hangs up before is the one that the log is asked about.
    note(requests, request, reply.statusCode, typeof payload === 'string' ? payload : null);
    done(null, payload);
  });

  for (const operation of operations) {
    const bound: Bound = {
      operation,
      body: operation.body === undefined ? null : new InputCheck(operation.body),
      query: operation.query === undefined ? null : new InputCheck(operation.query),
      sensitive: sensitiveFields(operation),
      writes: operation.method !== 'GET',
      answers: new AnswerWriter(
        operation,
        getOrMake(texts, operation.answer, () => new Map()),
      ),
    };
    bindings.set(operation, bound);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation },
      handler: (request, reply) =>
        operation.lookup === undefined
          ? answer(api, bound, request, reply)
          : answerAfterLookup(api, bound, request, reply),
    });
  }
}

/** Keeps a request and its answer in the log; status 0: the connection was cut instead. */
function note(requests: RequestLog, request: FastifyRequest, status: number, response: string | null): void {
  const { call } = request;
  if (call === null) return;
  const { key, workspace } = call.principal ?? {};
  const path = redactPath(request.url);
  const body = call.body === null ? null : clip(call.body);
  const kept = response === null ? null : clip(response);
  requests.add({
    id: call.id,
    number: requests.nextNumber(),
    at: toIso(call.at),
    workspace_id: workspace?.id ?? null,
    mode: key?.mode ?? null,
    method: request.method,
    path,
    operation: call.operation?.id ?? null,
    key: key === undefined ? null : shorten(key.id),
    status,
    latency_ms: Math.round((stopwatch() - call.begun) * 10) / 10,
    body,
    redacted: call.redacted || path !== request.url || body !== call.body,
    // Masked when somebody looks: that is seldom, and an answer is long.
    get response() {
      return kept === null ? null : maskSecrets(kept);
    },
    unknown_fields: clipNames(call.unknown),
  });
}

/**
 * What comes before the body is read: who calls, may they, how often, and is a fault set. The order is the
 * specification's: 401, 403, 429.
 * @throws the refusal
 */
function admit(api: MerchantApi, tiers: Tiers, request: FastifyRequest, reply: FastifyReply): void {
  const { engine, limits, options } = api;
  const operation = operationOf(request);
  const call = {
    id: reply.getHeader('request-id') as string,
    operation,
    principal: null as Principal | null,
    at: 0,
    body: null,
    redacted: false,
    unknown: none,
    begun: stopwatch(),
  };
  request.call = call;
  const isOpen = operation === null || operation.access === 'public';
  let principal: Principal;
  try {
    principal = authenticate(engine, request.headers.authorization);
  } catch (error) {
    call.at = nobodysNow(engine);
    setRateHeaders(reply, nobodysRate);
    if (isOpen) return;
    throw error;
  }
  call.principal = principal;
  const { key, workspace } = principal;
  const now = engine.clock(workspace).now();
  call.at = now;
  const tier = tiers.of(workspace, now);
  const refusal = isOpen ? null : refusalFor(principal, operation);
  const isCounted = !isOpen && refusal === null && operation.method !== 'GET';
  const rate = isCounted ? limits.take(key.id, operation, tier, now) : limits.look(key.id, tier, now);
  setRateHeaders(reply, rate);
  if (refusal !== null) throw refusal;
  if (rate.retryAfter !== null && options.rateLimit) throw tooMany(rate.retryAfter);
}

/** The time of a request that belongs to no workspace: the first one's. */
function nobodysNow(engine: Engine): number {
  for (const workspace of engine.allWorkspaces()) return engine.clock(workspace).now();
  return realNow();
}

const tooMany = (retryAfter: number): ServiceError =>
  new ServiceError('rate_limit_error', `Too many requests; nothing was processed. Retry in ${retryAfter} s.`, {
    retryAfter,
  });

/** Reads a body, keeps what the log may have of it, and masks what might be a card number where none belongs. */
function readBody(request: FastifyRequest, bytes: Buffer, bindings: Map<AnyOperation, Bound>): unknown {
  if (bytes.length === 0) return undefined;
  const { text, value } = parseJson(bytes);
  const { call } = request;
  const sensitive = (call?.operation && bindings.get(call.operation)?.sensitive) ?? new Set<string>();
  if (call !== null) Object.assign(call, redactBody(value, text, sensitive));
  return mayHoldCardNumber(text) || hasEscapes(text) ? maskDeeply(value, sensitive) : value;
}

/** The way of the few operations that must see a page of this machine first. */
function answerAfterLookup(api: MerchantApi, bound: Bound, request: FastifyRequest, reply: FastifyReply): void {
  try {
    const { key, workspace } = request.call!.principal!;
    const caller = { settings: workspace.settings, mode: key.mode };
    const lookup = bound.operation.lookup?.(caller, checkInput(api, bound, request)) ?? null;
    if (lookup === null) answer(api, bound, request, reply);
    else lookUp(lookup, (found) => answer(api, bound, request, reply, found));
  } catch (error) {
    sendFailure(request, reply, error, api.warn);
  }
}

function answer(api: MerchantApi, bound: Bound, request: FastifyRequest, reply: FastifyReply, found?: Found): void {
  try {
    const input: Input = checkInput(api, bound, request);
    if (found !== undefined) input.found = found;
    const fault = takeRouteFault(api.engine, request.call!.principal!.workspace.id, bound.operation);
    if (fault?.refusal !== undefined) throw fault.refusal;
    if (fault?.drop === true) {
      note(api.requests, request, 0, null);
      reply.hijack();
      // The socket's own: a request that was read to its end no longer holds it.
      request.raw.socket.destroy();
      return;
    }
    const work = () =>
      perform(api, bound, request, input, (ctx) => {
        ctx.forcedOutcome = fault?.outcome ?? null;
      });
    const { result, delay } = work();
    const send = () => sendResult(reply, bound, result);
    // What it read may have been undone with the refused writes of its turn; then it is refused itself, as 404.
    const readAgain = () => {
      try {
        sendResult(reply, bound, work().result);
      } catch (error) {
        sendFailure(request, reply, error, api.warn);
      }
    };
    const later = delay + (fault?.ms ?? 0);
    api.engine.whenKept((refusal) => {
      if (refusal !== null && bound.writes) sendError(reply, refusal);
      else if (refusal !== null) readAgain();
      else if (later > 0) wakeAfter(later, send);
      else send();
    });
  } catch (error) {
    sendFailure(request, reply, error, api.warn);
  }
}

type Input = {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  params: Record<string, string>;
  found?: Found;
};

function checkInput(api: MerchantApi, bound: Bound, request: FastifyRequest): Input {
  const { operation } = bound;
  const given = urlMayHoldCardNumber(request.url)
    ? maskDeeply({ query: request.query, params: request.params }, new Set())
    : { query: request.query, params: request.params };
  const query = bound.query?.query(given.query as Record<string, unknown>);
  const sent = request.body ?? noFields;
  const body = bound.body?.body(sent);
  const unknown = [
    ...(query?.unknown ?? Object.keys(given.query as object)),
    ...(body?.unknown ?? (typeof sent === 'object' ? Object.keys(sent) : none)),
  ];
  if (unknown.length > 0) {
    if (request.call !== null) request.call.unknown = unknown;
    if (api.options.strict) {
      const name = unknown[0]!;
      throw new ServiceError('invalid_request_error', `${operation.id} knows no field '${name}'.`, {
        code: 'parameter_unknown',
        param: name,
      });
    }
  }
  return {
    body: body?.value ?? noFields,
    query: query?.value ?? noFields,
    params: given.params as Record<string, string>,
  };
}

/** Runs the operation as one unit of work in the data set that the key opens. */
function perform(
  { engine }: MerchantApi,
  { operation }: Bound,
  request: FastifyRequest,
  input: Input,
  prepare: (ctx: Context) => void,
): { result: unknown; delay: number } {
  const { principal, id } = request.call!;
  const { key, workspace } = principal!;
  requireCapability(operation, principal!);
  const cause: Cause = { type: 'request', id, method: operation.method, path: `/api/v1${operation.path}` };
  let delay = 0;
  const result = engine.run(workspace, key.mode, cause, (ctx) => {
    ctx.appId = key.client_id ?? null;
    prepare(ctx);
    const answered: unknown = operation.handle(ctx, input);
    delay = ctx.answerDelay;
    return answered;
  });
  return { result, delay };
}

/** @throws 400 `capability_required` */
function requireCapability({ capability }: AnyOperation, { key, workspace }: Principal): void {
  if (capability === undefined || workspace.settings.debit_payouts_enabled[key.mode]) return;
  throw new ServiceError(
    'invalid_request_error',
    `The debit-and-payouts capability is not enabled for ${key.mode} keys of this workspace.`,
    { code: 'capability_required' },
  );
}

function sendResult(reply: FastifyReply, { operation, answers }: Bound, result: unknown): void {
  if (result instanceof Refused) sendError(reply, result.error);
  else reply.code(operation.success).header('Content-Type', json).send(answers.write(result));
}
