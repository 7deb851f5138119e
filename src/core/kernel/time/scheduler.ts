import { parseIso, toIso } from '../../base/instants.ts';
import { messageOf } from '../../base/system-errors.ts';
import { nextTurn, stopwatch, wakeAfter } from '../../base/time.ts';
import type { Engine } from '../engine.ts';
import { invalid, ServiceError } from '../errors.ts';
import { attributedTo, type Cause, events } from '../events.ts';
import { Listeners } from '../listeners.ts';
import { type Mode, modes, type Workspace, workspaces } from '../workspace.ts';
import type { ClockState } from './clock.ts';
import { type Job, jobs } from './jobs.ts';

/** A job, its mode, and its due time in milliseconds. */
export interface DueJob {
  job: Job;
  mode: Mode;
  due: number;
}

/** The result of a job. */
export interface JobResult {
  job: { id: string; kind: string; subject: string; about: string };
  /** The emulated instant when the job ran (ISO 8601). */
  at: string;
  events: { id: string; type: string }[];
  /** The error message; null if the job succeeded. */
  error: string | null;
}

interface RunOptions {
  /** Holds the clock at the due time of the next job. */
  readonly hold: (due: number) => void;
  /** Called after each pause; returns an error to end the run. */
  readonly mayRun?: (() => ServiceError | null) | undefined;
  readonly audit?: string | undefined;
}

/** How long jobs can run before the event loop gets a turn, in milliseconds. */
const slice = 10;
/** How long the scheduler waits after a failed write to the disk, in milliseconds. */
const diskRetry = 1_000;

/**
 * Runs jobs when the emulated clock reaches their due times: as time passes, or in chronological order when a caller
 * moves the clock.
 */
export class Scheduler {
  readonly #engine: Engine;
  readonly #warn: (message: string) => void;
  readonly #listeners: Listeners<[workspaceId: string, ran: JobResult]>;
  readonly #moving = new Map<string, Promise<unknown>>();
  #disarm: (() => void) | null = null;
  #armedFor = Number.POSITIVE_INFINITY;
  #stopped = true;

  constructor(engine: Engine, warn: (message: string) => void) {
    this.#engine = engine;
    this.#warn = warn;
    this.#listeners = new Listeners('scheduler', warn);
    engine.onCommit(({ unit, workspaceId }) => {
      if (this.#stopped) return;
      if (unit.written(workspaces).length > 0) return this.#arm();
      if (workspaceId === null) return;
      for (const { record } of unit.written(jobs)) {
        if (record.due_at !== null) return this.#armSooner(workspaceId, record.due_at);
      }
    });
  }

  /** Starts to run due jobs, beginning with those that became due while the emulator was not running. */
  start(): void {
    this.#stopped = false;
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#disarm?.();
    this.#disarm = null;
  }

  /** Calls the listener for every job that ran. */
  onRan(listener: (workspaceId: string, ran: JobResult) => void): void {
    this.#listeners.add(listener);
  }

  /** The job of a workspace with the earliest due time. */
  next(workspaceId: string): DueJob | null {
    let first: DueJob | null = null;
    for (const mode of modes) {
      const job = this.#engine.dataSet(workspaceId, mode).of(jobs).next;
      if (job === undefined) continue;
      const due = parseIso(job.due_at ?? '') ?? 0;
      if (first === null || due < first.due) first = { job, mode, due };
    }
    return first;
  }

  /** The number of jobs of a workspace that are due; `most` is the maximum result. */
  due(workspaceId: string, most: number): number {
    const workspace = this.#engine.workspace(workspaceId);
    if (workspace === undefined) return 0;
    return this.upcoming(workspaceId, most).filter(({ due }) => this.#wait(workspace, due) <= 0).length;
  }

  /** Future jobs, in chronological order. */
  upcoming(workspaceId: string, limit: number): DueJob[] {
    const all: DueJob[] = [];
    for (const mode of modes) {
      let taken = 0;
      for (const job of this.#engine.dataSet(workspaceId, mode).of(jobs).inOrder()) {
        if (taken++ === limit) break;
        all.push({ job, mode, due: parseIso(job.due_at ?? '') ?? 0 });
      }
    }
    return all.sort((a, b) => a.due - b.due).slice(0, limit);
  }

  /**
   * Moves a workspace's clock forward. Every job that is due by then runs in chronological order. While it runs, the
   * clock shows the job's due time.
   * @param aim the target in milliseconds, or a function that computes it from the instant when the move begins
   * @param mayRun called after each pause; if it returns an error, the move ends at the last job that ran
   * @throws 400 `parameter_invalid` if the target is in the past
   */
  moveTo(
    workspaceId: string,
    aim: number | ((now: number) => number),
    cause: Cause,
    mayRun?: RunOptions['mayRun'],
  ): Promise<JobResult[]> {
    return this.#oneAtATime(workspaceId, async () => {
      const workspace = this.#require(workspaceId);
      const clock = this.#engine.clock(workspace);
      const from = clock.now();
      const target = typeof aim === 'number' ? aim : aim(from);
      if (target < from) {
        throw invalid(
          'set',
          `The clock is at ${toIso(from)} and can only move forward; restore a snapshot to go back.`,
        );
      }
      const moveBy = (instant: number): Promise<void> => {
        clock.hold(instant);
        this.#setClock(workspaceId, clock.stateAt(instant), instant, cause);
        return this.#engine.kept();
      };
      try {
        clock.hold(from);
        const hold = (due: number) => clock.hold(Math.max(from, due));
        const { ran, refusal } = await this.#runUntil(workspaceId, target, { hold, mayRun, audit: cause.audit });
        await moveBy(refusal === null ? target : clock.now());
        if (refusal !== null) throw refusal;
        return ran;
      } finally {
        clock.release();
      }
    });
  }

