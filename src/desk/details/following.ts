import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { type Target, targetNamed } from '../targets.ts';
import type { OpenDetails } from './open-details.ts';

/** Opens what an id leads to. */

/** Opens the details of what an id names. */
export function visit(desk: Desk, id: string): void {
  void desk.during(shortId(id), async (signal) => {
    try {
      const target = await targetNamed(desk.session, id);
      if (!signal.aborted) desk.open(target);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
    desk.session.redraw('key');
  });
}

/** Opens the object of a job, or the job itself if it has no object. */
export function openSubject(desk: Desk, target: Extract<Target, { type: 'job' }>): void {
  const { subject } = target.job;
  void desk.during(shortId(subject), async (signal) => {
    const named = await targetNamed(desk.session, subject).catch(() => target);
    if (!signal.aborted) desk.open(named);
  });
}

/** Opens what an id in the details names. Back returns to these details. */
export function followId(desk: Desk, details: OpenDetails, id: string): void {
  void desk.during(shortId(id), async (signal) => {
    try {
      const target = await targetNamed(desk.session, id);
      if (!signal.aborted && desk.details === details) desk.follow(target);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}
