import type { DeliveryView, RunRecord } from '../../record.ts';
import type { Rule } from '../../rule.ts';
import { judgeRun, noOccasion, overRuns } from '../../trial-facts.ts';
import { isTogether, markedAttempts } from '../../tried.ts';

const name = 'webhook-at-once';

export const lostUpdate: Rule = {
  id: 'webhook/lost-update',
  level: 'error',
  ways: ['trial'],
  wrong: 'Two events about one object that are handled at the same moment leave the effect of one out.',
  why: 'Deliveries do not wait for each other. Where each handler reads the order, changes it and writes all of it back, the last one writes over what the other has written: a refund is forgotten, what is paid is open again.',
  mend: 'Change the order in one statement or one transaction that locks it (UPDATE … WHERE, SELECT … FOR UPDATE, a version that must still be the same), or handle the events of one object one after another.',
  says: 'No delivery waits for another (specification, "Delivery" 3).',
  trial: (trial) =>
    overRuns(trial, [name], (run) => {
      const { held, pairs } = together(run.run.record);
      if (pairs.length === 0) return noOccasion(run);
      return judgeRun(run, {
        where: pairs[0]!.event_type,
        message: () =>
          `${pairs[0]!.event_type} and the next event about the same object were handled at the same moment, and something else was left behind than one after the other.`,
        // What waited a second for a next one that did not come was late; what did not wait alone is all that was another.
        scenarioTells: held.length === pairs.length,
        lackTells: true,
      });
    }),
};

/** Deliveries that were held back until the next one about their object was on its way, and those that were with it then. */
function together(record: RunRecord): { held: readonly DeliveryView[]; pairs: readonly DeliveryView[] } {
  const held = record.deliveries.filter((delivery) => markedAttempts(delivery, name).length > 0);
  return { held, pairs: held.filter((delivery) => isTogether(record, delivery)) };
}
