import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { type AnyClientOperation, type ClientInput, isSdk, type Owner, Replayed } from '../engine/client-operation.ts';
import type { Engine } from '../engine/engine.ts';
import { notFound, Refused, ServiceError } from '../engine/errors.ts';
import type { Cause } from '../engine/events.ts';
import { isLoopbackAuthority } from '../engine/hosts.ts';
import { getOrMake } from '../engine/maps.ts';
import { pathParams } from '../engine/operation.ts';
import { containsCardNumber } from '../simulation/masking.ts';
import { InputCheck } from '../validation/input-check.ts';
import { AnswerWriter } from './answers.ts';
import { beginCall, type ClientCall } from './call.ts';
import { type CheckedInput, checkInput, paramsOf } from './check-input.ts';
import { ClientLimits } from './client-limits.ts';
import { sendClientError, sendClientFailure } from './client-replies.ts';
import { takeRouteFault } from './faults.ts';
import type { MerchantApi } from './merchant-routes.ts';
import { note } from './note.ts';
import { nobodysNow, tooMany } from './rate-limits.ts';
import { takeJson } from './read-body.ts';
import { sensitiveFields } from './redaction.ts';
import { cutConnection, setRateHeaders } from './replies.ts';
import { answerWhenKept } from './when-kept.ts';

/** What the client API shares with the merchant API: the engine, the request log and the options. */
export type ClientApi = Omit<MerchantApi, 'limits'>;

/** An operation with what is worked out of its declaration once. */
interface Bound {
  readonly operation: AnyClientOperation;
  readonly body: InputCheck | null;
  readonly query: InputCheck | null;
  readonly sensitive: ReadonlySet<string>;
  /** Whether the path alone tells whose data it is. */
  readonly isOwnedByPath: boolean;
  readonly answers: AnswerWriter;
}

interface Surface extends ClientApi {
  readonly limits: ClientLimits;
  /** Calls with an `Idempotency-Key` whose answers are held back: the same one again is still in flight. */
  readonly inFlight: Set<string>;
}

const noFields = Object.freeze({});
const json = 'application/json; charset=utf-8';

/**
 * Registers what takes no key: every client operation that a slice declares, at its path from the origin on
 * (specification, "Public checkout client API").
 */
export function registerClientApi(
  app: FastifyInstance,
  api: ClientApi,
  operations: readonly AnyClientOperation[],
): void {
  const surface: Surface = { ...api, limits: new ClientLimits(), inFlight: new Set() };
  const bindings = new Map<AnyClientOperation, Bound>();
  const texts = new Map<TSchema, Map<object, string>>();

  takeJson(app, ({ client }) => (client === null ? undefined : bindings.get(client.operation)?.sensitive));

  app.setErrorHandler((error, request, reply) => sendClientFailure(request, reply, error, api.warn));

  app.addHook('onRequest', (request, reply, done) => {
    const { clientOperation } = request.routeOptions.config;
    const bound = clientOperation && bindings.get(clientOperation);
    try {
      if (bound !== undefined) admit(surface, bound, request, reply);
      done();
    } catch (error) {
      sendClientFailure(request, reply, error, api.warn);
    }
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    note(api.requests, request, reply.statusCode, typeof payload === 'string' ? payload : null);
    done(null, payload);
  });

  for (const operation of operations) {
    const bound: Bound = {
      operation,
      body: operation.body === undefined ? null : new InputCheck(operation.body),
      query: operation.query === undefined ? null : new InputCheck(operation.query),
      sensitive: sensitiveFields(operation),
      isOwnedByPath: pathParams(operation.path).length > 0,
      answers: new AnswerWriter(
        { envelope: 'bare', answer: operation.answer },
        getOrMake(texts, operation.answer, () => new Map()),
      ),
    };
    bindings.set(operation, bound);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { clientOperation: operation },
      handler: (request, reply) => answer(surface, bound, request, reply),
    });
  }
}

/**
 * What comes before the body is read: whose data the path names, and how often this client called.
 * @throws 404 or 429
 */
function admit(surface: Surface, bound: Bound, request: FastifyRequest, reply: FastifyReply): void {
  const { engine, options } = surface;
  const { operation } = bound;
  const client: ClientCall = {
    operation,
    owner: null,
    sdk: readSdk(request.headers['x-service-sdk']),
    idempotencyKey: oneHeader(request.headers['idempotency-key']),
  };
  const call = beginCall(reply.getHeader('request-id') as string, null, client);
  request.call = call;
  const params = paramsOf(request);
  if (bound.isOwnedByPath) {
    client.owner = operation.owner(engine, inputOf(client, { body: noFields, query: noFields, params }));
  }
  call.at = nowOf(engine, client.owner);
  if (operation.rate !== undefined) {
    const who = `${request.ip} ${operation.id} ${Object.values(params).join('/')}`;
    const rate = surface.limits.take(client.owner?.workspace.id ?? '', who, operation.rate, call.at);
    setRateHeaders(reply, rate);
    if (rate.retryAfter !== null && options.rateLimit) throw tooMany(rate.retryAfter);
  }
  if (bound.isOwnedByPath && client.owner === null) throw nobodys(operation, params);
}

