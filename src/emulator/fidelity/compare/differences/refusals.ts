import { isObject } from '../../../../core/base/json-values.ts';
import type { Registry } from '../../../../core/kernel/declare/registry.ts';
import type { Difference, FindingKind, Observations } from '../observations.ts';
import type { Pair } from '../pairs.ts';
import { kindOf } from './values.ts';

/** The fields of an error whose values are compared. For the other fields, only their presence is compared. */
const valued = new Set(['type', 'code', 'decline_code', 'category', 'status']);
/** The fields that the networks behind the service decide. */
const decided = new Set(['decline_code', 'category']);
/** The fields that the specification names. */
const stated = new Set(['error', 'type', 'code', 'decline_code', 'category', 'reference_id']);

/** Compares two refusals: the names of their fields, null, and the words in them. The wording can differ. */
export function compareRefusals(
  { service: { body: service }, emulator: { body: emulator } }: Pair,
  usual: Omit<Difference, 'id' | 'place' | 'field' | 'counted' | 'kind' | 'isNamed'>,
  registry: Registry,
  found: Observations,
): void {
  const add = (id: string, kind: FindingKind, field: string, rest: Partial<Difference>): void => {
    const place = field === '' ? 'error' : `error.${field}`;
    const isNamed = stated.has(field) && kind !== 'assumption';
    found.differences.push({ ...usual, id: `error.${id}`, kind, place, field, counted: place, isNamed, ...rest });
  };
  if (!isObject(service) || !isObject(emulator)) {
    const [one, other] = [kindOf(service), kindOf(emulator)];
    if (one !== other)
      add(`${one} for ${other}`, 'specification', '', { service: service ?? null, emulator: emulator ?? null });
    return;
  }
  const code = typeof emulator.code === 'string' ? emulator.code : '';
  const origin = registry.refusals.find((each) => each.code === code)?.origin;
  for (const field of new Set([...Object.keys(service), ...Object.keys(emulator)])) {
    const [one, other] = [service[field], emulator[field]];
    if (field === 'data' && one !== undefined && other !== undefined) continue;
    const agrees = one === other || (!valued.has(field) && kindOf(one) === kindOf(other));
    const isAssumedCode = field === 'code' && origin === 'assumed';
    const assumption = isAssumedCode ? `code ${code}` : null;
    const seen = { counted: `error.${field}`, seenIn: usual.call, service: one, emulator: other };
    found.readings.push({ ...seen, assumption, agrees });
    if (agrees) continue;
    const isOwn = field === 'code' && code !== '' && origin !== 'specified';
    const isDecision = decided.has(field) && one !== undefined && other !== undefined;
    const kind = isDecision ? 'behaviour' : isOwn || !stated.has(field) ? 'assumption' : 'specification';
    const key =
      valued.has(field) && one !== undefined && other !== undefined ? `${one} for ${other}` : formOf(one, other);
    const difference = one === undefined ? 'emulator_only' : other === undefined ? 'service_only' : 'value';
    add(`${field} ${key}`, kind, field, { service: one, emulator: other, difference, beside: emulator });
  }
}

const formOf = (one: unknown, other: unknown): string =>
  one === undefined ? 'missing' : other === undefined ? 'extra' : `${kindOf(one)} for ${kindOf(other)}`;
