import type { Rule } from '../../rule.ts';
import { judgeRun, overRuns } from '../../trial/judge-run.ts';

export const raceWithAnswer: Rule = {
  id: 'webhook/race-with-answer',
  level: 'error',
  ways: ['trial'],
  wrong: "A webhook that arrives before the API's response is answered 2xx, but has no effect.",
  why: 'The event names an object whose id the application does not know yet. If the application drops the event as unknown, it never arrives again, and the order stays open.',
  fix: ({ call, handler }) =>
    `Store the order with its own reference_id or metadata before ${call}, and let ${handler} find it by these: the event can come before the response.`,
  source: 'The platform does not promise an order between the response to a call and the webhook about its result.',
  trial: (trial) =>
    overRuns(trial, ['webhook-first'], (run) =>
      judgeRun(run, {
        where: 'webhooks',
        message: () =>
          'The event of a call arrived before the response to the call, and the application ended in a different state than when the response arrives first.',
        scenarioTells: true,
        lackTells: true,
      }),
    ),
};
