import { capabilityRequired } from '../../../core/kernel/declare/capability.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import {
  appRequired,
  parameterInvalid,
  parameterMissing,
  type Refusal,
  storageUnavailable,
  unauthenticated,
} from '../../../core/kernel/errors.ts';
import { keyReused, requestInProgress } from '../../../core/kernel/idempotency.ts';
import { tokenOfWorkspace } from '../../control/operation.ts';
import { hostNotAllowed, originNotAllowed } from '../guard.ts';
import { bodyTooLarge, methodNotAllowed, unsupportedMediaType } from '../replies.ts';
import { parameterUnknown } from '../requests/input.ts';
import { invalidJson } from '../requests/parse-body.ts';
import { insufficientScope, merchantKeyRequired, secretKeyRequired } from '../surfaces/authenticate.ts';
import { tooManyRequests } from '../surfaces/rate-limits.ts';

const malformed = [parameterMissing, parameterInvalid, parameterUnknown];

/** The errors of the server itself, with an operation or before the operation is known. No operation lists them. */
export const serverRefusals: readonly Refusal[] = [
  hostNotAllowed,
  originNotAllowed,
  methodNotAllowed,
  unauthenticated,
  tokenOfWorkspace,
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

/** The server errors that the declaration of an operation implies. */
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
