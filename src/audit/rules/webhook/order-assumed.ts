import type { Rule } from '../../rule.ts';
import { combined, judgeRun, overRuns } from '../../trial/judge-run.ts';

export const orderAssumed: Rule = {
  id: 'webhook/order-assumed',
  level: 'error',
  ways: ['trial'],
  wrong: 'An older event overwrites the result of a newer one.',
  why: 'A retried event arrives minutes after the one that followed it: a paid order is pending again, a cancelled one active.',
  mend: "When an event comes, read the object's current state from the API, or accept only moves that follow from the state that you know.",
  says: 'A failed delivery is made again after 5 and 30 minutes; later events do not wait for it (specification, "Delivery" 3).',
  trial: (trial) => {
    const held = {
      where: 'webhooks',
      message: () =>
        'Events arrived in another order, or late, and the application keeps something else because of it.',
      lackTells: false,
    };
    return combined(
      overRuns(trial, ['webhook-swapped'], (run) => judgeRun(run, { ...held, scenarioTells: true })),
      overRuns(trial, ['webhook-late', 'webhook-failed-once'], (run) =>
        judgeRun(run, { ...held, scenarioTells: false }),
      ),
    );
  },
};
