import { parseIso, toIso, unixSeconds } from './clock.ts';
import type { Collection, CollectionDef, Stored, Where } from './collection.ts';
import type { Engine } from './engine.ts';
import { notFound } from './errors.ts';
import { type Cause, type EventRecord, events, type StateChange } from './events.ts';
import { type Job, jobs } from './jobs.ts';
import { type Lifecycle, refusalOf, type StatefulRecord, sourcesOf } from './lifecycle.ts';
import { fits, type OutcomeEffect, type OutcomeFacts } from './outcomes.ts';
import { type Page, type PageQuery, pageOf } from './pagination.ts';
import type { Reaction } from './resource.ts';
import type { Settings, Settlement } from './settings.ts';
import type { DataSet } from './state.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { type Mode, rules, type Workspace } from './workspace.ts';

/** A stored resource in its wire form. */
export interface ResourceRecord extends Stored {
  readonly object: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What a plain change may set: never the identity, and never the status, which only a named move changes. */
export type Patch<R> = Partial<Omit<R, 'id' | 'object' | 'status' | 'livemode' | 'created_at' | 'updated_at'>>;

/** Facts of a move beside the record itself, for the payloads of its events and for reactions. */
export type Details = Readonly<Record<string, unknown>>;

/**
 * What a handler, a job or a reaction works with: the data of one workspace in one mode, the emulated time, and the
 * unit of work that everything it does belongs to. It is synchronous from beginning to end.
 */
export class Context {
  readonly engine: Engine;
  readonly unit: UnitOfWork;
  readonly workspace: Workspace;
  readonly mode: Mode;
  readonly cause: Cause;
  /** The emulated now, in milliseconds. */
  readonly now: number;
  /** The emulated now as ISO 8601. */
  readonly at: string;
  /** How long the answer is to be held back, in real milliseconds: a rule's latency. */
  answerDelay = 0;
  /** What an injected fault says instead of the network. */
  forcedOutcome: OutcomeEffect | null = null;
  /** Where who calls reaches the emulator, for addresses that only they are given: `http://127.0.0.1:4747`. */
  origin: string;
  /** The client id of the app that calls with its access token; null where anybody else calls. */
  appId: string | null = null;
  /** The changes of state so far, in order. */
  readonly changes: StateChange[] = [];
  readonly #set: DataSet;
  readonly #reactions: { readonly reaction: Reaction; readonly id: string; readonly details: Details }[] = [];

  constructor(engine: Engine, unit: UnitOfWork, workspace: Workspace, mode: Mode, now: number, cause: Cause) {
    this.engine = engine;
    this.unit = unit;
    this.workspace = workspace;
    this.mode = mode;
    this.cause = cause;
    this.now = now;
    this.at = toIso(now);
    this.origin = engine.publicOrigin;
    this.#set = engine.dataSet(workspace.id, mode);
  }

  get settings(): Settings {
    return this.workspace.settings;
  }

  get livemode(): boolean {
    return this.mode === 'live';
  }

  get dataSet(): DataSet {
    return this.#set;
  }

  of<T extends Stored>(def: CollectionDef<T>): Collection<T> {
    return this.#set.of(def);
  }

  find<T extends Stored>(def: CollectionDef<T>, id: string): T | undefined {
    return this.#set.of(def).get(id);
  }

  /** @throws 404 `resource_missing` */
  get<T extends Stored>(def: CollectionDef<T>, id: string): T {
    const record = this.find(def, id);
    if (record === undefined) throw notFound(def.name.replaceAll('_', ' '), id);
    return record;
  }

  /** @param keys texts of the collection's inner index, all of which a record must have */
  page<T extends Stored>(
    def: CollectionDef<T>,
    query: PageQuery,
    where: Where<T> = {},
    keys: readonly string[] = [],
  ): Page<T> {
    return pageOf(this.of(def), query, where, keys);
  }

