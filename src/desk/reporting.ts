import type { Status } from '../control/wire.ts';
import type { Desk } from './desk.ts';
import { reasonOf } from './moves/outcomes.ts';

/** Opens what shows the status, as soon as it is there: it is not at first, and while another data set is loaded. */
export function withStatus(desk: Desk, what: string, open: (status: Status) => void): void {
  const { status } = desk.session;
  if (status === null) withFreshStatus(desk, what, open);
  else open(status);
}

/** Opens what shows the status as it is now: another process may have made a workspace since. */
export function withFreshStatus(desk: Desk, what: string, open: (status: Status) => void): void {
  const { session } = desk;
  void desk.during(what, async (signal) => {
    try {
      const status = await session.client.status();
      if (!signal.aborted) open(status);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
    session.redraw('key');
  });
}

/** Loads what is shown at once, not with the next poll. */
export function refresh(desk: Desk): void {
  desk.session.refresh();
  void desk.details?.load();
}

/** Says what was done, or why it was refused. */
export async function runAndReport(desk: Desk, work: () => Promise<string>): Promise<void> {
  try {
    desk.say(await work(), 'good');
    refresh(desk);
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}
