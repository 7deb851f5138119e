import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Context } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import { Refused, ServiceError } from '../engine/errors.ts';
import type { Cause } from '../engine/events.ts';
import { getOrMake } from '../engine/maps.ts';
import type { AnyOperation, Found } from '../engine/operation.ts';
import type { UnitOfWork } from '../engine/unit-of-work.ts';
import { InputCheck } from '../validation/input-check.ts';
import { AnswerWriter } from './answers.ts';
import { authenticate, type Principal, refusalFor } from './authenticate.ts';
import { beginCall, operationOf } from './call.ts';
import { type CheckedInput, checkInput } from './check-input.ts';
import { takeRouteFault } from './faults.ts';
import { lookUp } from './lookup.ts';
import { note } from './note.ts';
import { nobodysNow, nobodysRate, type RateLimits, tooMany } from './rate-limits.ts';
import { takeJson } from './read-body.ts';
import { sensitiveFields } from './redaction.ts';
import { cutConnection, sendError, sendFailure, setRateHeaders } from './replies.ts';
import type { RequestLog } from './request-log.ts';
import { Tiers } from './tiers.ts';
import { answerWhenKept } from './when-kept.ts';

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
  /** From the origin on. */
  path: string;
  body: InputCheck | null;
  query: InputCheck | null;
  sensitive: ReadonlySet<string>;
  writes: boolean;
  answers: AnswerWriter;
}

const json = 'application/json; charset=utf-8';

/** Registers the merchant API: every operation that a slice declares, below `/api/v1`. */
export function registerMerchantApi(app: FastifyInstance, api: MerchantApi, operations: readonly AnyOperation[]): void {
  const { requests } = api;
  const tiers = new Tiers(api.engine);
  const bindings = new Map<AnyOperation, Bound>();
  const texts = new Map<TSchema, Map<object, string>>();

  takeJson(app, ({ operation }) => (operation === null ? undefined : bindings.get(operation)?.sensitive));

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
      path: `/api/v1${operation.path}`,
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

/**
 * What comes before the body is read: who calls, may they, how often, and is a fault set. The order is the
 * specification's: 401, 403, 429.
 * @throws the refusal
 */
function admit(api: MerchantApi, tiers: Tiers, request: FastifyRequest, reply: FastifyReply): void {
  const { engine, limits, options } = api;
  const operation = operationOf(request);
  const call = beginCall(reply.getHeader('request-id') as string, operation, null);
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

/** The way of the few operations that must see a page of this machine first. */
function answerAfterLookup(api: MerchantApi, bound: Bound, request: FastifyRequest, reply: FastifyReply): void {
  try {
    const { key, workspace } = request.call!.principal!;
    const caller = { settings: workspace.settings, mode: key.mode };
    const input = checkInput(bound, request, api.options.strict);
    const lookup = bound.operation.lookup?.(caller, input) ?? null;
    if (lookup === null) answer(api, bound, request, reply, input);
    else lookUp(lookup, (found) => answer(api, bound, request, reply, { ...input, found }));
  } catch (error) {
    sendFailure(request, reply, error, api.warn);
  }
}

/** @param checked what was sent, where it was looked at before */
function answer(api: MerchantApi, bound: Bound, request: FastifyRequest, reply: FastifyReply, checked?: Input): void {
  try {
    const input: Input = checked ?? checkInput(bound, request, api.options.strict);
    const fault = takeRouteFault(api.engine, request.call!.principal!.workspace.id, bound.operation);
    if (fault?.refusal !== undefined) throw fault.refusal;
    if (fault?.drop === true) {
      note(api.requests, request, 0, null);
      cutConnection(request, reply);
      return;
    }
    const work = () =>
      perform(api, bound, request, input, (ctx) => {
        ctx.forcedOutcome = fault?.outcome ?? null;
      });
    const { result, text, delay } = work();
    const later = delay + (fault?.ms ?? 0);
    // Nearly every read: nothing is waited for, and nothing need be made for the waiting.
    if (later === 0 && !api.engine.hasPending) {
      sendResult(request, reply, bound, result);
      return;
    }
    const readAgain = () => {
      try {
        sendResult(request, reply, bound, work().result);
      } catch (error) {
        sendFailure(request, reply, error, api.warn);
      }
    };
    answerWhenKept(api.engine, {
      writes: bound.writes,
      delay: later,
      send: () => sendResult(request, reply, bound, result, text),
      readAgain,
      refuse: (refusal) => sendError(reply, refusal),
    });
  } catch (error) {
    sendFailure(request, reply, error, api.warn);
  }
}

type Input = CheckedInput & { found?: Found };

/** Runs the operation as one unit of work in the data set that the key opens. */
function perform(
  { engine }: MerchantApi,
  { operation, path }: Bound,
  request: FastifyRequest,
  input: Input,
  prepare: (ctx: Context) => void,
): { result: unknown; text: string | null; delay: number } {
  const { principal, id } = request.call!;
  const { key, workspace } = principal!;
  requireCapability(operation, principal!);
  const cause: Cause = { type: 'request', id, method: operation.method, path };
  const made = { unit: null as UnitOfWork | null, delay: 0 };
  const result = engine.run(workspace, key.mode, cause, (ctx) => {
    ctx.appId = key.client_id ?? null;
    prepare(ctx);
    const answered: unknown = operation.handle(ctx, input);
    made.unit = ctx.unit;
    made.delay = ctx.answerDelay;
    return answered;
  });
  return { result, text: made.unit?.textOf(result) ?? null, delay: made.delay };
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

/** @param text the result as JSON, where it is a record that was just written */
function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  bound: Bound,
  result: unknown,
  text: string | null = null,
): void {
  if (result instanceof Refused) {
    sendError(reply, result.error);
    return;
  }
  const { operation, answers, writes } = bound;
  request.call!.answered = () => answers.write(result);
  reply
    .code(operation.success)
    .header('Content-Type', json)
    .send(writes ? answers.write(result, text) : answers.read(result));
}
