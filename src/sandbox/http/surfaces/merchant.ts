import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { keyedRequest, requestInProgress } from '../../../core/kernel/idempotency.ts';
import { apiKeys } from '../../../core/kernel/workspace.ts';
import type { Profile } from '../../profile/profile.ts';
import { beginCall, type Credential, callerWithoutKey } from '../call.ts';
import { plainRefusal, sendError } from '../replies.ts';
import { misspeltHeaders } from '../requests/unknown-fields.ts';
import { authenticator, type KeyHolder, refusalFor } from './authenticate.ts';
import { type Policy, refusalsBy } from './policy.ts';
import { nobodysNow, nobodysRate, type RateLimits, tooMany } from './rate-limits.ts';

export interface ApiOptions {
  /** Whether unknown fields are rejected. */
  strict: boolean;
  /** Whether rate limits apply. */
  rateLimit: boolean;
}

/** The policy of the merchant API. A key identifies the caller, and limits apply by key and operation. */
export function merchantPolicy(
  engine: Engine,
  limits: RateLimits,
  options: ApiOptions,
  profile: Profile | null,
): Policy {
  const tierOf = engine.registry.tiersOf(engine);
  const authenticate = authenticator(engine);

  /** The checks are in the order of the specification: 401, 403, 429. */
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

  /**
   * Every POST accepts an `Idempotency-Key`. The key belongs to the caller and one operation. The object in the path is
   * part of the request, so that the same action on another object never counts as a repeat.
   */
  const attemptOf: Policy['attemptOf'] = ({ caller, operation }, { params, query }, { headers, body }) => {
    const key = headers['idempotency-key'];
    if (key === undefined || operation === null || operation.method !== 'POST') return null;
    const who = caller?.key == null ? (headers.authorization ?? null) : identityOf(engine, caller.key);
    const scope = [caller?.workspace.id, caller?.mode, who, operation.id];
    const keyed = keyedRequest(String(key), scope, [params, query, body ?? {}]);
    return { id: keyed.id, inFlight: requestInProgress, keyed };
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
    profile,
    ...refusalsBy(profile, plainRefusal, sendError),
  };
}

/**
 * The app of a token, or the index of a key among the keys of its workspace. The text of a key cannot identify it,
 * because a run that is resumed from a record has other keys instead of the hidden ones.
 */
function identityOf({ state }: Engine, { id, client_id }: Credential): string | number {
  if (client_id !== undefined) return client_id;
  const workspace_id = state.root.of(apiKeys).get(id)?.workspace_id;
  const keys =
    workspace_id === undefined ? [] : [...state.root.of(apiKeys).newestFirst({ workspace_id: [workspace_id] })];
  return keys.length - keys.findIndex((key) => key.id === id);
}

const appFacts: Policy['callFacts'] = ({ caller }) =>
  caller?.key?.client_id === undefined ? noFacts : { appId: caller.key.client_id };
const noFacts = Object.freeze({});
