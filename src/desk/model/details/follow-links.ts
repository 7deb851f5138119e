import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { type RowSubject, targetNamed } from '../targets.ts';
import type { OpenDetails } from './open-details.ts';

/** Opens the targets of ids. */

/** Opens the details of the target of an id. */
export const visit = (desk: Desk, id: string): void => visitBy(desk, shortId(id), () => targetNamed(desk.session, id));

/** Opens a finding by its id. */
export function visitFinding(desk: Desk, id: string): void {
  visitBy(desk, 'the finding', async () => {
    const finding = await desk.session.lists.findings.named(id);
    if (finding === undefined)
      throw new Error('The audit no longer reports this finding; the Findings view shows the current findings.');
    return { type: 'finding', finding };
  });
}

/** Opens a difference from the service by its id in the comparison. */
export function visitDifference(desk: Desk, id: string): void {
  visitBy(desk, 'the comparison', async () => {
    const { comparison } = desk.session.lists;
    if (!comparison.isLoaded) await comparison.refresh();
    const difference = comparison.items.find((each) => each.id === id);
    if (difference === undefined) throw new Error('The comparison has no difference with this id.');
    return { type: 'difference', difference };
  });
}

function visitBy(desk: Desk, what: string, find: () => Promise<RowSubject>): void {
  void desk.during(what, async (signal) => {
    try {
      const target = await find();
      if (!signal.aborted) desk.open(target);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
    desk.session.redraw('key');
  });
}

/** Opens the object of a job, or the job itself if the job has no object. */
export function openSubject(desk: Desk, target: Extract<RowSubject, { type: 'job' }>): void {
  const { subject } = target.job;
  void desk.during(shortId(subject), async (signal) => {
    const named = await targetNamed(desk.session, subject).catch(() => target);
    if (!signal.aborted) desk.open(named);
  });
}

/** Opens the target of an id in the details. Back returns to these details. */
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
