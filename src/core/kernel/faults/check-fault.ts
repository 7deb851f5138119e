import { closest, orOf } from '../../base/closest.ts';
import { readLength } from '../declare/length-of-time.ts';
import { callableOperation, operationNamed } from '../declare/operation-names.ts';
import type { Registry } from '../declare/registry.ts';
import type { T } from '../declare/schema.ts';
import { invalid, invalidPart, missing } from '../errors.ts';
import { type FaultInput, fieldNames, type KeptFields, longestDelay, takersOf, takesField } from './fault-fields.ts';
import { deliveryFaultKinds, type FaultKind, type FaultTarget, requestFaultKinds } from './fault-kinds.ts';
import { ownBodyText } from './own-answer.ts';

/** The value of `on` for faults of deliveries. */
export const onDelivery = 'delivery';

/** A fault that can be added. */
interface CheckedFault extends T.Static<T.TObject<KeptFields>> {
  readonly on: string;
  readonly kind: FaultKind;
}

/** The default delays, in milliseconds. */
export const defaultMs: Partial<Record<FaultKind, number>> = { latency: 2_000, delay: 60_000 };
export const defaultStatus = 500;
/** The maximum delay of a request, in milliseconds. */
export const longestLatency = 60_000;

/**
 * Checks a fault for errors that its schema cannot detect, and sets defaults.
 * @throws 400 `parameter_invalid`
 */
export function checkFault(registry: Registry, input: FaultInput): CheckedFault {
  const { kind } = input;
  const on = targetOf(registry, input);
  checkKind(kind, on);
  checkTakers(input, on === onDelivery ? 'delivery' : 'request');
  checkOperation(registry, input, on);
  if (input.event != null) checkEvent(registry, input.event);
  const status = kind === 'status' ? (input.status ?? defaultStatus) : null;
  return {
    ...(Object.fromEntries(fieldNames.map((name) => [name, input[name] ?? null])) as T.Static<T.TObject<KeptFields>>),
    on,
    kind,
    status,
    body: input.body == null || status === null ? null : ownBodyText(input.body, status),
    ms: lengthOf(input, 'ms', kind === 'latency' ? longestLatency : longestDelay) ?? defaultMs[kind] ?? null,
    after: lengthOf(input, 'after', longestDelay),
    endpoint: input.endpoint == null ? null : endpointOf(input.endpoint),
  };
}

/** @throws 400 `parameter_invalid` */
function checkKind(kind: FaultKind, on: string): void {
  const [kinds, target]: [readonly FaultKind[], string] =
    on === onDelivery ? [deliveryFaultKinds, 'deliveries'] : [requestFaultKinds, 'requests'];
  if (!kinds.includes(kind))
    throw invalid('kind', `The kind of a fault on ${target} must be one of ${kinds.join(', ')}.`);
}

/** Refuses a field that the fault does not accept. @throws 400 `parameter_invalid` */
function checkTakers(input: FaultInput, target: FaultTarget): void {
  const { kind } = input;
  for (const [param, value] of Object.entries(input)) {
    if (value == null || takesField(kind, target, param)) continue;
    const { kinds, on } = takersOf(param);
    const which =
      kinds === undefined ? '' : ` of kind ${kinds.join(' or ')}${kinds.includes(kind) ? '' : `, not ${kind}`}`;
    const of = on === undefined ? '' : ` of ${on === 'delivery' ? 'deliveries' : 'calls'}`;
    throw invalidPart(param, `${param} is valid only for faults${of}${which}.`);
  }
}

/** Refuses a field that can have no effect on the operation. @throws 400 `parameter_invalid` */
function checkOperation(registry: Registry, input: FaultInput, on: string): void {
  const operation = callableOperation(registry, on);
  if (operation === undefined) return;
  for (const [param, value] of Object.entries(input)) {
    const { operations } = takersOf(param);
    if (value == null || operations === undefined || operations.includes(operation)) continue;
    throw invalidPart(param, `${param} is valid only for ${operations.about}; ${on} is not one of them.`);
  }
}

/** @throws 400 `parameter_invalid` */
function checkEvent(registry: Registry, type: string): void {
  if (registry.events.has(type)) return;
  const near = closest(type, registry.events.keys(), 3);
  const hint = near.length === 0 ? '' : ` Did you mean ${orOf(near)}?`;
  throw invalid('event', `There is no event '${type}'.${hint}`);
}

/** The milliseconds of a field; null if it is not set. @throws 400 `parameter_invalid` */
const lengthOf = (input: FaultInput, param: 'ms' | 'after', most: number): number | null =>
  input[param] == null ? null : readLength(param, input[param], most);

/**
 * Returns the endpoint of a fault: an id, or a URL in the same form as in endpoints.
 * @throws 400 `parameter_invalid`
 */
function endpointOf(given: string): string {
  if (/^whe_\w+$/.test(given)) return given;
  if (/^https?:/i.test(given) && URL.canParse(given)) return new URL(given).href;
  throw invalid(
    'endpoint',
    'endpoint must be the id of a webhook endpoint, or a URL such as http://127.0.0.1:3000/hook',
  );
}

/** Returns the target of a fault: the name of an operation, or `delivery`. */
function targetOf(registry: Registry, { on, operation }: FaultInput): string {
  if (on != null && operation != null)
    throw invalid('operation', 'on and operation are aliases; send only one of them.');
  const given = on ?? operation;
  if (given == null) throw missing('on');
  return operationNamed(registry, given, { param: on == null ? 'operation' : 'on', further: [onDelivery] });
}
