import type { AnyCollectionDef } from '../../store/collection.ts';
import type { Kernel } from '../context.ts';
import type { Refusal, RefusalSource } from '../errors.ts';
import { events } from '../events.ts';
import { keptAnswers } from '../idempotency.ts';
import { type Job, type JobKind, jobs } from '../time/jobs.ts';
import { apiKeys, apps, appTokens, controlTokens, type Workspace, workspaces } from '../workspace.ts';
import { DeclarationError } from './declaration-error.ts';
import type { AnyJob, EventDef, Reaction, SpendDef } from './declarations.ts';
import { type AnyLifecycle, wordsOf } from './lifecycle.ts';
import type { AnyOperation, Surface } from './operation.ts';
import type { Slice, Tier } from './slice.ts';

const none: readonly Reaction[] = [];

/** Declarations outside of the slices. */
interface Beside {
  readonly collections?: readonly AnyCollectionDef[];
  /** Refusals that do not belong to a particular operation. */
  readonly refusals?: readonly Refusal[];
  /** All declared jobs and refusals. The slices must list every one of them. */
  readonly declared?: { readonly jobs: readonly JobKind[]; readonly refusals: readonly Refusal[] };
  /** The folder that contains a slice, for messages about its declarations. */
  readonly folderOf?: (slice: string) => string;
}

/** All declarations, indexed, and checked when the registry is created. */
export class Registry {
  readonly slices: readonly Slice[];
  readonly collections = new Map<string, AnyCollectionDef>();
  /** The collections with addresses that callers without a key know. */
  readonly addressed: readonly AnyCollectionDef[];
  readonly events = new Map<string, EventDef>();
  /** The display names of object types, by id prefix. */
  readonly #nouns = new Map<string, string>();
  readonly jobs = new Map<string, AnyJob>();
  /** The items that charges can spend, lower ranks first. */
  readonly spends: readonly SpendDef[];
  /** All declared refusals, without duplicates. */
  readonly refusals: readonly Refusal[];
  readonly #reactions = new Map<string, Reaction[]>();
  readonly #stateful = new Map<AnyLifecycle, AnyCollectionDef>();

