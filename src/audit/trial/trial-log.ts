import type { Acceptance } from '../acceptance.ts';
import { adversities } from '../adversities/adversities.ts';
import type { Adversity, Armament } from '../adversities/fault-plans.ts';
import type { Selection } from '../lint.ts';
import type { Level } from '../rule.ts';
import type { Run } from './run.ts';

/** The options of a trial on which its plan and its report depend. */
export interface LogOptions extends Selection {
  readonly command: readonly string[];
  readonly seed: number;
  /** How often each adversity is tried, each time with a different choice. */
  readonly rounds: number;
  /** Whether each adversity is tried only on some kinds of events and calls. The report mentions this. */
  readonly quick: boolean;
  /** How many runs may run at the same time. */
  readonly jobs: number;
  /** The time limit of the command, and the time for the application after it, in real milliseconds. */
  readonly timeout: number;
  readonly settle: number;
  /** Whether no option sets the time limit, so that adversity runs end earlier. */
  readonly isUsualTimeout?: boolean | undefined;
  /** The time limit of the whole trial, in real milliseconds. */
  readonly budget?: number | undefined;
  /** Whether a run passes although the tests fail that fail in all control runs. */
  readonly allowFailing?: boolean | undefined;
  /** The paths that `--state-ignore` leaves out. */
  readonly ignore: readonly string[];
  /** How to get the application's state, as an instruction; null if no option names its source. */
  readonly stateNextStep: string | null;
  /** The webhook address from the command line. */
  readonly forwardTo?: string | undefined;
  readonly accept?: readonly Acceptance[] | undefined;
  readonly failOn?: Level | undefined;
  /** The options to repeat in the command for a finding, such as `--state-command 'cat state.json'`. */
  readonly again: readonly string[];
}

/**
 * Why a run is made: as a `control` without adversities; to try an `adversity`; for the `rest` of its kinds after a
 * scenario that ended early; for one kind as a `part` of a run that it replaces; to `repeat` a run with a finding.
 */
export const runKinds = ['control', 'adversity', 'rest', 'part', 'repeat'] as const;

/** A run that the planner asks for. */
export interface PlannedRun {
  /** The same run has the same id, whenever the planner asks for it. */
  readonly id: string;
  readonly kind: (typeof runKinds)[number];
  /** The name of the adversity; null in a control run. */
  readonly adversity: string | null;
  readonly armament: Armament | null;
  /** The seed of the run's choices and of its emulator's ids. */
  readonly seed: number;
  /** How many kinds exist if only a sample is to be tried; null if all kinds are. */
  readonly sampledOf: number | null;
  /** The number of the run that this run continues, replaces or repeats. */
  readonly of: number | null;
}

export interface LoggedRun extends PlannedRun {
  readonly run: Run;
  /** When the run ended, in real milliseconds since the start of the trial. */
  readonly endedAfter: number;
}

/** Everything that is known about a trial. The plan and the report follow from it alone. */
export interface TrialLog {
  readonly options: LogOptions;
  /** The finished runs by number. */
  readonly runs: readonly LoggedRun[];
  /** What a kept log leaves out, as a sentence. */
  readonly cut?: string | undefined;
}

export const withRun = (log: TrialLog, ran: LoggedRun): TrialLog => ({
  ...log,
  runs: [...log.runs, ran].sort((one, other) => one.run.number - other.run.number),
});

/** How many control runs come first. */
export const controlRuns = 2;

export const controlsIn = ({ runs }: TrialLog): LoggedRun[] => runs.filter(({ kind }) => kind === 'control');

/** The control runs that come first, with which all other runs are compared until a further one is needed. */
export const firstControlsIn = (log: TrialLog): LoggedRun[] => controlsIn(log).slice(0, controlRuns);

/** The adversity runs that are judged: without repetitions, and with the parts of a run instead of the run. */
export function firstRunsIn({ runs }: TrialLog): LoggedRun[] {
  const parts = runs.filter(({ kind }) => kind === 'part');
  return runs
    .filter(({ kind }) => kind === 'adversity' || kind === 'rest')
    .flatMap((ran) => {
      const own = parts.filter(({ of }) => of === ran.run.number);
      return own.length > 0 ? own : [ran];
    });
}

export const runOf = ({ runs }: TrialLog, { id }: PlannedRun): LoggedRun | undefined =>
  runs.find((ran) => ran.id === id);

/** @throws Error if a log names an adversity that does not exist */
export function adversityOf({ adversity }: PlannedRun): Adversity {
  const found = adversities.find(({ name }) => name === adversity);
  if (found === undefined) throw new Error(`There is no adversity '${adversity}'.`);
  return found;
}
