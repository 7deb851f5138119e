import { wasOpen } from '../../observed/deliveries.ts';
import type { ObservedRequest } from '../../observed/observed-run.ts';
import { purposeOf } from '../../observed/same-request.ts';
import { inapplicable, pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, findingOf, overRuns } from '../../trial/judge-run.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

export const retryIgnored: Rule = {
  id: 'webhook/retry-ignored',
  level: 'error',
  ways: ['trial'],
  wrong: 'An event whose first handling failed is treated as already seen when it is retried.',
  why: 'One failed call while an event is handled loses its effect for good: the retry is answered 200 and does nothing.',
  mend: 'Mark an event as seen after it was handled, in the same transaction as its effect; or store it first and mark it as done afterwards.',
  says: 'A delivery that is not answered with 2xx is retried, so that the application can do it again (specification, "Delivery" 3).',
  trial: (trial) => {
    const tried = overRuns(trial, ['answer-failed'], judge);
    // An acknowledged delivery is never retried.
    return tried?.state === 'incomplete' && trial.skipped.has('answer-failed') ? noneRetried() : tried;
  },
};

const noneRetried = () =>
  inapplicable(
    'No event whose handling failed was retried',
    'answer such an event with 5xx; or nothing, if the application repeats its own calls until they succeed',
  );

function judge(trialRun: TrialRun): Verdict {
  const { run, effects, state } = trialRun;
  const { record } = run;
  const retried = record.deliveries.flatMap((delivery) => {
    const [first, ...others] = delivery.attempts;
    const again = others.find(({ status }) => status !== null && status < 300);
    // The application refused the delivery, or cut the connection.
    const isRefused = first !== undefined && first.fault === null && (first.status === null || first.status >= 300);
    return !isRefused || again === undefined ? [] : [{ delivery, first, again }];
  });
  const failed = retried.flatMap(({ delivery, first, again }) => {
    const calls = record.requests.filter(
      (asked) => asked.view.audit === trialRun.adversity.name && wasOpen(first, asked.received),
    );
    return calls.length === 0 ? [] : [{ delivery, again, calls }];
  });
  if (failed.length === 0) return noneRetried();
  const isSame = (one: ObservedRequest, other: ObservedRequest): boolean => purposeOf(one) === purposeOf(other);
  const lost = failed.flatMap(({ delivery, calls }) =>
    calls
      .filter(
        (call) => !record.requests.some((later) => later.index > call.index && later.isAccepted && isSame(call, later)),
      )
      .map((call) => ({ delivery, call })),
  );
  const differs = effects.less.length > 0 || (state ?? []).length > 0;
  if (lost.length === 0 || !differs) return pass;
  return byComparison([
    findingOf(
      trialRun,
      lost[0]!.delivery.event_type,
      `${lost[0]!.delivery.event_type} was answered ${lost[0]!.delivery.attempts[0]!.status ?? 'by a cut connection'} when a call failed, and 2xx when it was retried; ${lost[0]!.call.view.method} ${lost[0]!.call.path} was never made again.`,
      { deliveries: lost.map(({ delivery }) => delivery), requests: [...new Set(lost.map(({ call }) => call))] },
    ),
  ]);
}
