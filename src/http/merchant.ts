import type { AnyOperation } from '../kernel/declare/operation.ts';
import type { Engine } from '../kernel/engine.ts';
import { keyedRequest, requestInProgress } from '../kernel/idempotency.ts';
import { authenticator, type KeyHolder, refusalFor } from './authenticate.ts';
import { beginCall, callerWithoutKey } from './call.ts';
import { misspeltHeaders } from './ignored.ts';
import type { Policy } from './policy.ts';
import { nobodysNow, nobodysRate, type RateLimits, tooMany } from './rate-limits.ts';
import { sendError } from './replies.ts';

export interface ApiOptions {
  /** Whether fields that an operation does not know are refused. */
  strict: boolean;
  /** Whether too many requests are refused. */
  rateLimit: boolean;
}

/** The merchant API: a key says who calls, and limits hold by key and operation. */
export function merchantPolicy(engine: Engine, limits: RateLimits, options: ApiOptions): Policy {
  const tierOf = engine.registry.tiersOf(engine);
  const authenticate = authenticator(engine);

  /** The order is the specification's: 401, 403, 429. */
  const admit: Policy['admit'] = (call, request) => {
    const operation = call.operation as AnyOperation | null;
    const isOpen = operation === null || operation.access === 'public';
    let caller: KeyHolder;
    try {
      caller = authenticate(request.headers.authorization);
    } catch (error) {
      call.at = nobodysNow(engine);
      call.rate = nobodysRate;
      if (isOpen) return;
      throw error;
    }
    call.caller = caller;
    const { key, workspace } = caller;
    const now = engine.clock(workspace).now();
    call.at = now;
    const tier = tierOf(workspace, now);
    const refusal = isOpen ? null : refusalFor(key, operation);
    const isCounted = !isOpen && refusal === null && operation.method !== 'GET';
    const rate = isCounted ? limits.take(key.id, operation, tier, now) : limits.look(key.id, tier, now);
    call.rate = rate;
    if (refusal !== null) throw refusal;
    if (rate.retryAfter !== null && options.rateLimit) throw tooMany(rate.retryAfter);
  };

  return {
    surface: 'merchant',
    prefix: '/api/v1',
    operations: engine.registry.operationsOf('merchant'),
    isLogged: true,
    isStrict: () => options.strict,
    begin: (operation, { id, raw }) => beginCall(id, operation, null, misspeltHeaders(raw.rawHeaders)),
    admit,
    locate: (call, operation, input) => {
      if (operation.access === 'public') call.caller = callerWithoutKey(operation.owner?.(engine, input));
    },
    factsOf: ({ operation }, { headers }) =>
      operation?.access === 'public' ? { authorization: headers.authorization ?? null } : undefined,
    callFacts: appFacts,
    attemptOf,
    causeOf: ({ id }, { method, path }) => ({ type: 'request', id, method, path: `/api/v1${path}` }),
    sendError,
  };
}

/**
 * Every POST takes an `Idempotency-Key`. It belongs to who shows it and to one operation; the object that the path names
 * is a part of the request, so that a key is never taken for the same thing done to another one.
 */
const attemptOf: Policy['attemptOf'] = ({ caller, operation }, { params, query }, { headers, body }) => {
  const key = headers['idempotency-key'];
  if (key === undefined || operation === null || operation.method !== 'POST') return null;
  const who = caller?.key?.id ?? [caller?.workspace.id, caller?.mode, headers.authorization ?? null];
  const keyed = keyedRequest(String(key), [who, operation.id], [params, query, body ?? {}]);
  return { id: keyed.id, inFlight: requestInProgress, keyed };
};

const appFacts: Policy['callFacts'] = ({ caller }) =>
  caller?.key?.client_id === undefined ? noFacts : { appId: caller.key.client_id };
const noFacts = Object.freeze({});
