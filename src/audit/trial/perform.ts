import { allowedFailures } from './allowed.ts';
import { baselinesOf } from './compare.ts';
import { stateOfRun } from './copies.ts';
import { timeLimit } from './forecast.ts';
import { performRun, type Run, type RunOptions } from './run.ts';
import { adversityOf, firstControlsIn, type PlannedRun, type TrialLog } from './trial-log.ts';

export interface EmulatorNeeds {
  /** Whether the emulator keeps its data for a restart. */
  readonly keepsData: boolean;
  readonly seed: number;
  /** Whether webhooks are delivered one after another. */
  readonly inOrder: boolean;
}

/** What performs the runs of a trial. */
export interface Performers extends Pick<RunOptions, 'launch' | 'stateSource'> {
  readonly start: (how: EmulatorNeeds) => ReturnType<RunOptions['start']>;
  /** Returns the results of a run, instead of performing it. */
  readonly perform?: typeof performRun;
}

/**
 * How long the state may take to become the expected one, in real milliseconds, in a run that resembles an earlier
 * run. The earlier run had the full time, but its state did not become the expected one.
 */
const patienceAgain = 3_000;

/** Performs a planned run. This is the only part of a trial with effects. */
export function perform(
  planned: PlannedRun,
  log: TrialLog,
  how: Performers & Pick<RunOptions, 'number' | 'signal'>,
): Promise<Run> {
  const { command, settle } = log.options;
  const { start, launch, stateSource, number, signal } = how;
  const { inOrder, ...conditions } = conditionsOf(planned, log);
  return (how.perform ?? performRun)({
    command,
    launch,
    number,
    stateSource,
    settle,
    timeout: timeLimit(log, planned),
    signal,
    allows: allowedFailures(log),
    ...conditions,
    start: ({ keepsData }) => start({ keepsData, seed: planned.seed, inOrder }),
  });
}

/** The adversities under which a correct application ends in the state of the control runs. */
const endsAsUsual = /^webhook-|^answer-(failed|grown)$/;

/** The conditions of a run, which follow from the earlier runs. */
function conditionsOf(planned: PlannedRun, log: TrialLog) {
  const { settle } = log.options;
  const { armament, kind } = planned;
  // If the control runs had different event orders, nothing could be compared with them.
  if (armament === null) return { armament, comesDuring: false, isExpected: null, inOrder: true, patience: settle };
  const { name, isParallel, watches } = adversityOf(planned);
  const isShort = kind === 'repeat' || isUnnoticed(planned, log);
  return {
    armament: { ...armament, by: name },
    comesDuring: !outlives(log),
    isExpected: expectedState(planned, log),
    inOrder: isParallel !== true,
    watches: watches === true,
    patience: isShort ? Math.min(patienceAgain, settle) : settle,
  };
}

const outlives = (log: TrialLog): boolean => firstControlsIn(log).every(({ run }) => run.outlived);

/** Whether the state of a run is the one of the control runs; null if the control runs reported no state. */
function usualState(log: TrialLog): RunOptions['isExpected'] {
  const { stateBaseline } = baselinesOf(log.options, firstControlsIn(log));
  return stateBaseline === null ? null : (state) => stateBaseline.compare(state).length === 0;
}

function expectedState({ adversity, armament }: PlannedRun, log: TrialLog): RunOptions['isExpected'] {
  const isUsual = usualState(log);
  if (isUsual === null || endsAsUsual.test(adversity ?? '')) return isUsual;
  // If another amount is paid, the problem is an end state that does not change.
  return armament?.rules === undefined ? null : (state) => !isUsual(state);
}

/** Whether the application did not notice an adversity of payments, although it had the full time. */
function isUnnoticed({ adversity }: PlannedRun, log: TrialLog): boolean {
  const isUsual = usualState(log);
  return log.runs.some(
    ({ adversity: other, armament, run }) =>
      other === adversity &&
      armament?.rules !== undefined &&
      run.state !== null &&
      isUsual?.(stateOfRun(run, run.state)) === true,
  );
}