  /** Freezes a workspace's clock, or lets it continue. @param rate emulated seconds per real second */
  setMode(workspaceId: string, mode: ClockState['mode'], rate: number, cause: Cause): Promise<void> {
    return this.#oneAtATime(workspaceId, async () => {
      const workspace = this.#require(workspaceId);
      const clock = this.#engine.clock(workspace);
      if (workspace.clock.mode === mode && clock.rate === rate) return;
      const now = clock.now();
      this.#setClock(workspaceId, clock.stateAt(now, mode, rate), now, cause);
      await this.#engine.kept();
    });
  }

  /**
   * Runs all due jobs and every step of a settlement, including steps that wait for manual settlement, until none is
   * left. The clock does not move.
   * @param audit the mark of the audit that makes the request
   */
  settle(workspaceId: string, mode: Mode, audit?: string): Promise<JobResult[]> {
    return this.#oneAtATime(workspaceId, async () => {
      const set = this.#engine.dataSet(workspaceId, mode);
      const ran: JobResult[] = [];
      let since = stopwatch();
      for (;;) {
        const waiting = [...set.of(jobs).newestFirst({ settlement: [true] })].reverse();
        const now = toIso(this.#engine.clock(this.#require(workspaceId)).now());
        for (const job of set.of(jobs).inOrder()) {
          if ((job.due_at ?? '') > now) break;
          if (!job.settlement) waiting.push(job);
        }
        if (waiting.length === 0) break;
        for (const job of waiting) {
          if (set.of(jobs).get(job.id) === undefined) continue;
          ran.push(this.#runJob(workspaceId, mode, job, audit));
          since = await this.#breathe(since);
        }
        await this.#engine.kept();
      }
      return ran;
    });
  }

  /** Runs work that must not overlap with a move of the workspace's clock, such as replacing its state. */
  whenStill<A>(workspaceId: string, work: () => A): Promise<A> {
    return this.#oneAtATime(workspaceId, async () => work());
  }

  /**
   * Runs one job immediately, even if it is not due. The clock does not move. @param audit the mark of the audit that
   * makes the request
   */
  runNow(workspaceId: string, mode: Mode, job: Job, audit?: string): JobResult {
    return this.#runJob(workspaceId, mode, job, audit);
  }

  async #runUntil(
    workspaceId: string,
    target: number,
    { hold, mayRun, audit }: RunOptions,
  ): Promise<{ readonly ran: JobResult[]; readonly refusal: ServiceError | null }> {
    const ran: JobResult[] = [];
    let refusal: ServiceError | null = null;
    let since = stopwatch();
    while (refusal === null) {
      const first = this.next(workspaceId);
      if (first === null || first.due > target) break;
      hold(first.due);
      ran.push(this.#runJob(workspaceId, first.mode, first.job, audit));
      const before = since;
      since = await this.#breathe(since);
      if (since !== before) refusal = mayRun?.() ?? null;
    }
    await this.#engine.kept();
    return { ran, refusal };
  }

  #runJob(workspaceId: string, mode: Mode, job: Job, audit?: string): JobResult {
    const engine = this.#engine;
    const { id, kind, subject, due_at, origin } = job;
    const own = attributedTo<Extract<Cause, { type: 'job' }>>({ type: 'job', id, kind, due_at }, audit);
    const cause: Cause = origin === undefined ? own : { ...own, origin };
    const workspace = this.#require(workspaceId);
    const ran: JobResult = { job: { id, kind, subject, about: subject }, at: '', events: [], error: null };
    try {
      ran.job.about = engine.registry.subjectOf(job);
      engine.run(workspace, mode, cause, (ctx) => {
        ran.at = ctx.at;
        ctx.remove(jobs, id);
        engine.runJob(ctx, job);
        ctx.runReactions();
        for (const { record } of ctx.unit.written(events)) ran.events.push({ id: record.id, type: record.type });
      });
    } catch (error) {
      ran.error = messageOf(error);
      ran.events = [];
      if (!(error instanceof ServiceError)) this.#warn(`The job ${kind} for ${ran.job.about} failed: ${ran.error}`);
      engine.run(workspace, mode, cause, (ctx) => ctx.remove(jobs, id));
    }
    this.#listeners.call(workspaceId, ran);
    return ran;
  }

  #setClock(workspaceId: string, state: ClockState, at: number, cause: Cause): void {
    this.#engine.runRoot(cause, at, (unit, root) => {
      unit.put(root, workspaces, { ...this.#require(workspaceId), clock: state });
    });
  }

  #require(workspaceId: string): Workspace {
    const workspace = this.#engine.workspace(workspaceId);
    if (workspace === undefined) throw new Error(`The workspace ${workspaceId} no longer exists.`);
    return workspace;
  }

  /**
   * Runs moves of the same clock in sequence; a second caller waits for the first. Then sets the timer again.
   * @param alone whether to set the timer for this workspace only, because the caller checks the others
   */
  #oneAtATime<A>(workspaceId: string, work: () => Promise<A>, alone = false): Promise<A> {
    const before = this.#moving.get(workspaceId) ?? Promise.resolve();
    const turn = before.then(work, work);
    const settled = turn.then(
      () => true,
      () => false,
    );
    this.#moving.set(workspaceId, settled);
    void settled.then((isDone) => {
      if (this.#moving.get(workspaceId) === settled) this.#moving.delete(workspaceId);
      if (isDone && alone) this.#armFor(workspaceId);
      else if (isDone) this.#arm();
      else this.#armIn(diskRetry);
    });
    return turn;
  }

  /** Gives the event loop a turn after a slice of time; returns the start of the current slice. */
  async #breathe(since: number): Promise<number> {
    if (stopwatch() - since < slice) return since;
    await new Promise<void>((resolve) => nextTurn(resolve));
    return stopwatch();
  }

  /** Sets the single timer for the earliest job in all running workspaces. */
  #arm(): void {
    let soonest = Number.POSITIVE_INFINITY;
    for (const { id } of this.#engine.allWorkspaces())
      if (!this.#moving.has(id)) soonest = Math.min(soonest, this.#untilNext(id));
    this.#armIn(soonest);
  }

  /** Sets the timer for the next job of a workspace, unless the timer is already set for an earlier job. */
  #armFor(workspaceId: string): void {
    if (this.#moving.has(workspaceId)) return;
    const delay = this.#untilNext(workspaceId);
    if (stopwatch() + delay < this.#armedFor) this.#armIn(delay);
  }

  /** Real milliseconds until a clock reaches its next job; infinite if there is none. */
  #untilNext(workspaceId: string): number {
    const workspace = this.#engine.workspace(workspaceId);
    const first = workspace === undefined ? null : this.next(workspaceId);
    return first === null ? Number.POSITIVE_INFINITY : this.#wait(workspace!, first.due);
  }

  #armSooner(workspaceId: string, dueAt: string): void {
    const workspace = this.#engine.workspace(workspaceId);
    if (workspace === undefined || this.#moving.has(workspaceId)) return;
    const delay = this.#wait(workspace, parseIso(dueAt) ?? 0);
    if (stopwatch() + delay < this.#armedFor) this.#armIn(delay);
  }

  /**
   * Real milliseconds until a clock reaches an instant. A frozen clock has either reached the instant already, or will
   * not reach it unless it is moved.
   */
  #wait(workspace: Workspace, due: number): number {
    return this.#engine.clock(workspace).realUntil(due);
  }

  #armIn(delay: number): void {
    this.#disarm?.();
    this.#disarm = null;
    if (this.#stopped) return;
    this.#armedFor = stopwatch() + delay;
    this.#disarm = delay === Number.POSITIVE_INFINITY ? null : wakeAfter(delay, () => void this.#wake());
  }

  async #wake(): Promise<void> {
    this.#armedFor = Number.POSITIVE_INFINITY;
    this.#disarm = null;
    try {
      // There can be thousands of workspaces. One pass over them runs the due jobs and finds the next one.
      for (const { id } of [...this.#engine.allWorkspaces()]) {
        if (this.#stopped) return;
        if (this.#untilNext(id) > 0) this.#armFor(id);
        else if (!this.#moving.has(id)) await this.#oneAtATime(id, () => this.#catchUp(id), true);
      }
    } catch (error) {
      this.#warn(`Jobs wait: ${messageOf(error)}`);
    }
  }

  /** Runs the due jobs of a workspace. */
  async #catchUp(workspaceId: string): Promise<void> {
    const workspace = this.#engine.workspace(workspaceId);
    if (workspace === undefined) return;
    const clock = this.#engine.clock(workspace);
    try {
      await this.#runUntil(workspaceId, clock.now(), { hold: (due) => clock.hold(due) });
    } finally {
      clock.release();
    }
  }
}
