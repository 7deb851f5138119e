import { durationForms, parseDuration } from '../../core/base/duration.ts';
import { parseIso } from '../../core/base/instants.ts';
import type { ClockMoveResult, SettleResult } from '../../sandbox/control/wire.ts';
import { wrongUsage } from '../failure.ts';
import { counted, instant, type Output, spell } from '../output.ts';
import type { Session } from '../session.ts';
import { showClock as clockText, showRan } from '../views.ts';

const anInstant = 'an ISO 8601 time such as 2026-03-01T09:00:00Z';

export async function showClock({ client, out }: Session): Promise<void> {
  const clock = await client.call('clock.get');
  out.document(clock, () => clockText(out, clock));
}

/** The maximum number of listed jobs. */
const mostListed = 100;

export async function nextJobs({ client, out }: Session): Promise<void> {
  const [{ data, has_more }, { held, now }] = await Promise.all([
    client.call('jobs.list', { limit: mostListed }),
    client.call('clock.get'),
  ]);
  const upcoming = data.filter(({ due_at }) => due_at !== null);
  const isExplained = upcoming.some(({ why }) => why !== undefined);
  out.document(upcoming, () =>
    out.table(
      ['job', 'kind', 'about', 'due', ...(isExplained ? ['why'] : [])],
      upcoming.map(({ id, kind, about, due_at, why = '' }) => [
        id,
        kind,
        about,
        instant(due_at),
        ...(isExplained ? [why] : []),
      ]),
      'No jobs are scheduled.',
    ),
  );
  if (has_more) out.note(`Only the first ${mostListed} jobs are shown.`);
  out.note(`It is ${instant(now)}.`);
  if (held > 0)
    out.note(`${counted(held, 'settlement')} on hold; to settle them now, run 'npx payments-emulator settle'.`);
}

/** Advances the clock by a duration, or to the target of `--to`: the next job, a given job or a point in time. */
export async function advance(session: Session, duration: string | undefined, to: string | undefined): Promise<void> {
  if ((duration === undefined) === (to === undefined)) {
    throw wrongUsage('Pass either a duration or --to, as in clock advance 3d or clock advance --to next.');
  }
  if (duration !== undefined && parseDuration(duration) === null) {
    throw wrongUsage(`'${duration}' is not a valid duration; use one of these forms: ${durationForms}.`);
  }
  const isInstant = to !== undefined && parseIso(to) !== null;
  if (to !== undefined && !isInstant && to !== 'next' && !to.startsWith('job_')) {
    throw wrongUsage(
      `--to must be 'next', a job id (see 'npx payments-emulator clock next') or ${anInstant}; you passed '${to}'.`,
    );
  }
  const move = isInstant ? { set: to } : { advance: duration ?? to! };
  show(session, await session.client.call('clock.move', move));
}

export async function setClock(session: Session, to: string): Promise<void> {
  if (parseIso(to) === null) throw wrongUsage(`'${to}' is not ${anInstant}.`);
  show(session, await session.client.call('clock.move', { set: to }));
}

export async function setMode({ client, out }: Session, mode: 'running' | 'frozen', rate?: number): Promise<void> {
  const clock = await client.call('clock.move', { mode, rate });
  out.document(clock, () => clockText(out, clock));
}

function show({ out }: Session, moved: ClockMoveResult): void {
  const { from, now, ran, summary, redeliveries } = moved;
  out.document(moved, () =>
    [
      showRan(out, ran, summary, redeliveries.count),
      redelivered(redeliveries),
      `+${spell(Date.parse(now) - Date.parse(from), 4)}: from ${instant(from)} to ${instant(now)}`,
      clockText(out, moved),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  );
  remarkOnPending(out, moved);
}

/** `6 redeliveries: 4 answered 2xx, 2 failed`. */
function redelivered({ count, delivered, failed }: ClockMoveResult['redeliveries']): string {
  if (count === 0) return '';
  const answers = [delivered > 0 ? `${delivered} answered 2xx` : '', failed > 0 ? `${failed} failed` : ''];
  return `${counted(count, 'redelivery', 'redeliveries')}: ${answers.filter((part) => part !== '').join(', ')}`;
}

/** Runs the jobs that are due, and the jobs that wait for a settlement. */
export async function settle({ client, out }: Session): Promise<void> {
  const answer = await client.call('settle');
  out.document(answer, () => showRan(out, answer.ran, answer.summary));
  remarkOnPending(out, answer);
  if (answer.deliveries_retrying > 0) {
    const count = counted(answer.deliveries_retrying, 'delivery', 'deliveries');
    out.note(`${count} failed; to retry, advance the clock (see 'npx payments-emulator clock next').`);
  }
}

function remarkOnPending(
  out: Output,
  {
    deliveries_pending: pending,
    deliveries_not_awaited: unanswered,
  }: Pick<SettleResult, 'deliveries_pending' | 'deliveries_not_awaited'>,
): void {
  if (pending > 0) out.note(`${counted(pending, 'delivery', 'deliveries')} still in progress.`);
  if (unanswered.length === 0) return;
  out.note(
    `The command did not wait for these deliveries, because a handler that moves the clock would wait for itself: ${unanswered.join(', ')}.`,
  );
}
