import { limitedTo } from '../adversities/fault-plans.ts';
import { kindsLeftBy } from '../trial/compare.ts';
import type { LoggedRun, PlannedRun } from '../trial/trial-log.ts';
import type { PlanRule } from './plan-rule.ts';

export const tryTheRest: PlanRule = {
  name: 'rest',
  does: 'A scenario that failed midway runs again with the kinds that it left no opportunity for.',
  needs: ({ runs }) => runs.flatMap(restOf),
};

/** A further run with the kinds that a run left out; empty if nothing remains. */
function restOf(ran: LoggedRun): PlannedRun[] {
  const { run, endedAfter: _, armament, ...planned } = ran;
  const left = kindsLeftBy(ran);
  if (armament === null || left.length === 0) return [];
  const { number } = run;
  return [{ ...planned, id: `rest of run ${number}`, kind: 'rest', of: number, armament: limitedTo(armament, left) }];
}
