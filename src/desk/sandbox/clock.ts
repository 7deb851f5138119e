import type { ClockView } from '../../control/wire.ts';
import { counted, instant } from '../../text.ts';
import type { Desk } from '../desk.ts';
import { words } from '../format.ts';
import { openForm } from '../forms/asking.ts';
import { moved, reasonOf, settled } from '../moves/outcomes.ts';
import { runAndReport } from '../reporting.ts';

/** Moves the clock. */

export async function advance(desk: Desk, by: string): Promise<void> {
  desk.say(`Moving the clock: ${by} …`, 'wait');
  const { clock } = desk.session.client;
  await runAndReport(desk, async () => moved(await clock.advance(by)));
}

/** The booked jobs that a move of the clock will run: `will run 1 renew job; what they book comes on top`. */
export function willRun({ jobs, kinds }: NonNullable<ClockView['ahead']>): string {
  if (jobs === 0) return 'nothing is due until then';
  const parts = Object.entries(kinds).map(([kind, count]) =>
    counted(count, `${words(kind.slice(kind.indexOf('.') + 1))} job`),
  );
  return `will run ${parts.join(', ')}; what they book comes on top`;
}

/** Moves the clock to the time of a job, after a question that lists what will run until then. */
export async function askToAdvance(desk: Desk, job: string): Promise<void> {
  try {
    const { ahead } = await desk.session.client.clock.get({ advance: job });
    if (ahead === null) return;
    openForm(desk, {
      title: `Move the clock to ${instant(ahead.to)}?`,
      about: willRun(ahead),
      verb: 'advance',
      submit: () => void advance(desk, job),
    });
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}

export const setClock = (desk: Desk, mode: 'running' | 'frozen', rate?: number): Promise<void> =>
  runAndReport(desk, async () => moved(await desk.session.client.clock.mode(mode, rate)));

export const settleAll = (desk: Desk): Promise<void> => {
  desk.say('Settling …', 'wait');
  return runAndReport(desk, async () => settled(await desk.session.client.settle()));
};
