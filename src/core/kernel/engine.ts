import { parseIso } from '../base/instants.ts';
import { getOrMake } from '../base/maps.ts';
import { messageOf } from '../base/system-errors.ts';
import { nextTurn } from '../base/time.ts';
import type { AnyCollectionDef, CollectionDef, IndexFields, Served, Stored, Where } from '../store/collection.ts';
import { type Shape, shapeOf } from '../store/shape.ts';
import { foreignAddress } from './addresses.ts';
import type { CallFacts, MoveFacts } from './change.ts';
import { Context, type Kernel, type Reactor } from './context.ts';
import type { AnyLifecycle } from './declare/lifecycle.ts';
import type { Owner } from './declare/operation.ts';
import type { Registry } from './declare/registry.ts';
import { publicSchema } from './declare/schema.ts';
import { errorOf, type ServiceError, storageUnavailable } from './errors.ts';
import type { Cause, StateChange, StoredEvent, UnsentReason } from './events.ts';
import { Facilities, type Facility } from './facility.ts';
import { IdStream, isRepeatable } from './ids.ts';
import { Listeners, type Warn } from './listeners.ts';
import type { DataSet, State } from './state.ts';
import { Clock } from './time/clock.ts';
import type { Job } from './time/jobs.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { type Mode, modes, type Workspace, workspaces } from './workspace.ts';

/** Stores commits. `write` takes complete lines, and either stores all of them or throws and stores none. */
export interface Journal {
  write(lines: readonly string[]): void;
}

/** The changes of one call. Listeners receive them after they are stored. */
export interface Commit {
  readonly seq: number;
  readonly unit: UnitOfWork;
  readonly cause: Cause;
  readonly changes: readonly StateChange[];
  readonly workspaceId: string | null;
  readonly mode: Mode | null;
  /** The emulated instant of the call, in milliseconds. */
  readonly at: number;
}

export interface EngineOptions {
  state: State;
  registry: Registry;
  journal: Journal | null;
  /** How many call ids were generated before, if the engine continues a recorded run. */
  calls?: number;
  /** Receives the errors of listeners. */
  warn?: Warn;
}

type Waiter = (refusal: ServiceError | null) => void;

/**
 * Runs declared operations, jobs and moves as units of work, and stores their changes. The engine writes the lines of
 * all units in one turn of the event loop together. No caller gets a response before that.
 */
export class Engine implements Kernel {
  readonly state: State;
  readonly registry: Registry;
  /** Decides who receives an event, in the event's unit of work. The part that sends events sets this function. */
  routeEvent: (ctx: Context, event: StoredEvent) => UnsentReason | undefined = () => undefined;
  readonly #facilities = new Facilities();
  /** The copiers of event payloads, by the types of events. */
  readonly #payloadShapes = new Map<string, Shape>();
  readonly #journal: Journal | null;
  readonly #clocks = new Map<string, Clock>();
  readonly #listeners: Listeners<[commit: Commit]>;
  readonly #firstListeners: Listeners<[commit: Commit]>;
  #pending: { commit: Commit; line: string }[] = [];
  #waiters: Waiter[] = [];
  readonly #callIds: IdStream;
  #calls: number;
  #isHeld = false;

  constructor({ state, registry, journal, calls = 0, warn }: EngineOptions) {
    this.#listeners = new Listeners('commits', warn);
    this.#firstListeners = new Listeners('stored commits', warn);
    this.state = state;
    this.#calls = calls;
    this.registry = registry;
    this.#journal = journal;
    this.#callIds = new IdStream(state.seed, `calls of start ${state.starts}`);
  }

  dataSet(workspaceId: string, mode: Mode): DataSet {
    return this.state.setOf(workspaceId, mode);
  }

  workspace(id: string): Workspace | undefined {
    return this.state.root.of(workspaces).get(id);
  }

  allWorkspaces(): Iterable<Workspace> {
    return this.state.root.of(workspaces).oldestFirst();
  }

