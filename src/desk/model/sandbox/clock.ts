import { amount, counted, instant } from '../../../core/base/terminal-text.ts';
import type { ClockView, UpcomingJob } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId, until, when, words } from '../format.ts';
import { type Choice, choice } from '../forms/chooser.ts';
import { openForm } from '../forms/open-form.ts';
import { clockMoveSentence, reasonOf, settlementSentence } from '../moves/outcomes.ts';
import { runAndReport } from '../run-and-report.ts';

/** Moves the clock. */

export async function advance(desk: Desk, by: string): Promise<void> {
  desk.say(`Moving the clock: ${by} …`, 'wait');
  await runAndReport(desk, async () =>
    clockMoveSentence(await desk.session.client.call('clock.move', { advance: by })),
  );
}

/** The scheduled jobs that a move of the clock will run: `will run at least 1 renew job, and all jobs that it schedules`. */
export function willRun({ jobs, kinds }: NonNullable<ClockView['ahead']>): string {
  if (jobs === 0) return 'no job is due until then';
  const parts = Object.entries(kinds).map(([kind, count]) =>
    counted(count, `${words(kind.slice(kind.indexOf('.') + 1))} job`),
  );
  return `will run at least ${parts.join(', ')}, and all jobs that ${jobs === 1 ? 'it schedules' : 'they schedule'}`;
}

/** Moves the clock to the time of a job, after a confirmation that lists the jobs until then. */
export async function askToAdvance(desk: Desk, job: string): Promise<void> {
  try {
    const { ahead } = await desk.session.client.call('clock.get', { advance: job });
    if (ahead !== null) askToMove(desk, ahead, () => void advance(desk, job));
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}

/** Asks before a move of the clock, with the jobs that are scheduled until then. */
export const askToMove = (desk: Desk, ahead: NonNullable<ClockView['ahead']>, move: () => void): void =>
  void openForm(desk, {
    title: `Move the clock to ${instant(ahead.to)}?`,
    about: willRun(ahead),
    verb: 'advance',
    submit: move,
  });

export const setClock = (desk: Desk, mode: 'running' | 'frozen', rate?: number): Promise<void> =>
  runAndReport(desk, async () => clockMoveSentence(await desk.session.client.call('clock.move', { mode, rate })));

export const settleAll = (desk: Desk): Promise<void> => {
  desk.say('Settling …', 'wait');
  return runAndReport(desk, async () => settlementSentence(await desk.session.client.call('settle')));
};

/**
 * Choices for scheduled jobs: first the next job of each kind by its common name, then each job by its time.
 * @param use the action for a chosen job
 */
export function jobChoices(
  { session: { now } }: Desk,
  jobs: readonly UpcomingJob[],
  use: (job: UpcomingJob) => void,
): Choice[] {
  const firsts = new Map([...jobs].reverse().map((job) => [job.noun, job]));
  const about = ({ kind, subject, concerns, due_at }: UpcomingJob): string =>
    [
      due_at === null ? '-' : when(due_at, now),
      words(kind),
      shortId(concerns?.id ?? subject),
      amount(concerns?.amount, concerns?.currency),
      concerns?.who ?? '',
    ]
      .filter((part) => part !== '')
      .join('  ');
  const nameOf = ({ due_at }: UpcomingJob): string => (due_at === null ? 'by hand' : until(now, due_at));
  return [
    ...[...firsts.values()]
      .reverse()
      .map((job) => ({ ...choice(`next ${job.noun}`, about(job), () => use(job)), preference: 1 as const })),
    ...jobs.map((job) => ({
      ...choice(nameOf(job), about(job), () => use(job)),
      text: `${nameOf(job)} ${about(job)} ${job.noun} ${job.concerns?.id ?? ''}`,
    })),
  ];
}

/** The words of a typed text that name jobs, without `next`, because the first matching job is the next job. */
export const wordsOfJobs = (typed: string): string => typed.replace(/\bnext\b/i, '').trim();
