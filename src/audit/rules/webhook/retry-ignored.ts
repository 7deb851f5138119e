import { pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, findingOf, overRuns } from '../../trial/judge-run.ts';
import type { TrialRun } from '../../trial/trial-result.ts';
import { isMadeAgain, noneRetried, retriedDeliveries } from './retried-deliveries.ts';

export const retryIgnored: Rule = {
  id: 'webhook/retry-ignored',
  level: 'error',
  ways: ['trial'],
  wrong: 'An event whose first handling failed is treated as already seen when it is retried.',
  why: 'A failed call while an event is handled loses its effect for good: the application answers the retry with 200 and does nothing.',
  fix: ({ handler, call }) =>
    `In ${handler}, mark the event as seen only after ${call} has succeeded, in the same transaction as its effect; or store it first and mark it as done afterwards.`,
  source:
    'A delivery that is not answered 2xx is retried, so that the application can handle it again (specification, "Delivery" 3).',
  trial: (trial) => {
    const tried = overRuns(trial, ['answer-failed', 'rate-limited'], judge);
    // An acknowledged delivery is never retried.
    return tried?.state === 'incomplete' && trial.skipped.has('answer-failed') ? noneRetried() : tried;
  },
};

function judge(trialRun: TrialRun): Verdict {
  const { effects, state } = trialRun;
  const failed = retriedDeliveries(trialRun);
  if (failed.length === 0) return noneRetried();
  const lost = failed.flatMap(({ delivery, calls }) =>
    calls.filter((call) => !isMadeAgain(trialRun, call)).map((call) => ({ delivery, call })),
  );
  const differs = effects.less.length > 0 || (state ?? []).length > 0;
  if (lost.length === 0 || !differs) return pass;
  return byComparison([
    findingOf(
      trialRun,
      lost[0]!.delivery.event_type,
      `${lost[0]!.delivery.event_type} was answered ${lost[0]!.delivery.attempts[0]!.status ?? 'by a cut connection'} when a call failed, and 2xx when it was retried; ${lost[0]!.call.view.method} ${lost[0]!.call.path} was never repeated.`,
      { deliveries: lost.map(({ delivery }) => delivery), requests: [...new Set(lost.map(({ call }) => call))] },
    ),
  ]);
}
