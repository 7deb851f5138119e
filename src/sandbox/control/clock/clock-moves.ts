import { addDuration, durationForms, parseDuration } from '../../../core/base/duration.ts';
import { parseIso, toIso } from '../../../core/base/instants.ts';
import { realNow, stopwatch } from '../../../core/base/time.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { errorOf, invalid, invalidState, notFound } from '../../../core/kernel/errors.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import { jobs } from '../../../core/kernel/time/jobs.ts';
import { type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import { exactlyOne } from '../../../payments/platform/checks.ts';
import { endedBeside, possibleCallers } from '../../../payments/webhooks/handler-calls.ts';
import { addMark } from '../log/markers.ts';
import { listen } from '../log/stream.ts';
import type { Uses } from '../sandbox.ts';
import type {
  ClockMoveResult,
  ClockReading,
  ClockView,
  JobResult,
  Redeliveries,
  RunSummary,
  SettleResult,
  StreamMessage,
} from '../wire.ts';
import { refusalOfMore } from '../workspaces/load-limits.ts';
import { jobView, upcomingJob } from './jobs.ts';

/** How long `settle` and moves of the clock wait for deliveries, in real milliseconds. */
const deliveryPatience = 10_000;
const upcomingShown = 20;

export type ClockMove = { advance?: string; set?: string; mode?: 'running' | 'frozen'; rate?: number };

/** The emulated clock of a workspace. */
export function clockRead({ engine }: Uses<'engine'>, workspace: Workspace): ClockReading {
  const clock = engine.clock(workspace);
  const now = clock.now();
  // The offset of a clock with a rate changes continuously.
  const ahead = clock.rate === 1 ? workspace.clock.offset_ms : now - realNow();
  return { now: toIso(now), mode: workspace.clock.mode, rate: clock.rate, offset_ms: Math.round(ahead) };
}

/** The emulated clock of a workspace, with its next job. */
export function clockView(
  sandbox: Uses<'engine' | 'scheduler'>,
  workspace: Workspace,
): Omit<ClockView, 'upcoming' | 'held' | 'ahead'> {
  const { engine, scheduler } = sandbox;
  const current = engine.workspace(workspace.id) ?? workspace;
  const next = scheduler.next(current.id);
  return {
    ...clockRead(sandbox, current),
    next: next === null ? null : jobView(sandbox, next.job),
  };
}

/** The maximum number of jobs to count for a move. */
const mostCounted = 10_000;

/** The scheduled jobs that a move would run. Jobs that they would schedule in turn are unknown. */
function aheadOf(sandbox: Uses<'engine' | 'scheduler'>, workspace: Workspace, advance: string): ClockView['ahead'] {
  const { engine } = sandbox;
  const current = engine.workspace(workspace.id) ?? workspace;
  const to = aimOf(sandbox, current, advance)(engine.clock(current).now());
  const kinds: Record<string, number> = {};
  let counted = 0;
  for (const { job, due } of sandbox.scheduler.upcoming(current.id, mostCounted)) {
    if (due > to) break;
    counted++;
    kinds[job.kind] = (kinds[job.kind] ?? 0) + 1;
  }
  return { to: toIso(to), jobs: counted, kinds };
}

/**
 * The clock with its upcoming jobs.
 * @param advance a move to preview, in the same form as for a move of the clock
 * @throws 400 `parameter_invalid` for an invalid move
 */
export function clockDetails(sandbox: Uses<'engine' | 'scheduler'>, workspace: Workspace, advance?: string): ClockView {
  const { engine, scheduler } = sandbox;
  const upcoming = scheduler
    .upcoming(workspace.id, upcomingShown)
    .map((due) => upcomingJob(sandbox, workspace.id, due));
  let held = 0;
  for (const mode of modes) {
    held += engine.dataSet(workspace.id, mode).of(jobs).unorderedSize;
  }
  const ahead = advance === undefined ? null : aheadOf(sandbox, workspace, advance);
  return { ...clockView(sandbox, workspace), upcoming, held, ahead };
}

/**
 * Moves a workspace's clock and returns when all due delivery attempts are done.
 * @throws 400 `parameter_invalid` for a duration or time that is invalid or in the past; 404 for an unknown job
 */
export async function moveClock(
  sandbox: Uses<'engine' | 'log' | 'marks' | 'scheduler' | 'webhooks'>,
  workspace: Workspace,
  move: ClockMove,
  { cause, within }: { readonly cause: Cause; readonly within: string | null },
): Promise<ClockMoveResult> {
  const { engine, scheduler } = sandbox;
  const kind = exactlyOne(move, ['advance', 'set', 'mode']);
  if (move.rate !== undefined && move.mode !== 'running') {
    throw invalid('rate', 'rate applies only to a running clock. Also send mode: running.');
  }
  const { now: from } = clockView(sandbox, workspace);
  const callers = possibleCallers(sandbox.webhooks, workspace.id);
  const redeliveries: Redeliveries = { count: 0, delivered: 0, failed: 0 };
  const unlisten = listen(sandbox, (message) => countRedelivery(redeliveries, workspace.id, message), deliveriesOnly);
  let ran: JobResult[] = [];
  try {
    if (kind === 'mode') {
      const rate = move.rate ?? 1;
      await scheduler.setMode(workspace.id, move.mode!, rate, cause);
      const fast = rate === 1 ? '' : `, ${rate} times as fast as real time`;
      addMark(sandbox, workspace.id, { kind: 'clock', text: `clock ${move.mode}${fast}` });
    } else {
      const aim = kind === 'set' ? instantOf(move.set!) : aimOf(sandbox, workspace, move.advance!);
      const how =
        kind === 'set' ? 'set' : `advanced ${move.advance === 'next' ? 'to the next job' : `by ${move.advance}`}`;
      const mayRun = () => refusalOfMore(engine, within);
      ran = await scheduler.moveTo(workspace.id, marked(sandbox, workspace.id, aim, how), cause, mayRun);
    }
    await engine.kept();
    const deliveries = await waitForAttempts(sandbox, workspace.id, callers, cause);
    return { ...clockView(sandbox, workspace), from, ran, summary: summaryOf(ran), redeliveries, ...deliveries };
  } finally {
    unlisten();
  }
}

const deliveriesOnly: ReadonlySet<StreamMessage['type']> = new Set(['delivery']);

function countRedelivery(
  redeliveries: Redeliveries,
  workspaceId: string,
  { type, workspace, data }: StreamMessage,
): void {
  if (type !== 'delivery' || workspace !== workspaceId || data.manual || data.attempts.length < 2) return;
  redeliveries.count++;
  if (data.status === 'delivered') redeliveries.delivered++;
  else redeliveries.failed++;
}

/**
 * A target that also adds a mark when the move begins, so that the log shows all effects of the move after the mark.
 */
const marked =
  (sandbox: Uses<'engine' | 'marks'>, workspaceId: string, aim: number | Aim, how: string): Aim =>
  (now) => {
    const target = typeof aim === 'number' ? aim : aim(now);
    if (target >= now) {
      const text = `clock ${how}: ${toIso(now)} to ${toIso(target)}`;
      addMark(sandbox, workspaceId, { kind: 'clock', text, to: toIso(target) });
    }
    return target;
  };

type Unanswered = Pick<ClockMoveResult, 'deliveries_pending' | 'deliveries_not_awaited'>;

/**
 * Waits for the current attempts and for the attempts that follow. If an attempt fails and the clock has already
 * passed the time of the next attempt, that attempt is due immediately.
 * @param callers the attempts that were in flight before the clock was moved
 * @returns the attempts that are still in progress when the time is over
 */
async function waitForAttempts(
  { engine, scheduler, webhooks }: Uses<'engine' | 'scheduler' | 'webhooks'>,
  workspaceId: string,
  callers: ReturnType<typeof possibleCallers>,
  cause: Cause,
): Promise<Unanswered> {
  const end = stopwatch() + deliveryPatience;
  for (;;) {
    const { left, unanswered } = await endedBeside(webhooks, workspaceId, callers, Math.max(0, end - stopwatch()));
    const workspace = engine.workspace(workspaceId);
    const next = workspace === undefined ? null : scheduler.next(workspaceId);
    const isOver = workspace === undefined || next === null || next.due > engine.clock(workspace).now();
    if (left > 0 || isOver || stopwatch() >= end) {
      return { deliveries_pending: left, deliveries_not_awaited: unanswered };
    }
    await scheduler.moveTo(workspaceId, (now) => now, cause);
  }
}

/**
 * Runs one job now and waits until no delivery is in progress. The clock does not move.
 * @throws 404 if the workspace has no such job in the mode
 */
export async function runJob(
  { engine, scheduler, webhooks }: Uses<'engine' | 'scheduler' | 'webhooks'>,
  { workspace, mode }: { readonly workspace: Workspace; readonly mode: Mode },
  id: string,
  audit?: string,
): Promise<JobResult> {
  const callers = possibleCallers(webhooks, workspace.id);
  const ran = await scheduler.whenStill(workspace.id, () => {
    const job = engine.dataSet(workspace.id, mode).of(jobs).get(id);
    if (job === undefined) throw notFound('job', id);
    return scheduler.runNow(workspace.id, mode, job, audit);
  });
  await engine.kept();
  await endedBeside(webhooks, workspace.id, callers, deliveryPatience);
  return ran;
}

/**
 * Runs all due jobs and every settlement, waits until no delivery is in progress, and reports the deliveries that it
 * caused.
 */
export async function settleAll(
  sandbox: Uses<'engine' | 'marks' | 'scheduler' | 'webhooks'>,
  workspace: Workspace,
  mode: 'test' | 'live',
  audit?: string,
): Promise<SettleResult> {
  const { engine, scheduler, webhooks } = sandbox;
  const callers = possibleCallers(webhooks, workspace.id);
  addMark(sandbox, workspace.id, { kind: 'settle', text: 'settle' });
  const ran = await scheduler.settle(workspace.id, mode, audit);
  await engine.kept();
  const { unanswered } = await endedBeside(webhooks, workspace.id, callers, deliveryPatience);
  const sent = ran.flatMap(({ events }) => events.flatMap(({ id }) => webhooks.deliveriesOf(workspace.id, mode, id)));
  const sentAgain = ran
    .filter(({ job }) => job.kind === 'webhook.attempt')
    .map(({ job }) => webhooks.getDelivery(workspace.id, mode, job.subject));
  const pending = [...new Map([...sent, ...sentAgain].map((delivery) => [delivery.id, delivery])).values()].filter(
    ({ status }) => status === 'pending',
  );
  const deliveries_pending = pending.filter(({ due }) => due).length;
  return {
    ran,
    summary: summaryOf(ran),
    deliveries_pending,
    deliveries_not_awaited: unanswered,
    deliveries_retrying: pending.length - deliveries_pending,
  };
}

function summaryOf(ran: readonly JobResult[]): RunSummary {
  const summary: RunSummary = { jobs: ran.length, failed: 0, events: 0, kinds: {} };
  for (const { job, events, error } of ran) {
    if (error !== null) summary.failed++;
    summary.events += events.length;
    summary.kinds[job.kind] = (summary.kinds[job.kind] ?? 0) + 1;
  }
  return summary;
}

/** Computes the target from the time at which an advance begins, in milliseconds. */
type Aim = (now: number) => number;

function aimOf({ engine, scheduler }: Uses<'engine' | 'scheduler'>, workspace: Workspace, text: string): Aim {
  if (text === 'next') {
    const next = scheduler.next(workspace.id);
    if (next === null) throw errorOf(invalidState, 'No job is due or scheduled.', { param: 'advance' });
    return (now) => Math.max(now, next.due);
  }
  if (/^job_/.test(text)) {
    const due = dueOf(engine, workspace.id, text);
    return (now) => Math.max(now, due);
  }
  const duration = parseDuration(text);
  if (duration === null && parseDuration(text.replace(/^\s*-/, '')) !== null) {
    throw invalid('advance', 'The clock only moves forward. To go back, restore a snapshot.');
  }
  if (duration === null) {
    throw invalid('advance', `'${text}' is not a duration. Use ${durationForms}, or 'next', or a job id.`);
  }
  return (now) => {
    const target = addDuration(now, duration);
    if (target === null) throw invalid('advance', `'${text}' would move the clock beyond the year 9999.`);
    return target;
  };
}

function dueOf(engine: Engine, workspaceId: string, id: string): number {
  for (const mode of modes) {
    const job = engine.dataSet(workspaceId, mode).of(jobs).get(id);
    if (job === undefined) continue;
    const due = parseIso(job.due_at ?? '');
    if (due !== null) return due;
    const text = `The job ${id} is waiting for a manual settlement, not for the clock. Settle the job instead.`;
    throw errorOf(invalidState, text, { param: 'advance' });
  }
  throw notFound('job', id);
}

function instantOf(text: string): number {
  const instant = parseIso(text);
  if (instant === null)
    throw invalid(
      'set',
      `'${text}' is not an ISO 8601 time in UTC up to the year 9999. Use a form such as 2026-03-01T09:00:00Z.`,
    );
  return instant;
}
