import { parseIso, toIso, unixSeconds } from '../base/instants.ts';
import type { Collection, CollectionDef, IndexFields, Served, Stored, Where } from '../store/collection.ts';
import type { Announcement, CallFacts, JobArgs, MoveArgs, MoveFacts, OfLifecycle, Patch } from './change.ts';
import {
  type AnyLifecycle,
  may,
  moveRefused,
  type OpeningOf,
  type TransitionOf,
  wordsOf,
} from './declare/lifecycle.ts';
import type { Settings } from './declare/settings.ts';
import { type EmittedEvent, type EventArgs, emittedChange, type RunningOperation } from './emitted.ts';
import { notFound } from './errors.ts';
import type { Cause, MoveResult, StateChange, UnsentReason } from './events.ts';
import { events, originOf } from './events.ts';
import { fieldChanges, isSetAlready } from './field-changes.ts';
import type { KernelOf, ReactorOf } from './kernel.ts';
import { type Page, type PageQuery, pageOf } from './pagination.ts';
import type { DataSet } from './state.ts';
import { type Delay, type Job, type JobKind, jobs, type ParamsOf } from './time/jobs.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { Mode, Workspace } from './workspace.ts';

export type Kernel = KernelOf<Context>;
export type Reactor = ReactorOf<Context>;

/**
 * The tools of a handler, a job or a reaction: the data of one workspace in one mode, the emulated time, and the unit
 * of work for all changes. All of this work is synchronous.
 */
export class Context {
  readonly kernel: Kernel;
  readonly unit: UnitOfWork;
  readonly workspace: Workspace;
  readonly mode: Mode;
  /** The cause of all changes. If an audit's rule decides an outcome, the simulated network adds the audit's mark. */
  cause: Cause;
  readonly call: CallFacts;
  /** The current emulated time, in milliseconds. */
  readonly now: number;
  /** The current emulated time (ISO 8601). */
  readonly at: string;
  /** The id of the API operation that is running; null in a job, in a reaction, and in an action of the developer. */
  operation: string | null = null;
  /** The operation whose handler is running, on any surface; null in a job and in a reaction. */
  running: RunningOperation | null = null;
  /** How long a rule's latency delays the response, in real milliseconds. */
  answerDelay = 0;
  /** Parts of the request that the handler ignored although they can matter, for the log: `three_ds.amount=420000`. */
  readonly ignored: string[] = [];
  /** The state changes so far, in order. */
  readonly changes: StateChange[] = [];
  readonly #set: DataSet;
  /** The ids to use next instead of generated ones, by prefix. The slug has no prefix. */
  #chosen: Map<string, string> | undefined;
  readonly #reactions: { readonly reaction: Reactor; readonly id: string; readonly details: MoveFacts }[] = [];

