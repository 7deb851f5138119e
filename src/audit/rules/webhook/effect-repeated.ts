import { type Finding, inapplicable, type Rule, type Verdict } from '../../rule.ts';
import { stateLines } from '../../trial/difference-text.ts';
import { byComparison, combined, findingOf, judgeRun, overRuns } from '../../trial/judge-run.ts';
import type { StateDifference } from '../../trial/state.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';
import { isMadeAgain, noneRetried, retriedDeliveries } from './retried-deliveries.ts';

export const effectRepeated: Rule = {
  id: 'webhook/effect-repeated',
  level: 'error',
  ways: ['trial'],
  wrong: 'The same event has a second effect when it is delivered twice, one after another or at the same time.',
  why: 'Every delivery whose response is late or lost is repeated: goods are sent twice, refunds are booked twice, money is paid out twice.',
  fix: ({ handler, effect }) =>
    `In ${handler}, store the id of the event in the same transaction as its effect (${effect}), and do nothing if the id is already stored. A unique key or a lock on the id makes two simultaneous copies wait for each other.`,
  source: 'Failed deliveries are retried: 3 attempts in all (specification, "Delivery" 3).',
  trial: (trial) => {
    const held = {
      where: 'webhooks',
      message: () => 'An event that was delivered twice had a second effect.',
      lackTells: false,
    };
    return combined(
      overRuns(trial, ['webhook-twice', 'webhook-twice-at-once', 'webhook-retried'], (run) => {
        const verdict = judgeRun(run, { ...held, scenarioTells: true });
        const [again] = verdict.state === 'pass' ? repeatedAtOnce(trial, run) : [];
        return again === undefined ? verdict : byComparison([writtenTwice(run, again)]);
      }),
      // A scenario that a restart breaks is not the application's fault, but a second effect is.
      overRuns(trial, ['restart'], (run) =>
        hasPassed(run) || run.effects.more.length > 0
          ? judgeRun({ ...run, state: null }, { ...held, scenarioTells: false })
          : inapplicable(
              'The scenario does not survive a restart of the platform',
              'make the scenario repeat its calls',
            ),
      ),
      trial.runs.some(({ adversity }) => adversity.name === afterFailure)
        ? overRuns(trial, [afterFailure], partlyDone)
        : null,
    );
  },
};

const afterFailure = 'answer-failed';

/**
 * Whether a handler repeated what it had done before one of its calls failed. Each such call was made again when the
 * event was retried, but there is more than in the control runs.
 */
function partlyDone(run: TrialRun): Verdict {
  const retried = retriedDeliveries(run).filter(
    ({ calls }) => calls.length > 0 && calls.every((call) => isMadeAgain(run, call)),
  );
  const [first] = retried;
  const added = (run.state ?? []).filter(isAddedEntry);
  const isMore = run.effects.more.length > 0;
  if (first === undefined || !hasPassed(run) || !(isMore || added.length > 0)) return noneRetried();
  const [call] = first.calls;
  const finding = findingOf(
    run,
    first.delivery.event_type,
    `${first.delivery.event_type} failed with ${call!.view.method} ${call!.path}, and when the event was retried, its handler repeated what it had done before the failure.`,
    { deliveries: retried.map(({ delivery }) => delivery), requests: first.calls, state: stateLines(added) },
  );
  return byComparison([isMore ? finding : { ...finding, level: 'warning' }]);
}

/** A list entry that the control runs do not have. */
const isAddedEntry = ({ at, wanted }: StateDifference): boolean => wanted === undefined && at.endsWith(']');

type Repeated = TrialRun['effects']['repeated'][number];

/**
 * Writes that two simultaneous copies made twice, although two successive copies made them once: the application's
 * guard against copies fails. Writes that the application also repeats for successive copies do no harm.
 */
function repeatedAtOnce({ runs }: Trial, { adversity, effects }: TrialRun): readonly Repeated[] {
  const inTurn = runs.filter((each) => each.adversity.name === 'webhook-twice');
  if (adversity.name !== 'webhook-twice-at-once' || inTurn.length === 0) return [];
  const known = new Set(inTurn.flatMap((each) => each.effects.repeated.map(({ key }) => key)));
  return effects.repeated.filter(({ key }) => !known.has(key));
}

function writtenTwice(run: TrialRun, { effects }: Repeated): Finding {
  const calls = effects.map(({ asked }) => asked);
  const { operation } = effects[0]!;
  return findingOf(
    run,
    operation,
    `Two simultaneous copies of an event made ${operation} twice; two successive copies made it once.`,
    { requests: calls },
  );
}
