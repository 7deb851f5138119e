import { controlRuns, type PlannedRun, type TrialLog } from '../trial/trial-log.ts';
import type { PlanRule } from './plan-rule.ts';

export const startWithControls: PlanRule = {
  name: 'controls',
  does: 'Two runs without adversities come first, because all other runs are compared with them.',
  needs: (log) => Array.from({ length: controlRuns }, (_, at) => controlRun(log, at + 1)),
};

/** @param number the number of the control run, starting from 1 */
export const controlRun = ({ options: { seed } }: Pick<TrialLog, 'options'>, number: number): PlannedRun => ({
  id: `control ${number}`,
  kind: 'control',
  adversity: null,
  armament: null,
  seed,
  sampledOf: null,
  of: null,
});
