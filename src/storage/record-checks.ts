import type { AnyCollectionDef, Stored } from '../engine/collection.ts';
import { type EventRecord, events } from '../engine/events.ts';
import { type Job, jobs } from '../engine/jobs.ts';
import type { Registry } from '../engine/registry.ts';
import { publicSchema, type T } from '../engine/schema.ts';
import { composeSettings } from '../engine/settings.ts';
import { type Workspace, workspaces } from '../engine/workspace.ts';
import { type Fault, isAboutName, type Path } from '../validation/fault.ts';
import { faultsOfRecord } from '../validation/records.ts';
import { allFaults } from '../validation/validator.ts';

/**
 * Holds records of a file that somebody may have edited to what the slices declare: each to its model, and what a model
 * leaves open (settings, the facts of a job, the payload of an event) to whoever declares that.
 */
export class RecordChecks {
  readonly #registry: Registry;
  readonly #settings: T.TObject;
  readonly #payloads = new Map<string, object>();

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#settings = composeSettings(registry.slices).model;
  }

  /** What is wrong with a record, in words: `payout po_1, amount: must be an integer`; null where nothing is. */
  faultOf(def: AnyCollectionDef, record: Stored): string | null {
    const [fault] = faultsOfRecord(def, record);
    const found = fault ?? this.#insideFaultOf(def, record);
    return found === undefined ? null : `${def.name} ${record.id}${wordsOf(found)}`;
  }

  #insideFaultOf(def: AnyCollectionDef, record: Stored): Told | undefined {
    switch (def.name) {
      case workspaces.name:
        return allFaults(this.#settings, (record as Workspace).settings, ['settings'])[0];
      case jobs.name:
        return this.#faultOfJob(record as Job);
      case events.name:
        return this.#faultOfEvent(record as EventRecord);
      default:
        return undefined;
    }
  }

  #faultOfJob({ kind, params }: Job): Told | undefined {
    const job = this.#registry.jobs.get(kind);
    if (job === undefined) return { path: ['kind'], reason: `there are no jobs of the kind ${JSON.stringify(kind)}` };
    return allFaults(job.params, params, ['params'])[0];
  }

  #faultOfEvent({ type, data }: EventRecord): Told | undefined {
    const event = this.#registry.events.get(type);
    if (event === undefined) return { path: ['type'], reason: `there is no event ${JSON.stringify(type)}` };
    let payload = this.#payloads.get(type);
    if (payload === undefined) {
      payload = publicSchema(event.payload);
      this.#payloads.set(type, payload);
    }
    return allFaults(payload, data, ['data'])[0];
  }
}

type Told = Pick<Fault, 'path' | 'reason'> & Partial<Pick<Fault, 'keyword'>>;

/** A field that is missing or unknown is named by the reason itself. */
function wordsOf({ path, keyword = '', reason }: Told): string {
  const shown: Path = isAboutName({ keyword }) ? path.slice(0, -1) : path;
  return shown.length === 0 ? `: ${reason}` : `, ${shown.join('.')}: ${reason}`;
}
