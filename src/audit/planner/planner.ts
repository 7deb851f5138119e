import { isAffordable } from '../trial/forecast.ts';
import { type PlannedRun, runOf, type TrialLog } from '../trial/trial-log.ts';
import { tryAdversities } from './adversities.ts';
import { startWithControls } from './controls.ts';
import { runAnotherControl } from './further-control.ts';
import { tryOthers } from './others.ts';
import type { PlanRule } from './plan-rule.ts';
import { repeatFindings } from './repeat.ts';
import { tryTheRest } from './rest.ts';
import { splitByKind } from './split.ts';

/** The rules of the planner. A rule is asked once all runs of the earlier rules have ended. */
export const planRules: readonly PlanRule[] = [
  startWithControls,
  tryAdversities,
  tryTheRest,
  splitByKind,
  runAnotherControl,
  repeatFindings,
  tryOthers,
];

/**
 * The next run of a trial, which follows from its log alone.
 * @param underWay the runs that have not ended yet
 * @returns `wait` if the next run depends on these runs, `done` if the log shows everything
 */
export function nextRun(log: TrialLog, underWay: readonly PlannedRun[] = []): PlannedRun | 'wait' | 'done' {
  for (const { needs } of planRules) {
    const missing = needs(log).filter((planned) => runOf(log, planned) === undefined && isAffordable(log, planned));
    const next = missing.find(({ id }) => underWay.every((other) => other.id !== id));
    if (next !== undefined) return next;
    if (missing.length > 0) return 'wait';
  }
  return 'done';
}
