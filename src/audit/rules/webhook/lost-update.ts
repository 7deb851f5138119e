import { wasOpen } from '../../deliveries.ts';
import type { DeliveryView, RunRecord } from '../../record.ts';
import type { Rule } from '../../rule.ts';
import { judgeRun, noOccasion, overRuns } from '../../trial-facts.ts';

export const lostUpdate: Rule = {
  id: 'webhook/lost-update',
  level: 'error',
  ways: ['trial'],
  wrong: 'Two events about one object that are handled at the same moment leave the effect of one out.',
  why: 'Deliveries do not wait for each other. Where each handler reads the order, changes it and writes all of it back, the last one writes over what the other has written: a refund is forgotten, what is paid is open again.',
  mend: 'Change the order in one statement or one transaction that locks it (UPDATE … WHERE, SELECT … FOR UPDATE, a version that must still be the same), or handle the events of one object one after another.',
  says: 'No delivery waits for another (specification, "Delivery" 3).',
  trial: (trial) =>
    overRuns(trial, ['webhook-at-once'], (run) => {
      const pairs = together(run.run.record);
      if (pairs.length === 0) return noOccasion(run);
      return judgeRun(run, {
        where: pairs[0]!.event_type,
        message: () =>
          `${pairs[0]!.event_type} and the next event about the same object were handled at the same moment, and something else was left behind than one after the other.`,
        // It waits for a second until the next one comes.
        scenarioTells: false,
        lackTells: true,
      });
    }),
};

/** Deliveries that were held back until the next one about their object was on its way, and were with it then. */
function together(record: RunRecord): DeliveryView[] {
  const subjectOf = ({ event_id }: DeliveryView) => record.event(event_id)?.subject;
  return record.deliveries.filter((held) => {
    const [attempt] = held.attempts;
    if (attempt?.fault !== 'reorder' || attempt.sent === undefined) return false;
    const { sent } = attempt;
    const isBeside = (other: DeliveryView): boolean =>
      other !== held &&
      subjectOf(other) === subjectOf(held) &&
      other.attempts.some((each) => wasOpen(each, sent) || wasOpen(attempt, each.sent ?? 0));
    return record.deliveries.some(isBeside);
  });
}
