import type { Rule } from '../../rule.ts';
import { judgeRun, overRuns, together } from '../../trial-facts.ts';

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
      message: () =>
        'Events arrived in another order, or late, and the application keeps something else because of it.',
      lackTells: false,
    };
    return together(
      overRuns(trial, ['webhook-swapped'], (run) => judgeRun(run, { ...held, scenarioTells: true })),
      overRuns(trial, ['webhook-late', 'webhook-failed-once'], (run) =>
        judgeRun(run, { ...held, scenarioTells: false }),
      ),
    );
  },
};
