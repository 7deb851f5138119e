import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { publicSchema } from '../../../core/kernel/declare/schema.ts';
import { composeSettings, type Setting } from '../../../core/kernel/declare/settings.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { type Job, jobs } from '../../../core/kernel/time/jobs.ts';
import { type Workspace, workspaces } from '../../../core/kernel/workspace.ts';
import type { AnyCollectionDef, Stored } from '../../../core/store/collection.ts';
import { errorOfStored } from '../../../core/validation/stored-objects.ts';
import { firstError } from '../../../core/validation/validator.ts';
import { isAboutName, type Path, reasonWithValue, type ValueError } from '../../../core/validation/value-error.ts';
import { platformSettings } from '../../../payments/platform/settings.ts';

/** Compiled payload schemas, by the event's schema. Each schema is compiled for its first event. */
const payloads = new WeakMap<object, object>();

/**
 * Checks the records of a file that a user may have edited: each record against its model, and the open parts of a
 * model (settings, the parameters of a job, the payload of an event) against the slice that declares them.
 */
export class RecordChecks {
  readonly #registry: Registry;
  readonly #settings: Readonly<Record<string, Setting>>;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#settings = composeSettings(registry.slices).fields;
  }

  /**
   * The error in a record, in words, such as `payout po_1, amount: must be an integer`; null if the record is valid.
   */
  faultOf(def: AnyCollectionDef, record: Stored): string | null {
    const found = errorOfStored(def, record) ?? this.#insideFaultOf(def, record);
    return found === null ? null : `${def.name} ${record.id}${wordsOf(found)}`;
  }

  #insideFaultOf(def: AnyCollectionDef, record: Stored): DescribedFault | null {
    switch (def.name) {
      case workspaces.name:
        return this.#faultOfSettings(record as Workspace);
      case jobs.name:
        return this.#faultOfJob(record as Job);
      case events.name:
        return this.#faultOfEvent(record as StoredEvent);
      default:
        return null;
    }
  }

  #faultOfSettings({ settings }: Workspace): DescribedFault | null {
    const known = this.#settings;
    const values: Readonly<Record<string, unknown>> = { ...settings };
    for (const name in values) {
      if (!Object.hasOwn(known, name)) return { path: ['settings', name], reason: 'there is no such setting' };
    }
    for (const [name, { schema }] of Object.entries(known)) {
      const path = ['settings', name];
      if (!(name in values)) return { path, reason: 'the setting is missing' };
      const fault = firstError(schema, values[name], path);
      if (fault !== null) return fault;
    }
    // In input, a delay can be written as `2s`, but stored delays are milliseconds.
    for (const [step, delay] of Object.entries<unknown>(platformSettings.of({ settings }).settlement.delays)) {
      if (typeof delay === 'number') continue;
      return { path: ['settings', 'settlement', 'delays', step], reason: 'must be a whole number of milliseconds' };
    }
    return null;
  }

  #faultOfJob({ kind, params }: Job): DescribedFault | null {
    const job = this.#registry.jobs.get(kind);
    if (job === undefined) return { path: ['kind'], reason: `there is no job kind ${JSON.stringify(kind)}` };
    return firstError(job.params, params, ['params']);
  }

  #faultOfEvent({ type, data }: StoredEvent): DescribedFault | null {
    const event = this.#registry.events.get(type);
    if (event === undefined) return { path: ['type'], reason: `there is no event type ${JSON.stringify(type)}` };
    const payload = getOrMake(payloads, event.payload, () => publicSchema(event.payload));
    return firstError(payload, data, ['data']);
  }
}

type DescribedFault = Pick<ValueError, 'path' | 'reason'> & Partial<Pick<ValueError, 'keyword' | 'given'>>;

/**
 * The words of a fault: the path and the reason. If a field is missing or unknown, the reason itself names the field.
 */
function wordsOf({ path, keyword = '', reason, given = null }: DescribedFault): string {
  const shown: Path = isAboutName({ keyword }) ? path.slice(0, -1) : path;
  const words = reasonWithValue({ reason, given });
  return shown.length === 0 ? `: ${words}` : `, ${shown.join('.')}: ${words}`;
}
