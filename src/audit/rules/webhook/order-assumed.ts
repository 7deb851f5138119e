import type { Rule } from '../../rule.ts';
import { combined, judgeRun, overRuns } from '../../trial/judge-run.ts';

export const orderAssumed: Rule = {
  id: 'webhook/order-assumed',
  level: 'error',
  ways: ['trial'],
  wrong: 'An older event overwrites the result of a newer one.',
  why: 'A retried event arrives minutes after the event that followed it: a paid order is pending again, or a cancelled order is active again.',
  mend: "When an event arrives, read the object's current state from the API, or accept only transitions that are valid from the state that you know.",
  says: 'A failed delivery is retried after 5 and 30 minutes; later events do not wait for it (specification, "Delivery" 3).',
  needsControlsInOneOrder: true,
  judgesOrder: true,
  trial: (trial) => {
    const held = {
      where: 'webhooks',
      message: () => 'Events arrived in another order, or late, and the application ended in a different state.',
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
