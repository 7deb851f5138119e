import type { Adversity, Armament, Choice, Choose, Target } from '../adversities/fault-plans.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import type { UntriedVerdict } from '../rule.ts';

/** The `Armament` of each run of an adversity, or how to give it an opportunity. This is how every adversity chooses. */
export function armamentsOf(
  { targets, arm }: Adversity,
  control: ObservedRun,
  choose: Choose,
): readonly Armament[] | UntriedVerdict {
  const chosen = targets(control);
  if ('state' in chosen) return chosen;
  const runs = runsOf(chosen);
  return runs.map((own) => arm(own, { control, choose, isAll: runs.length === 1 }));
}

/** Which targets each run hits: a target joins the first run that has none from which it must be apart. */
export function runsOf({ targets, areApart }: Choice): readonly Target[][] {
  const runs: Target[][] = [];
  for (const target of targets) {
    const fitting = runs.find((run) => run.every((other) => !areApart(target, other)));
    if (fitting === undefined) runs.push([target]);
    else fitting.push(target);
  }
  return runs;
}
