import type { AnyCollectionDef } from '../../store/collection.ts';
import type { Kernel } from '../context.ts';
import type { Refusal, RefusalSource } from '../errors.ts';
import { events } from '../events.ts';
import { keptAnswers } from '../idempotency.ts';
import { type Job, type JobKind, jobs } from '../time/jobs.ts';
import { apiKeys, apps, appTokens, controlTokens, type Workspace, workspaces } from '../workspace.ts';
import type { AnyJob, EventDef, Reaction, SpendDef } from './declarations.ts';
import { type AnyLifecycle, wordsOf } from './lifecycle.ts';
import type { AnyOperation, Surface } from './operation.ts';
import type { Slice, Tier } from './slice.ts';

const none: readonly Reaction[] = [];

/** Declarations outside the slices. */
interface Beside {
  readonly collections?: readonly AnyCollectionDef[];
  /** Refusals of no particular operation. */
  readonly refusals?: readonly Refusal[];
  /** All declared jobs and refusals; the slices must list each of them. */
  readonly declared?: { readonly jobs: readonly JobKind[]; readonly refusals: readonly Refusal[] };
}

/** All declarations, checked once and indexed. */
export class Registry {
  readonly slices: readonly Slice[];
  readonly collections = new Map<string, AnyCollectionDef>();
  /** The kinds with addresses, which callers without a key know. */
  readonly addressed: readonly AnyCollectionDef[];
  readonly events = new Map<string, EventDef>();
  /** The nouns of objects, by the prefix of their ids. */
  readonly #nouns = new Map<string, string>();
  readonly jobs = new Map<string, AnyJob>();
  /** The things that charges may spend, lower ranks first. */
  readonly spends: readonly SpendDef[];
  /** All declared refusals, each once. */
  readonly refusals: readonly Refusal[];
  readonly #reactions = new Map<string, Reaction[]>();
  readonly #stateful = new Map<AnyLifecycle, AnyCollectionDef>();

