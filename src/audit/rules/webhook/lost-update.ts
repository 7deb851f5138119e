import { companionOf, isTogether, markedAttempts, parallelPair } from '../../adversities/adversity-marks.ts';
import type { DeliveryView, ObservedRun } from '../../observed/observed-run.ts';
import { incomplete, pass, type Rule, type Verdict } from '../../rule.ts';
import { byComparison, combined, findingOf, judgeRun, noOccasion, overRuns, stepToSee } from '../../trial/judge-run.ts';
import type { StateDifference } from '../../trial/state.ts';
import { hasPassed, type Trial, type TrialRun } from '../../trial/trial-result.ts';

const name = 'webhook-at-once';

export const lostUpdate: Rule = {
  id: 'webhook/lost-update',
  level: 'error',
  ways: ['trial'],
  wrong: 'When two events are handled at the same moment, the effect of one is lost.',
  why: 'Deliveries do not wait for each other. If each handler reads the order, changes it and writes all of it back, the last one overwrites the other: a refund is lost, or a paid order is open again.',
  fix: ({ handler, field }) =>
    `In ${handler}, change ${field} in one statement (UPDATE … WHERE) or in a transaction that locks it before it reads (SELECT … FOR UPDATE, or a version check); or handle the events of one object one after another.`,
  source: 'Deliveries do not wait for each other (specification, "Delivery" 3).',
  untried:
    'what a user does while an event is handled, such as spending a credit while another is added; the platform is not involved, so only a test of the application can do both at the same time',
  trial: (trial) =>
    combined(
      underTogether(trial),
      onceForEachWay(
        trial,
        overRuns(trial, ['webhook-parallel'], (run) => ofDifferentObjects(run, trial)),
      ),
    ),
};

/** A verdict that keeps only the last finding of runs that differ by nothing but chance. */
function onceForEachWay({ runs }: Trial, verdict: Verdict | null): Verdict | null {
  if (verdict?.state !== 'violation') return verdict;
  const ways = new Map(runs.map(({ run, armament }) => [run.number, JSON.stringify(armament)]));
  const seen = verdict.findings.map(({ run }) => ways.get(run ?? 0));
  return { ...verdict, findings: verdict.findings.filter((_, at) => seen.lastIndexOf(seen[at]) === at) };
}

const underTogether = (trial: Trial): Verdict | null =>
  overRuns(trial, [name], (run) => {
    const { held, pairs } = together(run.run.record);
    if (pairs.length === 0) return noOccasion(run);
    const pair = longestPair(run.run.record, pairs);
    const verdict = judgeRun(run, {
      where: pairs[0]!.event_type,
      message: () => {
        const [first, second] = pair.map(({ event_type, event_id }) => `${event_type} ${event_id}`);
        return `${first} and ${second}, about the same object, were handled at the same moment, and the application ended in a different state than when they are handled one after the other.`;
      },
      deciding: pair,
      // A delivery that waited a second in vain was late. If no delivery did, the overlap is the only difference.
      scenarioTells: held.length === pairs.length,
      lackTells: true,
    });
    const apart = handledApart(run.run.record, pairs);
    if (verdict.state !== 'pass' || apart.length === 0) return verdict;
    return incomplete(
      `It is unclear whether two events about one object were handled at the same moment, because one of them was answered so quickly (${apart.join(', ')})`,
      'have the handler do its work before it answers; if it uses a queue, make sure that the queue handles the events of one object one after another',
    );
  });

/**
 * Whether events about different objects change the same record of the application, and one change is lost: a number
 * is lower or an entry is missing, and nothing is more than in the control runs.
 */
function ofDifferentObjects(run: TrialRun, { runs }: Trial): Verdict {
  const pair = parallelPair(run.run.record);
  if (pair === null) {
    return incomplete(
      'No two events about different objects were handled at the same moment',
      'settle two payments of one user together in the scenario: make two charges or pay two pages, then run npx payments-emulator settle',
    );
  }
  const { effects, state } = run;
  const differences = state ?? [];
  if (hasPassed(run) && differences.length + effects.more.length + effects.less.length === 0) {
    const isHeldOpen = ({ adversity, armament }: TrialRun) =>
      adversity === run.adversity && (armament.besides ?? []).length > 0;
    return runs.some(isHeldOpen)
      ? pass
      : incomplete(
          'No change was lost when two events were handled at the same moment, but handlers that make no calls finish so quickly that this may be luck',
          'check that the handler adds in one statement, or locks what it reads until it has written',
        );
  }
  const [first, second] = pair.map(({ event_type, event_id }) => `${event_type} ${event_id}`);
  const finding = {
    ...findingOf(
      run,
      pair[0].event_type,
      `${first} and ${second}, about different objects, were handled at the same moment, and the application ended in a different state than when they are handled one after the other.`,
      { deliveries: pair },
    ),
    fix: 'Let the database add to values that several events change (UPDATE … SET credits = credits + 1), or lock them from the read to the write (SELECT … FOR UPDATE, or a version check).',
  };
  const isLost = differences.length > 0 && differences.every(isLess);
  if (isLost || effects.more.length > 0) return byComparison([finding]);
  return incomplete(
    `Under webhook-parallel something is different, ${state === null ? 'but the audit cannot see the state of the application' : 'which may only be the order of the events'}`,
    state === null ? stepToSee(run.run) : 'check whether the application may end in this state, whatever comes first',
    [finding],
  );
}

/** Whether a number is lower or an entry is missing. */
const isLess = ({ wanted, found }: StateDifference): boolean =>
  found === undefined || (typeof found === 'number' && typeof wanted === 'number' && found < wanted);

/**
 * Deliveries that were held back until the next delivery about their object, and those of them that overlapped
 * another delivery.
 */
function together(record: ObservedRun): { held: readonly DeliveryView[]; pairs: readonly DeliveryView[] } {
  const held = record.deliveries.filter((delivery) => markedAttempts(delivery, name).length > 0);
  return { held, pairs: held.filter((delivery) => isTogether(record, delivery)) };
}

/** The pair of deliveries with the longest overlap. */
function longestPair(record: ObservedRun, pairs: readonly DeliveryView[]): readonly DeliveryView[] {
  const all = pairs.flatMap((delivery) => {
    const other = companionOf(record, delivery);
    return other === null ? [] : [{ pair: [delivery, other.delivery], together: other.together }];
  });
  return all.sort((one, next) => next.together - one.together)[0]?.pair ?? pairs.slice(0, 1);
}

/**
 * The shortest handling time, in milliseconds, in which another handler can start. A shorter time is only the
 * network.
 */
const leastHandling = 10;

/** The types of events that were sent together with another event, but were not handled at the same time. */
function handledApart(record: ObservedRun, pairs: readonly DeliveryView[]): string[] {
  const types = [...new Set(pairs.map(({ event_type }) => event_type))];
  return types.filter((type) => {
    const isOf = ({ event_type }: DeliveryView) => event_type === type;
    const taken = record.deliveries
      .filter(isOf)
      .flatMap(({ attempts }) => attempts.map(({ latency_ms }) => latency_ms));
    // The first delivery of a process takes longer than its work, and so does every delivery on a busy machine.
    const isQuick = lowerQuartile(taken) < leastHandling;
    const isOfHandling = (each: DeliveryView) => (companionOf(record, each)?.together ?? 0) >= leastHandling;
    return isQuick || !pairs.filter(isOf).some(isOfHandling);
  });
}

const lowerQuartile = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 4)] ?? 0;
