import type { FastifyRequest } from 'fastify';
import { isLoopbackAuthority } from '../../../core/base/hosts.ts';
import { type AnyOperation, type BuyerFacts, isSdk, pathParams } from '../../../core/kernel/declare/operation.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { errorOf, notFound, resourceMissing } from '../../../core/kernel/errors.ts';
import { duplicateRequest } from '../../../core/kernel/idempotency.ts';
import { publicOriginOf } from '../../../payments/platform/surroundings.ts';
import { containsCardNumber } from '../../../payments/simulation/masking.ts';
import type { Profile } from '../../profile/profile.ts';
import { beginCall, callerWithoutKey, oneHeader } from '../call.ts';
import { clientRefusal, sendClientError } from '../replies.ts';
import { paramsOf } from '../requests/input.ts';
import { misspeltHeaders } from '../requests/unknown-fields.ts';
import type { ApiOptions } from './merchant.ts';
import { type Policy, refusalsBy } from './policy.ts';
import { type ClientLimits, nobodysNow, tooMany } from './rate-limits.ts';

const noFields = Object.freeze({});

/**
 * The policy of the client API, which needs no key. The path or the body identifies the owner of the data, and limits
 * apply by client address and slug (specification, "Public checkout client API").
 */
export function clientPolicy(
  engine: Engine,
  limits: ClientLimits,
  options: ApiOptions,
  profile: Profile | null,
): Policy {
  /** Finds the owner of the data if the path identifies one, and counts the call. */
  const admit: Policy['admit'] = (call, request) => {
    const operation = call.operation as AnyOperation | null;
    if (operation === null) return;
    const params = paramsOf(request);
    const names = pathParams(operation.path);
    if (names.length > 0) {
      const input = { body: noFields, query: noFields, params, ...call.client };
      call.caller = callerWithoutKey(operation.owner?.(engine, input));
    }
    call.at = call.caller === null ? nobodysNow(engine) : engine.clock(call.caller.workspace).now();
    if (operation.rate !== undefined) {
      const what = `${request.ip} ${operation.id} ${Object.values(params).join('/')}`;
      const rate = limits.take(call.caller?.workspace.id ?? '', what, operation.rate, call.at);
      call.rate = rate;
      if (rate.retryAfter !== null && options.rateLimit) throw tooMany(rate.retryAfter);
    }
    const [name] = names;
    if (name !== undefined && call.caller === null) throw notFound(name, params[name] ?? '');
  };

  return {
    surface: 'client',
    prefix: '',
    operations: engine.registry.operationsOf('client'),
    isLogged: true,
    isStrict: () => options.strict,
    begin: (operation, request) =>
      beginCall(request.id, operation, factsOf(request), misspeltHeaders(request.raw.rawHeaders)),
    admit,
    factsOf: ({ client }) => client ?? noFields,
    // The owner is looked up again even if the path identified it, because reading the body took time, and settings may
    // have changed.
    locate: (call, operation, input) => {
      call.caller = callerWithoutKey(operation.owner?.(engine, input));
      if (call.caller === null) throw errorOf(resourceMissing, 'There is no such workspace.');
      call.at = engine.clock(call.caller.workspace).now();
    },
    callFacts: (_call, request) => ({ origin: originOf(engine, request) }),
    // A key belongs to the object in the path. A different query string is not a different attempt.
    attemptOf: ({ client, operation }, { params }) =>
      client?.idempotencyKey == null || operation?.method === 'GET'
        ? null
        : {
            id: JSON.stringify([operation?.id, ...Object.values(params), client.idempotencyKey]),
            inFlight: duplicateRequest,
            // No response is stored, because the payment itself records the attempt, and may still be unresolved.
            keyed: null,
          },
    causeOf: ({ id }, { method, path }) => ({ type: 'request', id, method, path }),
    profile,
    ...refusalsBy(profile, clientRefusal, sendClientError),
  };
}

const factsOf = ({ headers }: FastifyRequest): BuyerFacts => ({
  sdk: readSdk(headers['x-service-sdk']),
  idempotencyKey: oneHeader(headers['idempotency-key']),
});

/**
 * The SDK of the caller. A malformed header is ignored, never rejected. Transactions store the version of the SDK, so
 * a card number is not accepted as a version.
 */
function readSdk(header: string | string[] | undefined): string | null {
  const sdk = oneHeader(header);
  return sdk !== null && isSdk(sdk) && !containsCardNumber(sdk) ? sdk : null;
}

/**
 * The origin at which the caller reaches the emulator, because a phone or its emulator uses another name for this
 * machine. The check of the host has already accepted a name that is not loopback.
 */
function originOf(engine: Engine, { protocol, headers: { host = '' } }: FastifyRequest): string {
  return host === '' || isLoopbackAuthority(host) ? publicOriginOf(engine) : `${protocol}://${host}`;
}
