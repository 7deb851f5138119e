import type { Rule } from '../../rule.ts';
import { judgeRun, overRuns } from '../../trial/judge-run.ts';

export const raceWithAnswer: Rule = {
  id: 'webhook/race-with-answer',
  level: 'error',
  ways: ['trial'],
  wrong: "A webhook that comes before the API's answer is answered 2xx, but has no effect.",
  why: 'The event names an object whose id the application is about to learn; dropped as unknown, it never comes again, and the order stays open.',
  mend: 'Before you call, store the request under your own reference_id or metadata; find it by these when the event comes.',
  says: 'No order is promised between the answer of a call and the webhook of what it did.',
  trial: (trial) =>
    overRuns(trial, ['webhook-first'], (run) =>
      judgeRun(run, {
        where: 'webhooks',
        message: () =>
          'The event of a call came before the answer to the call, and the application keeps something else than where the answer came first.',
        scenarioTells: true,
        lackTells: true,
      }),
    ),
};
