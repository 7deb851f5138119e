import { type Finding, incomplete, type Rule, type Verdict } from '../../rule.ts';
import { judgeRun, overRuns, together } from '../../trial-facts.ts';
import { lostUpdate } from './lost-update.ts';

export const orderAssumed: Rule = {
  id: 'webhook/order-assumed',
  level: 'error',
  ways: ['trial'],
  wrong: 'An older event overwrites what a newer one told.',
  why: 'A retried event arrives minutes after the one that followed it: what is paid is pending again, what is cancelled active.',
  mend: "Read the object's present state from the API when an event tells of it, or take only moves that lead on from what you know.",
  says: 'A failed delivery is made again after 5 and 30 minutes; later events do not wait for it (specification, "Delivery" 3).',
  trial: (trial) => {
    const held = {
      where: 'webhooks',
      message: () => 'Events that arrived in another order, or late, left something else behind.',
      lackTells: false,
    };
    const swapped = overRuns(trial, ['webhook-swapped'], (run) => judgeRun(run, { ...held, scenarioTells: true }));
    // What was held back comes together in the end: where nothing but that makes a difference, it is not the order.
    const isOfMoment = swapped?.state === 'pass' && lostUpdate.trial?.(trial)?.state === 'violation';
    return together(
      swapped,
      overRuns(trial, ['webhook-late', 'webhook-failed-once'], (run) => {
        const verdict = judgeRun(run, { ...held, scenarioTells: false });
        return isOfMoment && verdict.state === 'violation' ? namedOtherwise(verdict.findings) : verdict;
      }),
    );
  },
};

const namedOtherwise = (findings: readonly Finding[]): Verdict =>
  incomplete(
    'Events that were held back came at the same moment, and events in the other order alone make no difference',
    'mend what webhook/lost-update found first, and run the audit again',
    findings,
  );