  constructor(
    kernel: Kernel,
    unit: UnitOfWork,
    workspace: Workspace,
    mode: Mode,
    now: number,
    cause: Cause,
    call: CallFacts = noFacts,
  ) {
    this.kernel = kernel;
    this.unit = unit;
    this.workspace = workspace;
    this.mode = mode;
    this.cause = cause;
    this.call = call;
    this.now = now;
    this.at = toIso(now);
    this.#set = kernel.dataSet(workspace.id, mode);
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

  of<T extends Stored, I extends IndexFields<T> = IndexFields<T>>(def: CollectionDef<T, unknown, I>): Collection<T, I> {
    return this.#set.of(def);
  }

  find<T extends Stored>(def: CollectionDef<T>, id: string): T | undefined {
    return this.#set.of(def).get(id);
  }

  /** @throws 404 `resource_missing` */
  get<T extends Stored>(def: CollectionDef<T>, id: string): T {
    const record = this.find(def, id);
    if (record === undefined) throw notFound(wordsOf(def.name), id);
    return record;
  }

  /** @param keys texts in the collection's inner index; a record must have all of them */
  page<T extends Stored, I extends IndexFields<T>, const W extends Where<T> = Record<never, never>>(
    def: CollectionDef<T, unknown, I>,
    query: PageQuery,
    where?: W & Served<T, I, W>,
    keys: readonly string[] = [],
  ): Page<T> {
    return pageOf<T, I, W>(this.of(def), query, where, keys);
  }

  /** Sets the next id of a kind, identified by its prefix, and the next slug, instead of generated ones. */
  nameNext({ id, slug }: { readonly id?: string | undefined; readonly slug?: string | undefined }): void {
    this.#chosen = new Map();
    if (id !== undefined) this.#chosen.set(id.slice(0, id.lastIndexOf('_')), id);
    if (slug !== undefined) this.#chosen.set('', `_${slug}`);
  }

  newId(prefix: string): string {
    return this.#chosenFor(prefix, this.unit.nextId(this.#set, prefix));
  }

  /** An id that serves as a credential: a token, or the secret of a page. */
  newSecret(prefix: string): string {
    return this.unit.nextSecret(this.#set, prefix);
  }

  /** The last segment of a page's path. */
  newSlug(): string {
    return this.#chosenFor('', this.newSecret('')).slice(1);
  }

  /** Generates the fields of a new record that contain its addresses, until no other workspace has these addresses. */
  drawAddresses<T extends Stored, F extends Partial<T>>(def: CollectionDef<T>, draw: () => F): F {
    let drawn = draw();
    while (this.kernel.isTaken(this.workspace.id, def, drawn)) drawn = draw();
    return drawn;
  }

  #chosenFor(prefix: string, drawn: string): string {
    const chosen = this.#chosen?.get(prefix) ?? drawn;
    this.#chosen?.delete(prefix);
    return chosen;
  }

  /** The instant `delay` milliseconds from now (ISO 8601). */
  later(delay: number): string {
    return toIso(this.now + delay);
  }

  /** Whether `delay` milliseconds have passed since the ISO 8601 instant. */
  isOver(since: string, delay: number): boolean {
    return this.now - (parseIso(since) ?? 0) >= delay;
  }

  /** The fields that every resource starts with. */
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

  /** Adds a record whose id was just generated. */
  add<T extends Stored>(def: CollectionDef<T>, record: T): T {
    return this.unit.add(this.#set, def, record);
  }

  /**
   * Changes fields of a record. If all fields already have these values, the record and its `updated_at` stay
   * unchanged.
   */
  update<R extends Stored & { readonly updated_at: string }>(def: CollectionDef<R>, record: R, patch: Patch<R>): R {
    if (isSetAlready(record, patch)) return record;
    return this.unit.change(this.#set, def, record, { ...patch, updated_at: this.at });
  }

  /** @throws Error if the kind is not declared removable, because other records may refer to records of the kind */
  remove<T extends Stored>(def: CollectionDef<T>, id: string): void {
    if (def.removable !== true)
      throw new Error(
        `Records in the ${def.name} collection cannot be removed. To allow this, declare the collection as removable.`,
      );
    this.unit.remove(this.#set, def, id);
  }

  /**
   * Creates an object by one of its lifecycle's opening moves, and stores the new record with the status that the move
   * sets.
   */
  open<R extends Stored, L extends AnyLifecycle>(
    def: CollectionDef<R, L>,
    move: OpeningOf<L>,
    record: Omit<R, 'status'>,
  ): R {
    const of = def.lifecycle!;
    const { to } = of.moves[move]!;
    const opened = this.add(def, Object.assign(record, { status: of.statusOf[to] }) as unknown as R);
    this.#moved(of, move, { from: null, to }, opened, noFacts);
    return opened;
  }

  /**
   * Makes a named move: sets the status and the other fields, sends the move's events, and runs the reactions to the
   * move.
   * @throws 400 (or 409) `invalid_state` if the object's state does not allow the move
   */
  transition<L extends AnyLifecycle, R extends OfLifecycle<L> & Stored, const N extends TransitionOf<L>>(
    of: L,
    record: R,
    move: N,
    ...[patch, details]: MoveArgs<L, R, N>
  ): R {
    const { to } = of.moves[move]!;
    const from = of.stateOf(record);
    if (!may(of, record, move)) throw moveRefused(of, record, move);
    const def = this.kernel.collectionOf(of) as unknown as CollectionDef<R>;
    const moved = this.unit.change(this.#set, def, record, patch ?? noFacts, this.#marksOf(record, of.statusOf[to]!));
    this.#moved(of, move, { from, to, fields: fieldChanges(record, patch) }, moved, details ?? noFacts);
    return moved;
  }

  /** Sends an event that no move sends. The running operation must list it in `emits`. */
  emit<R extends Stored, D>(event: EmittedEvent<R, D>, record: R, ...[details]: EventArgs<D>): void {
    const change = emittedChange(this.running, event, record);
    this.changes.push(change);
    this.send(event.type, record, { change, details: details ?? noFacts });
  }

  /** Sends the event of a change: a move, an edit, or what an operation emits. */
  send(
    type: string,
    record: Stored,
    { change, fields, details = noFacts }: Pick<MoveResult, 'fields'> & { change: StateChange; details?: object },
  ): void {
    const event = {
      id: this.newId(events.prefix),
      type,
      created: unixSeconds(this.now),
      data: this.kernel.payloadOf(type, this, record, details as MoveFacts),
      subject: record.id,
      change,
      fields,
      cause: this.cause,
      unsent: undefined as UnsentReason | undefined,
    };
    event.unsent = this.kernel.routeEvent(this, event);
    this.add(events, event);
  }

  /** Schedules a job that is due after an emulated delay from now. */
  schedule<K extends JobKind>(job: K, subject: string, delay: Delay, ...[params]: JobArgs<K>): Job {
    return this.#book(job.kind, subject, delay, false, params ?? noFacts);
  }

  /**
   * Schedules a step of a settlement, which a developer can run early.
   * @param delay the emulated delay from now; null if the step waits until a developer requests it
   */
  scheduleStep<K extends JobKind>(job: K, subject: string, delay: Delay | null, ...[params]: JobArgs<K>): Job {
    return this.#book(job.kind, subject, delay, true, params ?? noFacts);
  }

  /** Cancels the scheduled jobs of an object: all of them, or only those of one kind. */
  cancelJobs(subject: string, of?: JobKind): void {
    for (const job of [...this.of(jobs).newestFirst({ subject: [subject] })]) {
      if (of === undefined || job.kind === of.kind) this.remove(jobs, job.id);
    }
  }

  /** Cancels the scheduled job of a kind for an object, and returns the job. */
  takeJob<K extends JobKind>(of: K, subject: string): (Job & { readonly params: ParamsOf<K> }) | undefined {
    for (const job of this.of(jobs).newestFirst({ subject: [subject] })) {
      if (job.kind !== of.kind) continue;
      this.remove(jobs, job.id);
      return job as Job & { readonly params: ParamsOf<K> };
    }
    return undefined;
  }

  /**
   * Runs the scheduled job of a kind for an object immediately, even if it is not due. The clock does not move.
   * @returns whether such a job was scheduled
   */
  runDue(of: JobKind, subject: string): boolean {
    const job = this.takeJob(of, subject);
    if (job !== undefined) this.kernel.runJob(this, { ...job, due_at: this.at });
    return job !== undefined;
  }

  /**
   * Announces a change that is not a move of a lifecycle to higher slices. Their reactions are part of this call; each
   * of them can refuse the call by throwing.
   */
  announce<D extends MoveFacts>({ name }: Announcement<D>, id: string, details: D): void {
    this.#react(name, id, details);
  }

  /** Runs the reactions of other slices to all moves so far, including moves that the reactions make. */
  runReactions(): void {
    for (let due = this.#reactions.shift(); due !== undefined; due = this.#reactions.shift()) {
      due.reaction.run(this, due.id, due.details);
    }
  }

  #react(name: string, id: string, details: MoveFacts): void {
    for (const reaction of this.kernel.reactionsTo(name)) this.#reactions.push({ reaction, id, details });
  }

  #book(kind: string, subject: string, delay: Delay | null, settlement: boolean, params: MoveFacts): Job {
    this.kernel.checkJob(kind);
    const id = this.newId(jobs.prefix);
    const origin = originOf(this.cause);
    if (delay === null) return this.add(jobs, { id, kind, subject, due_at: null, settlement, params, origin });
    if (typeof delay === 'number') {
      return this.add(jobs, { id, kind, subject, due_at: this.later(delay), settlement, params, origin });
    }
    const { ms, why } = delay;
    return this.add(jobs, { id, kind, subject, due_at: this.later(ms), why, settlement, params, origin });
  }

  /** The fields that a move sets in a record automatically. */
  #marksOf(record: object, status: string): object {
    return 'updated_at' in record ? { status, updated_at: this.at } : { status };
  }

  #moved(of: AnyLifecycle, name: string, { from, to, fields }: MoveResult, record: Stored, details: MoveFacts): void {
    const { noun, stateOf, moves } = of;
    const reached = stateOf(record);
    if (reached !== to) throw new Error(`After ${noun}.${name}, ${record.id} is in state ${reached} instead of ${to}.`);
    const change: StateChange = { object: noun, id: record.id, verb: name, from, to };
    this.changes.push(change);
    for (const type of moves[name]?.emits ?? none) this.send(type, record, { change, fields, details });
    this.#react(`${noun}.${name}`, record.id, details);
  }
}

const none: readonly never[] = [];
const noFacts = Object.freeze({});
