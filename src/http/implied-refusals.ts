import type { AnyOperation } from '../kernel/declare/operation.ts';
import { type Refusal, refusals } from '../kernel/errors.ts';

/** The refusals that follow from an operation's surface and declaration, so that it need not list them. */
export function impliedRefusals(operation: AnyOperation): Refusal[] {
  const { surface, method, access, scope, capability, body, query, rate } = operation;
  const malformed = [refusals.parameterMissing, refusals.parameterInvalid, refusals.parameterUnknown];
  const fields = [
    ...(body === undefined && query === undefined ? [] : malformed),
    ...(body === undefined ? [] : [refusals.invalidJson]),
  ];
  const lacking = capability === undefined ? [] : [refusals.capabilityRequired];
  if (surface === 'client') {
    return [...fields, ...lacking, ...(rate === undefined ? [] : [refusals.tooManyRequests])];
  }
  const keyed = method === 'POST' ? [refusals.parameterInvalid, refusals.keyReused, refusals.requestInProgress] : [];
  if (surface === 'control') return fields;
  if (access === 'public') return [...fields, ...keyed];
  return [
    ...fields,
    ...keyed,
    ...lacking,
    refusals.unauthenticated,
    access === 'app' ? refusals.appRequired : refusals.merchantKeyRequired,
    ...(access === 'secret' ? [refusals.secretKeyRequired] : []),
    ...(scope === undefined ? [] : [refusals.insufficientScope]),
    ...(method === 'GET' ? [] : [refusals.tooManyRequests]),
  ];
}
