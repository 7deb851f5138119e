import {
  delaying,
  differencesAbout,
  isChangedOtherwise,
  isEffectMissing,
  withholding,
} from '../../adversities/missing-effect.ts';
import { isTimeout } from '../../observed/deliveries.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { differenceText } from '../../trial/difference-text.ts';
import { byComparison, combined, endOf, findingOf, overAllRuns, overRuns } from '../../trial/judge-run.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';
import { isMadeAgain, noneRetried, type RetriedDelivery, retriedDeliveries } from './retried-deliveries.ts';

/** The adversities that make the handling of events fail. */
const failing = ['answer-failed', 'rate-limited'];

export const retryIgnored: Rule = {
  id: 'webhook/retry-ignored',
  level: 'error',
  ways: ['trial'],
  wrong: 'An event whose first handling failed is treated as already seen when it is retried.',
  why: 'A failure while an event is handled loses its effect for good: the application answers the retry with 200 and does nothing.',
  fix: ({ handler, call }) =>
    `In ${handler}, mark the event as seen only after ${call} has succeeded, in the same transaction as its effect; or store it first and mark it as done afterwards.`,
  source:
    'A delivery that is not answered 2xx is retried, so that the application can handle it again (specification, "Delivery" 3).',
  judgesAllRuns: true,
  beside: [withholding, delaying],
  trial: (trial) => {
    const judgeRun = (run: TrialRun) => judge(trial, run);
    const tried = overRuns(trial, failing, judgeRun);
    // An acknowledged delivery is never retried.
    const known = tried?.state === 'incomplete' && trial.skipped.has('answer-failed') ? noneRetried() : tried;
    const others = trial.runs.filter(({ adversity }) => !failing.includes(adversity.name));
    return combined(known, overAllRuns({ ...trial, runs: others }, judgeRun, [known]));
  },
};

/** How long an application may take to act upon an event that it has accepted, in real milliseconds. */
const patience = 1_000;

function judge(trial: Trial, run: TrialRun): Verdict {
  const retried = retriedDeliveries(run);
  const dropped = retried.filter((each) => lostCall(run, each) !== undefined && isLess(run));
  const lost = retried.filter(
    (each) =>
      dropped.includes(each) || (isEffectMissing(trial, run, each.event) && !isChangedOtherwise(run, each.delivery)),
  );
  const found = [...new Set(lost.map(({ event }) => event.type))].map((type) => {
    const own = lost.filter(({ event }) => event.type === type);
    return { own, finding: findingOfLost(run, own, dropped.includes(own[0]!)) };
  });
  // What a scenario that failed before the retry did not do is missing as well.
  const isOver = ({ accepted }: RetriedDelivery) =>
    hasPassed(run) || run.run.endedAt - (accepted.sent ?? 0) - accepted.latency_ms > patience;
  const sure = found.filter(({ own }) => own.some((each) => dropped.includes(each) || isOver(each)));
  if (sure.length > 0) return byComparison(sure.map(({ finding }) => finding));
  if (found.length > 0) {
    return incomplete(
      `Under ${run.adversity.name}, ${found[0]!.finding.where} was retried only when the scenario had ended: it ${endOf(run)}`,
      'make the scenario wait for what it expects until the event is sent again',
      found.map(({ finding }) => finding),
    );
  }
  return retried.some(({ calls }) => calls.length > 0) ? pass : noneRetried();
}

const isLess = ({ effects, state }: TrialRun): boolean => effects.less.length > 0 || (state ?? []).length > 0;

/** A call of a handler that failed and was never made again. */
const lostCall = (run: TrialRun, { calls }: RetriedDelivery) => calls.find((call) => !isMadeAgain(run, call));

function findingOfLost(run: TrialRun, lost: readonly RetriedDelivery[], isOfCall: boolean): Finding {
  const [{ event, refused }] = lost as [RetriedDelivery];
  const calls = new Set(lost.flatMap((each) => lostCall(run, each) ?? []));
  const [call] = calls;
  const answer = isTimeout(refused)
    ? 'was not answered within 10 s'
    : `was answered ${refused.status ?? 'by a cut connection'}`;
  const deliveries = lost.map(({ delivery }) => delivery);
  if (isOfCall && call !== undefined) {
    const message = `${event.type} ${answer} when a call failed, and 2xx when it was retried; ${call.view.method} ${call.path} was never repeated.`;
    return findingOf(run, event.type, message, { deliveries, requests: [...calls] });
  }
  const what = differenceText({ ...run, effects: { ...run.effects, more: [] }, state: differencesAbout(run, event) });
  const message = `${what} ${event.type} of ${event.subject} ${answer}, and 2xx when it was retried, but the same is missing as if it never arrived.`;
  const fix = `In the handler of ${event.type}, mark the event as seen only after its effect is stored, in the same transaction; or store it first and mark it as done afterwards.`;
  return { ...findingOf(run, event.type, message.trim(), { deliveries }), fix, effectOf: event.type };
}