  /** @throws Error that lists all faults of the declarations */
  constructor(slices: readonly Slice[], { collections = [], refusals = [], declared }: Beside = {}) {
    this.slices = slices;
    this.spends = slices.flatMap((slice) => slice.spends);
    const operations = slices.flatMap((slice) => slice.operations);
    this.refusals = [...new Set([...refusals, ...operations.flatMap(({ refuses }) => refuses)])];
    const faults: string[] = contradictionsIn(this.refusals);
    const prefixes = new Map<string, string>();
    const own: AnyCollectionDef[] = [workspaces, apiKeys, apps, appTokens, controlTokens, events, jobs, keptAnswers];
    for (const def of [...own, ...collections, ...slices.flatMap(({ collections }) => collections)]) {
      if (this.collections.has(def.name)) faults.push(`two collections are called ${def.name}`);
      this.collections.set(def.name, def);
      // A collection of ids alone marks objects of another collection, and has their prefix.
      if (Object.keys(def.model.properties).length > 1) {
        const other = prefixes.get(def.prefix);
        if (other !== undefined) faults.push(`the ids of ${other} and of ${def.name} both begin with ${def.prefix}_`);
        prefixes.set(def.prefix, def.name);
        this.#nouns.set(def.prefix, wordsOf(def.name));
      }
      if (def.lifecycle !== undefined) this.#stateful.set(def.lifecycle as AnyLifecycle, def);
      for (const field in def.addresses) {
        if (field === 'id' || def.indexes.some((fields) => fields.length === 1 && fields[0] === field)) continue;
        faults.push(`no index of ${def.name} covers its address ${field}`);
      }
    }
    this.addressed = [...this.collections.values()].filter(({ addresses }) => addresses !== undefined);
    const settings = new Set<string>();
    for (const slice of slices) {
      for (const name of slice.settings.flatMap(({ fields }) => Object.keys(fields))) {
        if (settings.has(name)) faults.push(`two groups declare the setting ${name}`);
        settings.add(name);
      }
      for (const def of slice.events) {
        if (this.events.has(def.type)) faults.push(`two slices declare the event ${def.type}`);
        this.events.set(def.type, def);
      }
      for (const def of slice.jobs) {
        if (this.jobs.has(def.kind)) faults.push(`two slices declare the job ${def.kind}`);
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
      if (!this.jobs.has(kind)) faults.push(`no slice lists the job ${kind}: its 'jobs' must name it`);
    for (const each of declared?.refusals ?? []) {
      if (this.refusals.includes(each)) continue;
      faults.push(`no operation lists the refusal ${inWords(each)}: the 'refuses' of those that throw it must name it`);
    }
    faults.push(...this.#faults());
    if (faults.length > 0) throw new Error(`The declarations do not hold together: ${faults.join('; ')}.`);
  }

  event(type: string): EventDef {
    const def = this.events.get(type);
    if (def === undefined) throw new Error(`No slice declares the event ${type}.`);
    return def;
  }

  /** @throws Error for a kind that no slice lists */
  job({ kind }: Pick<JobKind, 'kind'>): AnyJob {
    const def = this.jobs.get(kind);
    if (def === undefined) throw new Error(`No slice lists the job ${kind}: its 'jobs' must name it.`);
    return def;
  }

  /** The name of a job for people: `renewal`. */
  nounOfJob({ kind }: Pick<Job, 'kind'>): string {
    return this.jobs.get(kind)?.noun ?? wordsOf(kind.slice(kind.indexOf('.') + 1));
  }

  /** The subject of a job in words: `payout po_…`, `charge with reference_id order-7`. */
  subjectOf({ kind, subject }: Pick<Job, 'kind' | 'subject'>): string {
    const noun = this.jobs.get(kind)?.of ?? this.#nouns.get(subject.slice(0, subject.lastIndexOf('_')));
    return noun === undefined ? subject : `${noun} ${subject}`;
  }

  reactionsTo(name: string): readonly Reaction[] {
    return this.#reactions.get(name) ?? none;
  }

  /** @throws Error for a lifecycle of no collection */
  collectionOf(lifecycle: AnyLifecycle): AnyCollectionDef {
    const def = this.#stateful.get(lifecycle);
    if (def === undefined) throw new Error(`No collection goes through the lifecycle of ${lifecycle.noun}.`);
    return def;
  }

  /** The codes of one origin, each once, in alphabetical order. */
  codesOf(origin: RefusalSource): string[] {
    const codes = this.refusals.flatMap((each) => (each.origin === origin ? (each.code ?? []) : []));
    return [...new Set(codes)].sort();
  }

  /** The operations of a surface, in the order of the slices. */
  operationsOf(surface: Surface): AnyOperation[] {
    return this.slices.flatMap(({ operations }) => operations.filter((operation) => operation.surface === surface));
  }

  /**
   * The function that determines the rate-limit tier of a workspace: the lowest tier if no slice declares the function.
   */
  tiersOf(kernel: Kernel): (workspace: Workspace, now: number) => Tier {
    return this.slices.find(({ tiersOf }) => tiersOf !== undefined)?.tiersOf?.(kernel) ?? (() => 'new');
  }

  #faults(): string[] {
    const faults: string[] = [];
    const moves = new Set<string>();
    const emitted = new Set<string>();
    const ids = new Set<string>();
    for (const { name, lifecycle, announces, operations } of this.slices) {
      for (const announcement of announces) moves.add(announcement.name);
      if (lifecycle !== undefined) {
        if (!this.#stateful.has(lifecycle)) faults.push(`no collection of ${name} goes through its lifecycle`);
        for (const [move, { emits = [] }] of Object.entries(lifecycle.moves)) {
          moves.add(`${lifecycle.noun}.${move}`);
          for (const type of emits) {
            emitted.add(type);
            if (!this.events.has(type)) faults.push(`${lifecycle.noun}.${move} emits ${type}, which no slice declares`);
          }
        }
      }
      for (const { id, body, bodyOptional, example } of operations) {
        if (ids.has(id)) faults.push(`two operations are called ${id}`);
        ids.add(id);
        if (body !== undefined && bodyOptional !== true && example?.body === undefined) {
          faults.push(`the operation ${id} has no example`);
        }
      }
    }
    faults.push(...this.#sharedPlaces());
    const spent = new Set<string>();
    const asked = new Set<string>();
    for (const { name, asks } of this.spends) {
      if (spent.has(name)) faults.push(`two entries of what charges spend are called ${name}`);
      spent.add(name);
      for (const [surface, { fields }] of Object.entries(asks)) {
        for (const field of fields?.required ?? [])
          faults.push(`the field ${field} of what charges spend is not optional`);
        for (const field of Object.keys(fields?.properties ?? {})) {
          const on = `${surface} ${field}`;
          if (asked.has(on)) faults.push(`two entries of what charges spend ask for the ${surface} field ${field}`);
          asked.add(on);
        }
      }
    }
    for (const type of this.events.keys()) if (!emitted.has(type)) faults.push(`no move emits ${type}`);
    for (const name of this.#reactions.keys()) {
      if (!moves.has(name)) faults.push(`a reaction waits for ${name}, no such move`);
    }
    return faults;
  }

  /** The contradictions between lists: two views with one place, or two parts of a view with one number. */
  #sharedPlaces(): string[] {
    const places = new Map<string, { readonly name: string; readonly title: string }>();
    return this.slices.flatMap(({ name, list }) => {
      if (list?.view === undefined) return [];
      const {
        part,
        view: { place, title },
      } = list;
      const own = part === undefined ? [`place ${place}`] : [`place ${place}`, `part ${part} of place ${place}`];
      return own.flatMap((each) => {
        const other = places.get(each);
        places.set(each, { name, title });
        if (other === undefined || (other.title === title && each === own[0])) return [];
        return [`the lists of ${other.name} and ${name} both have ${each} among the views`];
      });
    });
  }
}

const inWords = ({ status, code }: Refusal): string => (code === null ? String(status) : `${status} ${code}`);

/** Contradictory declarations of one code: another origin, or another type with the same status. */
function contradictionsIn(refusals: readonly Refusal[]): string[] {
  return refusals.flatMap((one, at) =>
    refusals.slice(at + 1).flatMap((other) => {
      if (one.code === null || one.code !== other.code) return [];
      if (one.status === other.status && one.type !== other.type) {
        return [`the refusal ${inWords(one)} is declared as ${one.type} and as ${other.type}`];
      }
      const origins = new Set([one.origin, other.origin]);
      const isBoth = origins.has('specified') && origins.has('assumed');
      return isBoth ? [`the code ${one.code} is declared as specified and as assumed`] : [];
    }),
  );
}