const nowOf = (engine: Engine, owner: Owner | null): number =>
  owner === null ? nobodysNow(engine) : engine.clock(owner.workspace).now();

const nobodys = ({ path }: AnyClientOperation, params: Record<string, string>): ServiceError => {
  const [name = 'path'] = pathParams(path);
  return notFound(name, params[name] ?? '');
};

const oneHeader = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

/**
 * The SDK that calls; one that is not written as it must be is ignored, never refused. It comes to rest in transactions,
 * so that a card number is no version.
 */
function readSdk(header: string | string[] | undefined): string | null {
  const sdk = oneHeader(header);
  return sdk !== null && isSdk(sdk) && !containsCardNumber(sdk) ? sdk : null;
}

/**
 * Where the caller reaches the emulator: a phone, or an emulated one, knows it by another name than this machine does.
 * What is no loopback name has been let through by the guard of hosts.
 */
function originOf({ publicOrigin }: Engine, { headers: { host = '' } }: FastifyRequest): string {
  return host === '' || isLoopbackAuthority(host) ? publicOrigin : `http://${host}`;
}

const inputOf = ({ sdk, idempotencyKey }: ClientCall, checked: CheckedInput): ClientInput => ({
  ...checked,
  sdk,
  idempotencyKey,
});

function answer(surface: Surface, bound: Bound, request: FastifyRequest, reply: FastifyReply): void {
  const { engine, warn, requests, inFlight } = surface;
  const { operation } = bound;
  try {
    const call = request.call!;
    const client = call.client!;
    const input = inputOf(client, checkInput(bound, request, surface.options.strict));
    // Asked again where the path told it already: the body took its time, and settings may be others by now.
    const owner = operation.owner(engine, input);
    client.owner = owner;
    if (owner === null) throw new ServiceError('not_found_error', 'There is no such workspace.');
    call.at = nowOf(engine, owner);
    const fault = takeRouteFault(engine, owner.workspace.id, operation);
    if (fault?.refusal !== undefined) throw fault.refusal;
    if (fault?.drop === true) {
      note(requests, request, 0, null);
      cutConnection(request, reply);
      return;
    }
    const writes = operation.method !== 'GET';
    const attempt =
      writes && client.idempotencyKey !== null ? attemptOf(operation, input, client.idempotencyKey) : null;
    if (attempt !== null && inFlight.has(attempt)) throw stillInFlight();
    const cause: Cause = { type: 'request', id: call.id, method: operation.method, path: operation.path };
    let delay = 0;
    const work = () =>
      engine.run(owner.workspace, owner.mode, cause, (ctx): unknown => {
        ctx.forcedOutcome = fault?.outcome ?? null;
        ctx.origin = originOf(engine, request);
        const answered: unknown = operation.handle(ctx, input);
        delay = ctx.answerDelay;
        return answered;
      });
    const result = work();
    delay += fault?.ms ?? 0;
    if (attempt !== null && delay > 0) inFlight.add(attempt);
    answerWhenKept(engine, {
      writes,
      delay,
      send: () => {
        if (attempt !== null) inFlight.delete(attempt);
        sendResult(reply, bound, result);
      },
      readAgain: () => {
        try {
          sendResult(reply, bound, work());
        } catch (error) {
          sendClientFailure(request, reply, error, warn);
        }
      },
      refuse: (refusal) => {
        if (attempt !== null) inFlight.delete(attempt);
        sendClientError(reply, refusal);
      },
    });
  } catch (error) {
    sendClientFailure(request, reply, error, warn);
  }
}

/** A key belongs to what the path names; a query string makes no other attempt of it. */
const attemptOf = ({ id }: AnyClientOperation, { params }: ClientInput, key: string): string =>
  JSON.stringify([id, ...Object.values(params), key]);

const stillInFlight = (): ServiceError =>
  new ServiceError(
    'idempotency_error',
    'A request with this Idempotency-Key is still in flight; wait for its answer.',
    {
      code: 'duplicate_request',
    },
  );

function sendResult(reply: FastifyReply, { operation, answers }: Bound, result: unknown): void {
  if (result instanceof Refused) {
    sendClientError(reply, result.error);
    return;
  }
  if (result instanceof Replayed) reply.header('Idempotency-Replayed', 'true');
  const body = result instanceof Replayed ? result.body : result;
  reply.code(operation.success).header('Content-Type', json).send(answers.write(body));
}
