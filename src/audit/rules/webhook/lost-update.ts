import type { DeliveryView, RunRecord } from '../../record.ts';
import { incomplete, type Rule } from '../../rule.ts';
import { judgeRun, noOccasion, overRuns } from '../../trial-facts.ts';
import { isTogether, longestTogether, markedAttempts } from '../../tried.ts';

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
      const verdict = judgeRun(run, {
        where: pairs[0]!.event_type,
        message: () =>
          `${pairs[0]!.event_type} and the next event about the same object were handled at the same moment, and something else was left behind than one after the other.`,
        // What waited a second for a next one that did not come was late; what did not wait alone is all that was another.
        scenarioTells: held.length === pairs.length,
        lackTells: true,
      });
      const apart = handledApart(run.run.record, pairs);
      if (verdict.state !== 'pass' || apart.length === 0) return verdict;
      return incomplete(
        `Not tried: of two events about one object the first was answered before the second was worked on (${apart.join(', ')}), so that they were not handled at the same moment`,
        'let the handler do its work before it answers; where a queue does it, see that it takes the events of one object one after another',
      );
    }),
};

/** Deliveries that were held back until the next one about their object was on its way, and those that were with it then. */
function together(record: RunRecord): { held: readonly DeliveryView[]; pairs: readonly DeliveryView[] } {
  const held = record.deliveries.filter((delivery) => markedAttempts(delivery, name).length > 0);
  return { held, pairs: held.filter((delivery) => isTogether(record, delivery)) };
}

/** How long a handling takes at least that another can begin in, in milliseconds: less is the way there and back. */
const leastHandling = 10;

/** The types of events that were sent together with another, and never handled with it. */
function handledApart(record: RunRecord, pairs: readonly DeliveryView[]): string[] {
  const types = [...new Set(pairs.map(({ event_type }) => event_type))];
  return types.filter((type) => {
    const isOf = ({ event_type }: DeliveryView) => event_type === type;
    const taken = record.deliveries
      .filter(isOf)
      .flatMap(({ attempts }) => attempts.map(({ latency_ms }) => latency_ms));
    // The first of a process takes longer than its work.
    const isQuick = median(taken) < leastHandling;
    return isQuick || !pairs.filter(isOf).some((each) => longestTogether(record, each) >= leastHandling);
  });
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
