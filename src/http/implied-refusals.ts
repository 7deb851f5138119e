import { capabilityRequired } from '../kernel/declare/capability.ts';
import type { AnyOperation } from '../kernel/declare/operation.ts';
import {
  appRequired,
  parameterInvalid,
  parameterMissing,
  type Refusal,
  storageUnavailable,
  unauthenticated,
} from '../kernel/errors.ts';
import { keyReused, requestInProgress } from '../kernel/idempotency.ts';
import { insufficientScope, merchantKeyRequired, secretKeyRequired } from './authenticate.ts';
import { hostNotAllowed, originNotAllowed } from './guard.ts';
import { parameterUnknown } from './input.ts';
import { invalidJson } from './parse-body.ts';
import { tooManyRequests } from './rate-limits.ts';
import { bodyTooLarge, methodNotAllowed, unsupportedMediaType } from './replies.ts';

const malformed = [parameterMissing, parameterInvalid, parameterUnknown];

/** How the server refuses by itself, with an operation or before it knows one: what no operation lists. */
export const serverRefusals: readonly Refusal[] = [
  hostNotAllowed,
  originNotAllowed,
  methodNotAllowed,
  unauthenticated,
  appRequired,
  merchantKeyRequired,
  secretKeyRequired,
  insufficientScope,
  tooManyRequests,
  capabilityRequired,
  bodyTooLarge,
  unsupportedMediaType,
  invalidJson,
  ...malformed,
  keyReused,
  requestInProgress,
  storageUnavailable,
];

/** Which of them an operation may refuse with, by what its declaration says. */
export function impliedRefusals(operation: AnyOperation): Refusal[] {
  const { surface, method, access, scope, capability, body, query, rate } = operation;
  const fields = [
    ...(body === undefined && query === undefined ? [] : malformed),
    ...(body === undefined ? [] : [invalidJson]),
  ];
  const lacking = capability === undefined ? [] : [capabilityRequired];
  if (surface === 'client') {
    return [...fields, ...lacking, ...(rate === undefined ? [] : [tooManyRequests])];
  }
  const keyed = method === 'POST' ? [parameterInvalid, keyReused, requestInProgress] : [];
  if (surface === 'control') return fields;
  if (access === 'public') return [...fields, ...keyed];
  return [
    ...fields,
    ...keyed,
    ...lacking,
    unauthenticated,
    access === 'app' ? appRequired : merchantKeyRequired,
    ...(access === 'secret' ? [secretKeyRequired] : []),
    ...(scope === undefined ? [] : [insufficientScope]),
    ...(method === 'GET' ? [] : [tooManyRequests]),
  ];
}
