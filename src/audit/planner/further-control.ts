import { findingsOf } from '../adversities/confirmation.ts';
import { assess } from '../trial/assess.ts';
import { controlRuns, controlsIn } from '../trial/trial-log.ts';
import { controlRun } from './controls.ts';
import type { PlanRule } from './plan-rule.ts';

/** How many failed control runs show that the scenario fails without an adversity. One failure may be chance. */
const failuresThatProve = 2;

export const runAnotherControl: PlanRule = {
  name: 'further control',
  does: 'If a run differs, the command runs once more without adversities, because two control runs may agree by chance.',
  needs: (log) => {
    const { controls, unsound, verdicts } = assess(log);
    const isShown = [...verdicts.values()].flatMap(findingsOf).some(({ run }) => run !== undefined);
    const isDecided = controls.length > controlRuns || unsound.length >= failuresThatProve;
    return isShown && !isDecided ? [controlRun(log, controlsIn(log).length + 1)] : [];
  },
};