  /**
   * Finds the workspace and mode whose data set contains a record, for calls without a key: for example, by a page's
   * slug. The search takes one index lookup per data set.
   */
  ownerOf<T extends Stored, I extends IndexFields<T>, const W extends Where<T>>(
    def: CollectionDef<T, unknown, I>,
    where: W & Served<T, I, W>,
  ): Owner | null {
    for (const workspace of this.allWorkspaces()) {
      for (const mode of modes) {
        if (this.dataSet(workspace.id, mode).of(def).newest<W>(where) !== undefined) return { workspace, mode };
      }
    }
    return null;
  }

  isTaken(workspaceId: string, def: AnyCollectionDef, drawn: object): boolean {
    if (!isRepeatable(this.state.seed)) return false;
    return foreignAddress(this, workspaceId, [{ def, records: [drawn] }]) !== null;
  }

  /** Returns the clock of a workspace, in the state that the workspace's record contains. */
  clock(workspace: Workspace): Clock {
    let clock = this.#clocks.get(workspace.id);
    if (clock === undefined) {
      clock = new Clock(workspace.clock, this.#latestIn(workspace.id));
      this.#clocks.set(workspace.id, clock);
    } else if (clock.state !== workspace.clock) {
      clock.restore(workspace.clock);
    }
    return clock;
  }

  /**
   * The latest instant in the newest records of a workspace, in milliseconds. It is the time of the last change before
   * a restart.
   */
  #latestIn(workspaceId: string): number {
    let latest = '';
    for (const mode of modes) {
      for (const collection of this.dataSet(workspaceId, mode).collections()) {
        const { created_at, updated_at } = (collection.newest({}) ?? {}) as {
          created_at?: string;
          updated_at?: string;
        };
        for (const at of [created_at, updated_at]) if (at !== undefined && at > latest) latest = at;
      }
    }
    return parseIso(latest) ?? Number.NEGATIVE_INFINITY;
  }

  collectionOf(lifecycle: AnyLifecycle): CollectionDef<Stored> {
    return this.registry.collectionOf(lifecycle);
  }

  payloadOf(type: string, ctx: Context, record: Stored, details: MoveFacts): Readonly<Record<string, unknown>> {
    const { payload, data } = this.registry.event(type);
    const shape = getOrMake(this.#payloadShapes, type, () => shapeOf(publicSchema(payload)));
    return shape(data(record, ctx, details));
  }

  /** Provides something that slices need from the program that runs them. */
  provide<V>(of: Facility<V>, value: V): void {
    this.#facilities.provide(of, value);
  }

  facility<V>(of: Facility<V>): V {
    return this.#facilities.get(of);
  }

  get spends(): Kernel['spends'] {
    return this.registry.spends;
  }

  reactionsTo(name: string): readonly Reactor[] {
    return this.registry.reactionsTo(name);
  }

  runJob(ctx: Context, job: Job): void {
    this.registry.job(job).run(ctx, job.subject, job.params, job);
  }

  checkJob(kind: string): void {
    this.registry.job({ kind });
  }

  /** How many call ids were generated since the start. */
  get calls(): number {
    return this.#calls;
  }

  /** Generates an id for a request or another call from outside. The id is not stored, and is never generated twice. */
  nextCallId(prefix: string): string {
    return `${prefix}_${this.#callIds.at(++this.#calls)}`;
  }

  /**
   * Runs `work` as one unit of work of a workspace in a mode. All its changes are stored, or none of them if `work`
   * throws.
   * @throws the error of `work`, after all its changes are undone
   */
  run<A>(workspace: Workspace, mode: Mode, cause: Cause, work: (ctx: Context) => A, call?: CallFacts): A {
    const unit = new UnitOfWork(this.state);
    const clock = this.clock(workspace);
    const ctx = new Context(this, unit, workspace, mode, clock.now(), cause, call);
    let answer: A;
    try {
      answer = work(ctx);
      ctx.runReactions();
    } catch (error) {
      unit.undo();
      throw error;
    }
    if (!unit.isEmpty) clock.use(ctx.now);
    this.#commit(unit, cause, ctx.changes, workspace.id, mode, ctx.now);
    return answer;
  }

  /** Runs `work` on data that do not belong to a mode: workspaces, endpoints, rules. */
  runRoot<A>(cause: Cause, at: number, work: (unit: UnitOfWork, root: DataSet) => A): A {
    const unit = new UnitOfWork(this.state);
    let answer: A;
    try {
      answer = work(unit, this.state.root);
    } catch (error) {
      unit.undo();
      throw error;
    }
    this.#commit(unit, cause, [], null, null, at);
    return answer;
  }

  /** Whether units are waiting to be written in this turn of the event loop. */
  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /**
   * Calls `call` when all changes so far are stored (immediately if no change is waiting), or with the error if writing
   * fails.
   */
  whenKept(call: Waiter): void {
    if (this.#pending.length === 0) call(null);
    else this.#waiters.push(call);
  }

  /** Resolves when all changes so far are stored. */
  kept(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.whenKept((refusal) => (refusal === null ? resolve() : reject(refusal)));
    });
  }

