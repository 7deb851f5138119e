import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import type { FieldSchema } from '../../../sandbox/profile/places.ts';
import { mapFields, mapRequest } from '../../../sandbox/profile/verdicts.ts';
import { isMinor } from '../report/weights.ts';
import { isInstant } from './bindings.ts';
import { isEmpty } from './differences/requests.ts';
import type { Assumption, AssumptionState, Reading } from './observations.ts';

/**
 * The state of every assumption of the emulator after a comparison. A refuted assumption stays refuted. Only a value
 * confirms: two responses that both show nothing, `livemode` and dates agree whatever the service does.
 */
export function assumptionsOf(registry: Registry, readings: readonly Reading[]): Assumption[] {
  const states = new Map(namesOf(registry).map((id): [string, AssumptionState] => [id, 'untouched']));
  for (const { assumption, agrees, service, emulator } of readings) {
    const present = assumption === null ? undefined : states.get(assumption);
    if (present === undefined || present === 'refuted') continue;
    if (!agrees) states.set(assumption!, 'refuted');
    else if (!isMinor(assumption!) && ![service, emulator].some(showsNothing)) states.set(assumption!, 'confirmed');
  }
  return [...states].map(([id, state]) => ({ id, state }));
}

const showsNothing = (value: unknown): boolean => isEmpty(value) || (typeof value === 'string' && isInstant(value));

/** The names of all assumptions. */
function namesOf(registry: Registry): string[] {
  const ids: string[] = [];
  const note = (field: FieldSchema, id: string): FieldSchema => {
    if (field['x-assumed'] === true) ids.push(id);
    for (const value of field['x-assumed-values'] ?? []) ids.push(`${id}=${value}`);
    return field;
  };
  for (const surface of ['merchant', 'client'] as const) {
    for (const { id, assumed, answer, body, query } of registry.operationsOf(surface)) {
      if (assumed === true) ids.push(`operation ${id}`);
      mapFields(answer, id, note);
      for (const asked of [body, query]) if (asked !== undefined) mapRequest(asked, id, note);
    }
  }
  for (const { type, assumed, payload } of registry.events.values()) {
    if (assumed === true) ids.push(`event ${type}`);
    mapFields(payload, `event ${type}`, note);
  }
  for (const code of registry.codesOf('assumed')) ids.push(`code ${code}`);
  for (const [name, header] of Object.entries(answerHeaders)) {
    if ('x-assumed' in header && !name.startsWith('X-Emulator')) ids.push(`header ${name.toLowerCase()}`);
  }
  return ids;
}