  newId(prefix: string): string {
    return this.unit.nextId(this.#set, prefix);
  }

  /** ISO 8601 of `delay` milliseconds from now. */
  later(delay: number): string {
    return toIso(this.now + delay);
  }

  /** Whether `delay` milliseconds have passed since the ISO 8601 instant. */
  isOver(since: string, delay: number): boolean {
    return this.now - (parseIso(since) ?? 0) >= delay;
  }

  /** The fields that every new resource begins with. */
  base(def: { prefix: string }, object: string) {
    return {
      id: this.newId(def.prefix),
      object,
      livemode: this.livemode,
      created_at: this.at,
      updated_at: this.at,
    };
  }

  put<T extends Stored>(def: CollectionDef<T>, record: T): T {
    return this.unit.put(this.#set, def, record);
  }

  /** Adds a record whose id was drawn for it just now. */
  add<T extends Stored>(def: CollectionDef<T>, record: T): T {
    return this.unit.add(this.#set, def, record);
  }

  update<R extends ResourceRecord>(def: CollectionDef<R>, record: R, patch: Patch<R>): R {
    return this.put(def, { ...record, ...patch, updated_at: this.at });
  }

  remove<T extends Stored>(def: CollectionDef<T>, id: string): void {
    this.unit.remove(this.#set, def, id);
  }

  /** Makes an object by one of its lifecycle's opening moves. Takes the fresh record over and gives it its status. */
  open<R extends StatefulRecord, S extends string, N extends string>(
    lifecycle: Lifecycle<R, S, N>,
    name: N,
    record: Omit<R, 'status'>,
    details: Details = {},
  ): R {
    const { to } = lifecycle.verbs[name];
    const opened = this.add(lifecycle.of, Object.assign(record, { status: lifecycle.states[to] }) as unknown as R);
    this.#moved(lifecycle as unknown as Lifecycle, name, null, opened, details);
    return opened;
  }

  /**
   * Makes a named move: the status, whatever else it sets, its events and the reactions to it.
   * @throws 400 (or 409) `invalid_state` where the object's state does not allow it.
   */
  transition<R extends StatefulRecord & ResourceRecord, S extends string, N extends string>(
    lifecycle: Lifecycle<R, S, N>,
    record: R,
    name: N,
    patch: Patch<R> = {},
    details: Details = {},
  ): R {
    const verb = lifecycle.verbs[name];
    const from = lifecycle.stateOf(record);
    if (!sourcesOf(verb).includes(from)) throw refusalOf(lifecycle, record, name);
    const moved = this.put(lifecycle.of, {
      ...record,
      ...patch,
      status: lifecycle.states[verb.to],
      updated_at: this.at,
    });
    this.#moved(lifecycle as unknown as Lifecycle, name, from, moved, details);
    return moved;
  }

  /** Sends an event that no change of state stands for. */
  emit(type: string, subject: Stored, details: Details, change: StateChange): void {
    const event: EventRecord = {
      id: this.newId(events.prefix),
      type,
      created: unixSeconds(this.now),
      data: this.engine.registry.event(type).data(subject, this, details),
      subject: subject.id,
      change,
      cause: this.cause,
    };
    this.add(events, event);
    this.engine.stageDeliveries(this, event);
  }

  /** Books work for the emulated clock, `delay` milliseconds from now. */
  schedule(kind: string, subject: string, delay: number, params: Job['params'] = {}): Job {
    return this.#book(kind, subject, this.later(delay), false, params);
  }

  /** Books a step of a settlement: by the clock, or held until somebody asks where settlement is manual. */
  scheduleSettlement(kind: string, subject: string, step: keyof Settlement['delays'], params: Job['params'] = {}): Job {
    const { mode, delays } = this.settings.settlement;
    return this.#book(kind, subject, mode === 'manual' ? null : this.later(delays[step]), true, params);
  }

  /** Takes back the jobs of an object, or those of one kind. */
  cancelJobs(subject: string, kind?: string): void {
    for (const job of [...this.of(jobs).newestFirst({ subject: [subject] })]) {
      if (kind === undefined || job.kind === kind) this.remove(jobs, job.id);
    }
  }

  /** What the simulated network says: the workspace's rules in their order, then the built-in table. Null: approved. */
  outcome(facts: OutcomeFacts): OutcomeEffect | null {
    if (this.forcedOutcome !== null) return this.forcedOutcome;
    for (const rule of this.#ownRules(facts)) {
      if (rule.kind !== 'latency') return rule;
      this.answerDelay += rule.ms ?? 0;
    }
    return this.engine.outcomes.find(facts)?.then ?? null;
  }

  *#ownRules(facts: OutcomeFacts): Generator<OutcomeEffect> {
    const { root } = this.engine.state;
    const own = root.of(rules);
    if (own.size === 0) return;
    for (const rule of [...own.newestFirst({ workspace_id: [this.workspace.id] })].reverse()) {
      if (!fits(rule.when, facts)) continue;
      if (rule.when.nth !== undefined) {
        const matched = rule.matched + 1;
        this.unit.put(root, rules, { ...rule, matched });
        if (rule.when.nth !== matched) continue;
      }
      yield rule.then;
    }
  }

  /**
   * Tells higher slices of a change that is no move of a lifecycle, by a name that the slice declares in `announces`.
   * What they do belongs to this call; one of them may refuse it by throwing.
   */
  announce(name: string, id: string, details: Details = {}): void {
    for (const reaction of this.engine.registry.reactionsTo(name)) {
      this.#reactions.push({ reaction, id, details });
    }
  }

  /** Runs what other slices declared for the moves made so far, and for the moves that those make. */
  runReactions(): void {
    for (let due = this.#reactions.shift(); due !== undefined; due = this.#reactions.shift()) {
      due.reaction.run(this, due.id, due.details);
    }
  }

  #book(kind: string, subject: string, due_at: string | null, settlement: boolean, params: Job['params']): Job {
    return this.add(jobs, { id: this.newId(jobs.prefix), kind, subject, due_at, settlement, params });
  }

  #moved(lifecycle: Lifecycle, name: string, from: string | null, record: StatefulRecord, details: Details): void {
    const verb = lifecycle.verbs[name]!;
    const to = lifecycle.stateOf(record);
    if (to !== verb.to) throw new Error(`${lifecycle.noun}.${name} left ${record.id} in ${to}, not in ${verb.to}.`);
    const change: StateChange = { object: lifecycle.noun, id: record.id, verb: name, from, to };
    this.changes.push(change);
    for (const type of verb.emits ?? []) this.emit(type, record, details, change);
    this.announce(`${lifecycle.noun}.${name}`, record.id, details);
  }
}
