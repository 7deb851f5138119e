import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import { isAssumed, type Schema } from './schema-walk.ts';

export type AssumptionState = 'confirmed' | 'refuted' | 'untouched';

/** One thing that the emulator assumes, by its name: `transaction.settled_at`, `code invalid_state`. */
export interface Assumption {
  readonly id: string;
  readonly state: AssumptionState;
}

/** The ledger of everything that the emulator assumes, and what captures say of it. */
export class Assumptions {
  readonly #states = new Map<string, AssumptionState>();

  constructor(registry: Registry) {
    const add = (id: string): void => void this.#states.set(id, 'untouched');
    for (const surface of ['merchant', 'client'] as const) {
      for (const { id, assumed, answer, body, query } of registry.operationsOf(surface)) {
        if (assumed === true) add(`operation ${id}`);
        addFields(answer as Schema, id, add);
        addRequest(body as Schema | undefined, id, add);
        addRequest(query as Schema | undefined, id, add);
      }
    }
    for (const { type, assumed, payload } of registry.events.values()) {
      if (assumed === true) add(`event ${type}`);
      addFields(payload as Schema, `event ${type}`, add);
    }
    for (const code of registry.codesOf('assumed')) add(`code ${code}`);
    for (const [name, header] of Object.entries(answerHeaders)) {
      if ('x-assumed' in header && !name.startsWith('X-Emulator')) add(`header ${name.toLowerCase()}`);
    }
  }

  /** Notes what a comparison says of an assumption. What was refuted once stays so. */
  note(id: string, agrees: boolean): void {
    const present = this.#states.get(id);
    if (present === undefined || present === 'refuted') return;
    this.#states.set(id, agrees ? 'confirmed' : 'refuted');
  }

  list(): Assumption[] {
    return [...this.#states].map(([id, state]) => ({ id, state }));
  }
}

/** The fields and values that are assumed in an answer, by the objects that have them. */
function addFields(schema: Schema, owner: string, add: (id: string) => void, path = ''): void {
  const named = schema.properties?.object?.const;
  const own = typeof named === 'string' ? named : owner;
  const below = typeof named === 'string' ? '' : path;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if ('x-internal' in field) continue;
    const place = below === '' ? name : `${below}.${name}`;
    if (isAssumed(field)) add(`${own}.${place}`);
    for (const value of field['x-assumed-values'] ?? []) add(`${own}.${place}=${value}`);
    const inner = field.items ?? field;
    addFields(inner, own, add, field.items === undefined ? place : `${place}[]`);
  }
  for (const each of schema.anyOf ?? []) addFields(each, own, add, below);
}

function addRequest(schema: Schema | undefined, operation: string, add: (id: string) => void): void {
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    if (isAssumed(field)) add(`request ${operation} ${name}`);
  }
}
