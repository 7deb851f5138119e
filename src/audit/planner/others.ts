import type { RepeatedRuns } from '../adversities/confirmation.ts';
import { kindsOf } from '../adversities/fault-plans.ts';
import type { Finding } from '../rule.ts';
import { type Assessment, assess } from '../trial/assess.ts';
import { adversityOf, type LoggedRun, type PlannedRun, type TrialLog } from '../trial/trial-log.ts';
import { tryTogether } from './narrow.ts';
import type { PlanRule } from './plan-rule.ts';
import { follow, repetitionsIn } from './repeat.ts';

export const tryOthers: PlanRule = {
  name: 'others',
  does: 'The kinds that a repeated finding may hide run again together without its own kind, and alone if they show a finding.',
  needs: (log) => confirmationsIn(log).needed,
};

/** The repetitions in a log with the findings of the other kinds, and the runs that are needed for these. */
interface Confirmations {
  readonly again: readonly RepeatedRuns[];
  readonly needed: readonly PlannedRun[];
}

/** Follows the repetitions of all findings, and then the runs of the kinds that these leave open. */
export function confirmationsIn(log: TrialLog): Confirmations {
  const assessment = assess(log);
  const again: RepeatedRuns[] = [];
  const needed: PlannedRun[] = [];
  for (const repeated of repetitionsIn(log).again) {
    const others = othersThan(log, assessment, repeated, again);
    again.push({ ...repeated, runs: [...repeated.runs, ...others.runs], found: others.found });
    if (others.needed !== null) needed.push(others.needed);
  }
  return { again, needed };
}

/** @param earlier the repetitions of other runs, with the findings of their other kinds */
function othersThan(
  log: TrialLog,
  { findingsIn }: Assessment,
  repeated: RepeatedRuns,
  earlier: readonly RepeatedRuns[],
) {
  const { of, rule, found } = repeated;
  const first = log.runs.find(({ run }) => run.number === of)!;
  if (!mayHide(first, found)) return { runs: [], found, needed: null };
  const { contains = [] } = adversityOf(first);
  const known = earlier
    .filter((each) => each.rule === rule)
    .flatMap((each) => each.found)
    .filter(({ adversity }) => contains.includes(adversity ?? ''));
  const isClean = (number: number): boolean => findingsIn(log.runs.find(isRun(number))!, rule, first).length === 0;
  const clean = kindsIn(log, repeated.runs.filter(isClean));
  const shown = kindsIn(log, runsOf([...found, ...known]));
  const open = kindsOf(first.armament ?? {}).filter((kind) => !clean.has(kind) && !shown.has(kind));
  const further: Finding[] = [];
  const followed = follow(log, tryTogether(first, open), (ran) => {
    const own = findingsIn(ran, rule, first);
    if (kindsOf(ran.armament ?? {}).length === 1) further.push(...own);
    return own;
  });
  if (followed.needed === null) return { ...followed, found: [...found, ...followed.result] };
  const alone = kindsIn(log, runsOf(further));
  const left = open.filter((kind) => !alone.has(kind));
  return { ...followed, found: [...found.map((each) => withUntried(log, each, left)), ...further] };
}

/** Findings of one kind of events hide those of others, unlike findings that name their own operations. */
function mayHide({ armament }: LoggedRun, found: readonly Finding[]): boolean {
  const { faults } = armament ?? {};
  const kinds = faults === undefined ? [] : kindsOf(armament ?? {});
  const isOfEvents = faults?.every(({ on }) => on === 'delivery') === true;
  const isCompared = found.some((each) => each.isCompared === true);
  return kinds.length > 1 && isCompared && (isOfEvents || !found.every(({ where }) => kinds.includes(where)));
}

const isRun =
  (number: number) =>
  ({ run }: LoggedRun): boolean =>
    run.number === number;

const runsOf = (found: readonly Finding[]): number[] => found.flatMap(({ run }) => run ?? []);

const kindsIn = ({ runs }: TrialLog, numbers: readonly number[]): ReadonlySet<string> =>
  new Set(runs.filter(({ run }) => numbers.includes(run.number)).flatMap(({ armament }) => kindsOf(armament ?? {})));

/** A finding that says which other kinds no time was left for. */
function withUntried({ options: { budget } }: TrialLog, finding: Finding, left: readonly string[]): Finding {
  if (finding.isCompared !== true || left.length === 0) return finding;
  const why = budget === undefined ? 'The audit ended before it tried' : '--budget left no time to try';
  return { ...finding, message: `${finding.message} ${why} whether others do the same: ${left.join(', ')}.` };
}
