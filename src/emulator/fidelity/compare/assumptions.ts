import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import type { FieldSchema } from '../../../sandbox/profile/places.ts';
import { mapFields, mapRequest } from '../../../sandbox/profile/verdicts.ts';

export type AssumptionState = 'confirmed' | 'refuted' | 'untouched';

/** One assumption of the emulator, identified by a name such as `transaction.settled_at` or `code invalid_state`. */
export interface Assumption {
  readonly id: string;
  readonly state: AssumptionState;
}

/** The ledger of all assumptions of the emulator, with the results from captures. */
export class Assumptions {
  readonly #states = new Map<string, AssumptionState>();

  constructor(registry: Registry) {
    const add = (id: string): void => void this.#states.set(id, 'untouched');
    const note = (field: FieldSchema, id: string): FieldSchema => {
      if (field['x-assumed'] === true) add(id);
      for (const value of field['x-assumed-values'] ?? []) add(`${id}=${value}`);
      return field;
    };
    for (const surface of ['merchant', 'client'] as const) {
      for (const { id, assumed, answer, body, query } of registry.operationsOf(surface)) {
        if (assumed === true) add(`operation ${id}`);
        mapFields(answer, id, note);
        for (const asked of [body, query]) if (asked !== undefined) mapRequest(asked, id, note);
      }
    }
    for (const { type, assumed, payload } of registry.events.values()) {
      if (assumed === true) add(`event ${type}`);
      mapFields(payload, `event ${type}`, note);
    }
    for (const code of registry.codesOf('assumed')) add(`code ${code}`);
    for (const [name, header] of Object.entries(answerHeaders)) {
      if ('x-assumed' in header && !name.startsWith('X-Emulator')) add(`header ${name.toLowerCase()}`);
    }
  }

  /** Records the result of a comparison for an assumption. A refuted assumption stays refuted. */
  note(id: string, agrees: boolean): void {
    const present = this.#states.get(id);
    if (present === undefined || present === 'refuted') return;
    this.#states.set(id, agrees ? 'confirmed' : 'refuted');
  }

  list(): Assumption[] {
    return [...this.#states].map(([id, state]) => ({ id, state }));
  }
}
