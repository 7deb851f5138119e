import {
  type Adversity,
  type Armament,
  acceptedDeliveries,
  type Choice,
  type Choose,
  canLearnOutcomes,
  type Target,
} from '../adversities/fault-plans.ts';
import { notDelivered } from '../observed/deliveries.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import type { UntriedVerdict } from '../rule.ts';

/** The `Armament` of each run of an adversity, or how to give it an opportunity. This is how every adversity chooses. */
export function armamentsOf(
  { needs, targets, otherwise = notDelivered, arm }: Adversity,
  control: ObservedRun,
  choose: Choose,
): readonly Armament[] | UntriedVerdict {
  if (needs === 'deliveries' && acceptedDeliveries(control).length === 0) return notDelivered(control);
  if (needs === 'outcomes' && !canLearnOutcomes(control)) return notDelivered(control);
  const runs = runsOf(targets(control));
  if (runs.length === 0) return typeof otherwise === 'function' ? otherwise(control) : otherwise;
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