  /** Calls the listener for every commit after it is stored, in order. */
  onCommit(listener: (commit: Commit) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Calls the listener for every stored commit before any caller gets a response. Such a listener must be very fast.
   */
  onKept(listener: (commit: Commit) => void): void {
    this.#firstListeners.add(listener);
  }

  #commit(
    unit: UnitOfWork,
    cause: Cause,
    changes: readonly StateChange[],
    workspaceId: string | null,
    mode: Mode | null,
    at: number,
  ): void {
    if (unit.isEmpty) return;
    const seq = ++this.state.seq;
    const commit: Commit = { seq, unit, cause, changes, workspaceId, mode, at };
    if (this.#pending.length === 0) nextTurn(() => this.flush());
    this.#pending.push({ commit, line: this.#journal === null ? '' : unit.toLine(seq) });
    unit.close();
  }

  /**
   * Runs several units of work in sequence. Either all units are stored, or none.
   * @throws the error of `work`, after all its changes are undone
   */
  allOrNone<A>(work: () => A): A {
    const before = this.#pending.length;
    try {
      return work();
    } catch (error) {
      this.abandon(before);
      throw error;
    }
  }

  /**
   * Undoes the units that are waiting to be written, except the first `keep` units. Used if a start or a load fails
   * halfway.
   */
  abandon(keep = 0): void {
    const batch = this.#pending.splice(keep);
    for (const { commit } of batch.reverse()) commit.unit.undo();
    this.state.seq -= batch.length;
  }

  /** Delays all writes until `release`, because a start must not change any file until it is sure to succeed. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Stores the changes that `hold` delayed. Later changes are stored as usual. */
  release(): void {
    this.#isHeld = false;
    this.flush();
  }

  /** Writes the waiting units. The engine calls this method once per turn, and once more when the emulator stops. */
  flush(): void {
    if (this.#isHeld) return;
    const batch = this.#pending;
    const waiters = this.#waiters;
    if (batch.length === 0) return;
    this.#pending = [];
    this.#waiters = [];
    let refusal: ServiceError | null = null;
    try {
      this.#journal?.write(batch.map(({ line }) => line));
    } catch (error) {
      this.#pending = batch;
      this.abandon();
      const why = messageOf(error);
      refusal = errorOf(
        storageUnavailable,
        `The changes could not be written to the data folder, so no data was changed: ${why}`,
      );
    }
    if (refusal === null) for (const { commit } of batch) this.#firstListeners.call(commit);
    // Callers get their responses before webhooks are sent.
    for (const waiter of waiters) waiter(refusal);
    if (refusal !== null) return;
    for (const { commit } of batch) this.#listeners.call(commit);
  }
}
