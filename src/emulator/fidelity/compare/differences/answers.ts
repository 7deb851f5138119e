import { isObject } from '../../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../../core/kernel/declare/registry.ts';
import { answerSchema } from '../../../../sandbox/http/answers.ts';
import { answerHeaders } from '../../../../sandbox/http/openapi/openapi-refusals.ts';
import type { FieldSchema } from '../../../../sandbox/profile/places.ts';
import type { Context, Difference, Observations } from '../observations.ts';
import type { Pair } from '../pairs.ts';
import { compareBodies } from './bodies.ts';
import { compareRefusals } from './refusals.ts';
import { noteRequest } from './requests.ts';

/** The name of an operation in findings. */
export const nameOf = ({ surface, id }: AnyOperation): string =>
  surface === 'client' && !id.startsWith('client') ? `client.${id}` : id;

/** The row of an operation in the coverage table. */
export const rowOf = ({ surface, method, path }: AnyOperation): string =>
  `${surface === 'client' ? 'Client API' : 'Operations'}: ${method} ${path}`;

/** Compares the responses to one call. */
export function compareAnswers(pair: Pair, registry: Registry, context: Context, found: Observations): void {
  const { call, operation, service, emulator, reseeded, now } = pair;
  const name = operation === null ? `${call.method} ${call.path}` : nameOf(operation);
  const row = operation === null ? null : rowOf(operation);
  const usual: Usual = {
    ...({ role: 'form', operation: name, owner: name, difference: 'value', refusal: null } as const),
    ...{ service: undefined, emulator: undefined, row, call, objects: [] },
  };
  const agrees = service.status === emulator.status;
  const statuses = { service: service.status, emulator: emulator.status };
  found.readings.push({ counted: `${name} status`, seenIn: call, assumption: null, agrees, ...statuses });
  const isDone = service.status < 400;
  noteOperation(pair, found);
  const isOneSided = isDone !== emulator.status < 400;
  if (!isOneSided) compareHeaders(pair, usual, found);
  if (!agrees) found.differences.push(otherStatus(pair, usual, registry));
  if (isOneSided) return;
  if (!isDone) {
    compareRefusals(pair, { ...usual, owner: 'error' }, registry, found);
    return;
  }
  noteRequest(pair, context.bindings, found);
  const schema = operation === null ? undefined : (answerSchema(operation) as FieldSchema);
  const at = { call, operation: name, owner: name, path: '', field: '', objects: [], now, row, schema };
  compareBodies(
    [service.body, emulator.body, reseeded],
    { ...at, assumed: operation?.assumed === true },
    context,
    found,
  );
}

type Usual = Omit<Difference, 'id' | 'kind' | 'place' | 'field' | 'counted' | 'isNamed'>;

/** The statuses differ: only one side accepted the call, or both accepted or rejected it. */
function otherStatus({ service, emulator, operation }: Pair, usual: Usual, registry: Registry): Difference {
  const [from, to] = [emulator.status, service.status];
  const [isDone, isOneSided] = [to < 400 && from < 400, to < 400 !== from < 400];
  const refusing = (to >= 400 && isOneSided ? service : emulator).body;
  const code = isObject(refusing) && typeof refusing.code === 'string' ? refusing.code : null;
  const isAssumedCode = registry.refusals.some((each) => each.code === code && each.origin === 'assumed');
  // The routes list every 409, but the other error statuses only by their meaning.
  const isOwn = isDone ? operation?.assumed === true : from !== 409 && code !== null && isAssumedCode;
  const ofCode = isDone || code === null ? {} : { code };
  const place = 'status';
  const shown = {
    ...{ ...usual, service: to, emulator: from, place, field: place, counted: `${usual.operation} status` },
    id: `${usual.operation} status ${to} for ${from}${isDone || (isOneSided && code === null) ? '' : ` ${code}`}`,
    refusal: isDone ? null : { service: sentenceOf(service.body), emulator: sentenceOf(emulator.body) },
  };
  if (isOneSided) {
    const isNamed = code !== null && registry.codesOf('specified').includes(code);
    return { ...shown, role: 'refused', kind: 'behaviour', isNamed, beside: isObject(refusing) ? refusing : undefined };
  }
  const change = operation === null ? null : { change: 'status', operation: operation.id, from, to, ...ofCode };
  return { ...shown, kind: isOwn ? 'assumption' : 'specification', isNamed: !isOwn, change };
}

/** The statuses that say that the service does not have an operation. */
const unsupported = new Set([405, 501]);

/** Whether the service has an operation that the specification does not mention. */
function noteOperation(
  { call, service: { status: service }, emulator, operation }: Pair,
  { readings }: Observations,
): void {
  const agrees = service < 400;
  if (operation?.assumed !== true || !(agrees || unsupported.has(service))) return;
  const values = { service, emulator: emulator.status };
  readings.push({ counted: '', seenIn: call, assumption: `operation ${operation.id}`, agrees, ...values });
}

function compareHeaders(
  { call, service: { headers: given }, emulator: { headers: own } }: Pair,
  usual: Usual,
  found: Observations,
) {
  if (Object.keys(given).length === 0) return;
  for (const [title, declared] of Object.entries(answerHeaders)) {
    const header = title.toLowerCase();
    if (header.startsWith('x-emulator-') || (given[header] === undefined && own[header] === undefined)) continue;
    const isAssumed = 'x-assumed' in declared;
    const place = `header ${header}`;
    const agrees = (given[header] === undefined) === (own[header] === undefined);
    const values = { service: given[header], emulator: own[header] };
    found.readings.push({ counted: place, seenIn: call, assumption: isAssumed ? place : null, agrees, ...values });
    if (agrees) continue;
    found.differences.push({
      ...{ ...usual, id: `${place} ${own[header] === undefined ? 'extra' : 'missing'}`, place, field: header },
      ...{ owner: 'header', counted: place, service: given[header], emulator: own[header] },
      ...{ kind: isAssumed ? 'assumption' : 'specification', isNamed: !isAssumed },
      difference: own[header] === undefined ? 'service_only' : 'emulator_only',
      change: own[header] === undefined ? null : { change: 'header', name: header, sent: false },
    });
  }
}

/** The message of an error, with its code. */
function sentenceOf(refusal: unknown): string | null {
  if (!isObject(refusal) || typeof refusal.error !== 'string') return null;
  return (typeof refusal.code === 'string' ? `${refusal.code}: ${refusal.error}` : refusal.error).slice(0, 1_000);
}
