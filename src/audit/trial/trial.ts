import { stopwatch } from '../../core/base/time.ts';
import { nextRun } from '../planner/planner.ts';
import type { Report } from '../report/models.ts';
import { checkControls } from './controls.ts';
import { judgeLog, type RecordOfTrial } from './judge-log.ts';
import { type Performers, perform } from './perform.ts';
import { announcement, beginLine, endLine } from './progress.ts';
import type { RunOptions } from './run.ts';
import { controlRuns, controlsIn, type LogOptions, type PlannedRun, type TrialLog, withRun } from './trial-log.ts';

export interface TrialOptions extends Performers, Pick<RunOptions, 'signal'> {
  readonly log: LogOptions;
  /** The record of the runs that show findings; absent if no record is written. */
  readonly record?: RecordOfTrial;
  /** Called with a line for each finished run, and with the number of runs that follow the control runs. */
  readonly told: (line: string) => void;
  /** Called with a line about a run that starts. The line stays visible until the run has ended. */
  readonly begins?: (line: string) => void;
  /** Called with the log after each run. */
  readonly keep?: (log: TrialLog) => void;
}

/**
 * Runs a command without adversities and under each adversity, repeats what differs, and reports it. The planner
 * chooses each run by the log of the earlier runs, and the report follows from the complete log.
 * @throws ScenarioFailed if the command fails without adversities; the reason with which `signal` was aborted
 */
export async function trial(options: TrialOptions): Promise<Report> {
  const failing = new AbortController();
  const signal = AbortSignal.any([options.signal, failing.signal]);
  const since = stopwatch();
  const underWay = new Map<PlannedRun, Promise<void>>();
  let log: TrialLog = { options: options.log, runs: [] };
  let number = 0;
  const make = async (planned: PlannedRun): Promise<void> => {
    options.begins?.(beginLine(log, planned));
    const run = await perform(planned, log, { ...options, number: ++number, signal });
    const ran = { ...planned, run, endedAfter: stopwatch() - since };
    log = withRun(log, ran);
    options.keep?.(log);
    options.told(endLine(log, ran));
    const isFirst = planned.kind === 'control' && controlsIn(log).length <= controlRuns;
    if (isFirst) checkControls(log);
    if (isFirst && controlsIn(log).length === controlRuns) options.told(announcement(log));
  };
  for (;;) {
    const next = underWay.size < options.log.jobs ? nextRun(log, [...underWay.keys()]) : 'wait';
    if (next === 'done' || failing.signal.aborted) break;
    if (next === 'wait') await Promise.race(underWay.values());
    else {
      const ending = make(next).catch((error) => failing.abort(error));
      underWay.set(
        next,
        ending.finally(() => underWay.delete(next)),
      );
    }
  }
  await Promise.all(underWay.values());
  failing.signal.throwIfAborted();
  return judgeLog(log, options.record);
}