  /** @throws DeclarationError with a list of all problems in the declarations */
  constructor(slices: readonly Slice[], { collections = [], refusals = [], declared, folderOf }: Beside = {}) {
    this.slices = slices;
    this.spends = slices.flatMap((slice) => slice.spends);
    const operations = slices.flatMap((slice) => slice.operations);
    this.refusals = [...new Set([...refusals, ...operations.flatMap(({ refuses }) => refuses)])];
    const problems: string[] = contradictionsIn(this.refusals);
    const prefixes = new Map<string, string>();
    const own: AnyCollectionDef[] = [workspaces, apiKeys, apps, appTokens, controlTokens, events, jobs, keptAnswers];
    for (const def of [...own, ...collections, ...slices.flatMap(({ collections }) => collections)]) {
      if (this.collections.has(def.name)) problems.push(`two collections have the name ${def.name}`);
      this.collections.set(def.name, def);
      // A collection that contains only ids marks objects of another collection, and uses the same prefix.
      if (Object.keys(def.model.properties).length > 1) {
        const other = prefixes.get(def.prefix);
        if (other !== undefined)
          problems.push(`the ids of ${other} and ${def.name} have the same prefix ${def.prefix}_`);
        prefixes.set(def.prefix, def.name);
        this.#nouns.set(def.prefix, wordsOf(def.name));
      }
      if (def.lifecycle !== undefined) this.#stateful.set(def.lifecycle as AnyLifecycle, def);
      for (const field in def.addresses) {
        if (field === 'id' || def.indexes.some((fields) => fields.length === 1 && fields[0] === field)) continue;
        problems.push(`${def.name} has no index on its address field ${field}`);
      }
    }
    this.addressed = [...this.collections.values()].filter(({ addresses }) => addresses !== undefined);
    const settings = new Set<string>();
    for (const slice of slices) {
      for (const name of slice.settings.flatMap(({ fields }) => Object.keys(fields))) {
        if (settings.has(name)) problems.push(`two groups declare the setting ${name}`);
        settings.add(name);
      }
      for (const def of slice.events) {
        if (this.events.has(def.type)) problems.push(`two slices declare the event ${def.type}`);
        this.events.set(def.type, def);
      }
      for (const def of slice.jobs) {
        if (this.jobs.has(def.kind)) problems.push(`two slices declare the job ${def.kind}`);
        this.jobs.set(def.kind, def);
      }
      for (const reaction of slice.reactions) {
        for (const name of reaction.on) {
          const known = this.#reactions.get(name);
          if (known === undefined) this.#reactions.set(name, [reaction]);
          else known.push(reaction);
        }
      }
    }
    for (const { kind } of declared?.jobs ?? [])
      if (!this.jobs.has(kind)) problems.push(`no slice lists the job ${kind} in its 'jobs'`);
    for (const each of declared?.refusals ?? []) {
      if (this.refusals.includes(each)) continue;
      problems.push(
        `no operation lists the refusal ${inWords(each)}: add it to 'refuses' in every operation that throws it`,
      );
    }
    problems.push(...this.#problems(folderOf));
    if (problems.length > 0) throw new DeclarationError(`The declarations are inconsistent: ${problems.join('; ')}.`);
  }

  event(type: string): EventDef {
    const def = this.events.get(type);
    if (def === undefined) throw new Error(`No slice declares the event ${type}.`);
    return def;
  }

  /** @throws Error if no slice lists the kind */
  job({ kind }: Pick<JobKind, 'kind'>): AnyJob {
    const def = this.jobs.get(kind);
    if (def === undefined) throw new Error(`No slice lists the job ${kind}. Add the job to the 'jobs' of its slice.`);
    return def;
  }

  /** The display name of a job: `renewal`. */
  nounOfJob({ kind }: Pick<Job, 'kind'>): string {
    return this.jobs.get(kind)?.noun ?? wordsOf(kind.slice(kind.indexOf('.') + 1));
  }

  /** Describes the subject of a job: `payout po_…`, `charge with reference_id order-7`. */
  subjectOf({ kind, subject }: Pick<Job, 'kind' | 'subject'>): string {
    const noun = this.jobs.get(kind)?.of ?? this.#nouns.get(subject.slice(0, subject.lastIndexOf('_')));
    return noun === undefined ? subject : `${noun} ${subject}`;
  }

  reactionsTo(name: string): readonly Reaction[] {
    return this.#reactions.get(name) ?? none;
  }

  /** @throws Error if no collection uses the lifecycle */
  collectionOf(lifecycle: AnyLifecycle): AnyCollectionDef {
    const def = this.#stateful.get(lifecycle);
    if (def === undefined) throw new Error(`No collection uses the ${lifecycle.noun} lifecycle.`);
    return def;
  }

  /** The codes of one origin, without duplicates, in alphabetical order. */
  codesOf(origin: RefusalSource): string[] {
    const codes = this.refusals.flatMap((each) => (each.origin === origin ? (each.code ?? []) : []));
    return [...new Set(codes)].sort();
  }

  /** The operations on a surface, in the order of the slices. */
  operationsOf(surface: Surface): AnyOperation[] {
    return this.slices.flatMap(({ operations }) => operations.filter((operation) => operation.surface === surface));
  }

  /**
   * Returns a function that determines the rate-limit tier of a workspace. If no slice declares one, every workspace
   * has the lowest tier.
   */
  tiersOf(kernel: Kernel): (workspace: Workspace, now: number) => Tier {
    return this.slices.find(({ tiersOf }) => tiersOf !== undefined)?.tiersOf?.(kernel) ?? (() => 'new');
  }

  #problems(folderOf?: Beside['folderOf']): string[] {
    const problems: string[] = [];
    const moves = new Set<string>();
    const emitted = new Set<string>();
    const ids = new Set<string>();
    for (const { name, lifecycle, announces, operations } of this.slices) {
      const where = folderOf === undefined ? '' : ` (${folderOf(name)})`;
      for (const announcement of announces) moves.add(announcement.name);
      if (lifecycle !== undefined) {
        if (!this.#stateful.has(lifecycle))
          problems.push(`the slice ${name} declares a lifecycle that no collection uses${where}`);
        for (const [move, { emits = [] }] of Object.entries(lifecycle.moves)) {
          moves.add(`${lifecycle.noun}.${move}`);
          for (const type of emits) {
            emitted.add(type);
            if (!this.events.has(type))
              problems.push(`${lifecycle.noun}.${move} emits ${type}, but no slice declares this event${where}`);
          }
        }
      }
      for (const { id, body, bodyOptional, example, emits = [], prepare } of operations) {
        for (const event of emits) {
          emitted.add(event.type);
          if (this.events.get(event.type) === event) continue;
          problems.push(
            `${id} emits ${event.type}, but no slice lists this event: add it to 'events' of its slice${where}`,
          );
        }
        if (emits.length > 0 && prepare === undefined) {
          problems.push(
            `${id} emits events, so it needs 'prepare', which returns the request that a trigger sends${where}`,
          );
        }
        if (ids.has(id)) problems.push(`two operations have the id ${id}${where}`);
        ids.add(id);
        if (body !== undefined && bodyOptional !== true && example?.body === undefined) {
          problems.push(`the operation ${id} has no example${where}`);
        }
      }
    }
    problems.push(...this.#sharedPlaces());
    const spent = new Set<string>();
    const asked = new Set<string>();
    for (const { name, asks } of this.spends) {
      if (spent.has(name)) problems.push(`two spendable items have the name ${name}`);
      spent.add(name);
      for (const [surface, { fields }] of Object.entries(asks)) {
        for (const field of fields?.required ?? [])
          problems.push(`the field ${field} of a spendable item must be optional`);
        for (const field of Object.keys(fields?.properties ?? {})) {
          const on = `${surface} ${field}`;
          if (asked.has(on)) problems.push(`two spendable items declare the ${surface} field ${field}`);
          asked.add(on);
        }
      }
    }
    for (const type of this.events.keys())
      if (!emitted.has(type)) problems.push(`no move emits ${type}, and no operation lists it in 'emits'`);
    for (const name of this.#reactions.keys()) {
      if (!moves.has(name)) problems.push(`a reaction refers to ${name}, which is neither a move nor an announcement`);
    }
    return problems;
  }

  /** The conflicts between lists: two views with the same position, or two parts of a view with the same number. */
  #sharedPlaces(): string[] {
    const places = new Map<string, { readonly name: string; readonly title: string }>();
    return this.slices.flatMap(({ name, list }) => {
      if (list?.view === undefined) return [];
      const {
        part,
        view: { place, title },
      } = list;
      const own = part === undefined ? [`place ${place}`] : [`place ${place}`, `part ${part} of position ${place}`];
      return own.flatMap((each) => {
        const other = places.get(each);
        places.set(each, { name, title });
        if (other === undefined || (other.title === title && each === own[0])) return [];
        return [`the lists of ${other.name} and ${name} both use ${each} in the views`];
      });
    });
  }
}

const inWords = ({ status, code }: Refusal): string => (code === null ? String(status) : `${status} ${code}`);

/** Contradictory declarations of the same code: a different origin, or a different type for the same status. */
function contradictionsIn(refusals: readonly Refusal[]): string[] {
  return refusals.flatMap((one, at) =>
    refusals.slice(at + 1).flatMap((other) => {
      if (one.code === null || one.code !== other.code) return [];
      if (one.status === other.status && one.type !== other.type) {
        return [`the refusal ${inWords(one)} is declared with the types ${one.type} and ${other.type}`];
      }
      const origins = new Set([one.origin, other.origin]);
      const isBoth = origins.has('specified') && origins.has('assumed');
      return isBoth ? [`the code ${one.code} is declared both as specified and as assumed`] : [];
    }),
  );
}
