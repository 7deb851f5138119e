import type { Status } from '../control/wire.ts';
import type { Desk } from './desk.ts';
import { reasonOf } from './moves/outcomes.ts';
import type { Message } from './notices.ts';

/**
 * Opens something that needs the status as soon as the status is loaded: it is missing at first, and while another data
 * set loads.
 */
export function withStatus(desk: Desk, what: string, open: (status: Status) => void): void {
  const { status } = desk.session;
  if (status === null) withFreshStatus(desk, what, open);
  else open(status);
}

/** Opens something that needs the current status: another process may have made a workspace since the last poll. */
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

/** Loads the current view now instead of at the next poll. */
export function refresh(desk: Desk): void {
  desk.session.refresh();
  void desk.details?.load();
}

/** Says what was done, or why it was refused. @param work a text alone means that it went well */
export async function runAndReport(desk: Desk, work: () => Promise<string | Message>): Promise<void> {
  try {
    const done = await work();
    if (typeof done === 'string') desk.say(done, 'good');
    else desk.say(done.text, done.tone);
    refresh(desk);
  } catch (error) {
    desk.say(reasonOf(error), 'bad');
  }
}
