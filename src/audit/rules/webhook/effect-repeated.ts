import { inapplicable, type Rule } from '../../rule.ts';
import { judgeRun, overRuns, passed, together } from '../../trial/judge-run.ts';

export const effectRepeated: Rule = {
  id: 'webhook/effect-repeated',
  level: 'error',
  ways: ['trial'],
  wrong: 'The same event, delivered twice one after another or at once, has a second effect.',
  why: 'Every delivery whose answer is late or lost is made again: goods are sent twice, refunds are booked twice, money goes out twice.',
  mend: "Store the event's id together with its effect, in one transaction, and ignore an id that is already stored; make two simultaneous copies wait for each other (a unique key, a lock).",
  says: 'Failed deliveries are retried: 3 attempts in all (specification, "Delivery" 3).',
  trial: (trial) => {
    const held = {
      where: 'webhooks',
      message: () => 'An event that was delivered twice had a second effect.',
      lackTells: false,
    };
    return together(
      overRuns(trial, ['webhook-twice', 'webhook-twice-at-once', 'webhook-retried'], (run) =>
        judgeRun(run, { ...held, scenarioTells: true }),
      ),
      // A scenario broken by a restart is not the application's fault; a second effect is.
      overRuns(trial, ['restart'], (run) =>
        passed(run) || run.effects.more.length > 0
          ? judgeRun({ ...run, state: null }, { ...held, scenarioTells: false })
          : inapplicable('The scenario does not outlive a restart of the platform', 'let its calls be made again'),
      ),
    );
  },
};
