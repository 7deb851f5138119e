import { adversities } from '../adversities/adversities.ts';
import { kindsOf } from '../adversities/fault-plans.ts';
import { plannedAdversities } from '../planner/planned-adversities.ts';
import { differs } from './compare.ts';
import { controlRuns, controlsIn, firstControlsIn, type PlannedRun, runOf, type TrialLog } from './trial-log.ts';

/** How long the runs of a trial take. All times are real milliseconds. */

/** Retry-After of a refused call. */
const waitForLimit = 1_000;
/** The application handles each later step, and the clock moves on, before the state is read. */
const afterScenario = 2_500;
/**
 * How many runs follow a run with a difference: a control run, a repetition with one kind, and one with the other kinds
 * if there are several.
 */
const repetitionsOf = ({ armament }: PlannedRun): number => (kindsOf(armament ?? {}).length > 1 ? 3 : 2);

/** The duration of a run without adversities. */
const plainRun = (log: TrialLog): number => {
  const controls = firstControlsIn(log);
  return (controls.reduce((sum, { run }) => sum + run.took, 0) / Math.max(1, controls.length)) * 1_000;
};

/** About how long a run takes: as long as the run that it repeats, or as a control run with what its faults add. */
export function forecast(log: TrialLog, { of, armament, kind, adversity }: PlannedRun): number {
  const first = log.runs.find(({ run }) => run.number === of)?.run.took;
  if (kind !== 'control' && first !== undefined) return first * 1_000;
  const record = controlsIn(log)[0]?.run.record;
  const added = (armament?.faults ?? []).map(({ kind: fault, ms, on }) => {
    if (fault === 'rate_limit') return (record?.of(on).length ?? 0) * waitForLimit;
    return fault === 'latency' && typeof ms === 'number' ? ms : 0;
  });
  const later = armament?.afterwards === undefined ? 0 : afterScenario;
  return added.reduce((sum, each) => sum + each, plainRun(log) + later + watching(log, adversity));
}

/** How long a run watches an application that keeps running: until it has caught up, or until its time is over. */
function watching(log: TrialLog, adversity: string | null): number {
  const isWatched = adversities.some(({ name, watches }) => name === adversity && watches === true);
  return isWatched && firstControlsIn(log).every(({ run }) => run.outlived) ? log.options.settle / 2 : 0;
}

/** About how long the announced runs take. One run in seven differs in most trials, and is repeated. */
export function forecastOfAll(log: TrialLog): number {
  const { planned } = plannedAdversities(log);
  const sum = planned.reduce((total, each) => total + forecast(log, each), 0);
  const again = planned.reduce((total, each) => total + forecast(log, each) * repetitionsOf(each), 0) / 7;
  const own = sum / Math.min(log.options.jobs, Math.max(1, planned.length)) + again;
  return Math.min(own, log.options.budget ?? own);
}

/** When the last finished run ended, since the start of the trial. */
const elapsed = ({ runs }: TrialLog): number => Math.max(0, ...runs.map(({ endedAfter }) => endedAfter));

/** Whether a run fits into `--budget`. The first runs leave time to repeat what differs. */
export function isAffordable(log: TrialLog, planned: PlannedRun): boolean {
  const { budget } = log.options;
  if (budget === undefined || controlsIn(log).length < controlRuns) return true;
  const isFirst = planned.kind === 'adversity';
  const suspicious = isFirst ? log.runs.filter((ran) => ran.kind === 'adversity' && differs(log, ran)) : [];
  const reserved = suspicious.reduce((sum, ran) => sum + ran.run.took * 1_000 * repetitionsOf(ran), 0);
  return elapsed(log) + reserved + forecast(log, planned) <= budget;
}

/** A scenario that needs so much more time than the control runs is waiting for something that never happens. */
const usualLimit = (log: TrialLog): number => {
  const longest = Math.max(...controlsIn(log).map(({ run }) => run.took * 1_000));
  return 15_000 + 5 * longest;
};

/** The time limit of the command in a run. */
export function timeLimit(log: TrialLog, planned: PlannedRun): number {
  const { timeout, isUsualTimeout } = log.options;
  if (planned.kind === 'control' || isUsualTimeout !== true) return timeout;
  return Math.min(timeout, usualLimit(log) + forecast(log, planned) - plainRun(log));
}

/** The announced runs that a log does not have: `--budget` left no time for them, or the audit was interrupted. */
export const leftOutOf = (log: TrialLog): PlannedRun[] =>
  plannedAdversities(log).planned.filter((planned) => runOf(log, planned) === undefined);
