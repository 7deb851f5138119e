import { isSelected, type Selection } from '../lint.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import type { TriedKinds } from '../report/models.ts';
import type { UntriedVerdict } from '../rule.ts';
import type { Trial } from '../trial/trial-result.ts';
import type { PlannedRun, TrialOptions } from '../trial/trial-runs.ts';
import { adversities } from './adversities.ts';
import { type Adversity, type Armament, type Choose, kindsOf, limitedTo } from './fault-plans.ts';

/** Plans a trial, and lists the tried kinds at the end. */

const named = new Set(adversities.map(({ name }) => name));

/** Whether a user asked for the verdict on an adversity, by its name or by its rules. */
export function isReported({ name, rules: judged }: Adversity, { only = [], skip = [] }: Selection): boolean {
  if (skip.includes(name)) return false;
  if (only.includes(name)) return true;
  const byRule = { only: only.filter((each) => !named.has(each)), skip: skip.filter((each) => !named.has(each)) };
  return judged.some((id) => isSelected({ id }, byRule)) && (only.length === 0 || byRule.only.length > 0);
}

/** The selected adversities, by name or by their rules, and the other adversities that they need. */
export function selectedAdversities(selection: Selection): Adversity[] {
  const { skip = [] } = selection;
  const chosen = adversities.filter((each) => isReported(each, selection));
  const beside = new Set(chosen.flatMap((each) => [...(each.beside ?? []), ...(each.contains ?? [])]));
  return adversities.filter((each) => chosen.includes(each) || (beside.has(each.name) && !skip.includes(each.name)));
}

/** How many kinds of events or calls a quick audit tries for each adversity. */
const sampled = 3;

/** The runs under each adversity, and the adversities without an opportunity. */
export function plan(wanted: readonly Adversity[], control: ObservedRun, { rounds, seed, quick }: TrialOptions) {
  const skipped = new Map<string, UntriedVerdict>();
  const planned: PlannedRun[] = [];
  for (const adversity of wanted) {
    for (let round = seed; round < seed + rounds; round++) {
      const choose = chooser(round);
      const armed = adversity.arm(control, choose);
      if ('state' in armed) {
        skipped.set(adversity.name, armed);
        continue;
      }
      const armaments: readonly Armament[] = 'length' in armed ? armed : [armed];
      const kinds = armaments.flatMap(kindsOf);
      if (!quick || kinds.length <= sampled) {
        for (const armament of armaments) planned.push({ adversity, armament, seed: round, sampledOf: null });
        continue;
      }
      const own = kindsOf(armaments[0]!);
      const chosen = own.map((_, at) => own[(at + choose(own.length)) % own.length]!).slice(0, sampled);
      const armament = limitedTo(armaments[0]!, chosen);
      planned.push({ adversity, armament, seed: round, sampledOf: kinds.length });
    }
  }
  return { planned, skipped };
}

/** The kinds that each adversity was tried on, and the kinds without an opportunity. */
export const triedKindsOf = (wanted: readonly Adversity[], { runs, skipped }: Trial): TriedKinds[] =>
  wanted.map(({ name, rules: judged }) => {
    const own = runs.filter(({ adversity }) => adversity.name === name);
    const tried = new Set(own.flatMap((run) => run.tried));
    const left = new Set(own.flatMap((run) => run.notTried).filter((kind) => !tried.has(kind)));
    const of = Math.max(tried.size + left.size, ...own.map(({ sampledOf }) => sampledOf ?? 0));
    const took = own.reduce((sum, { run }) => sum + run.took, 0);
    const because = skipped.get(name)?.because ?? null;
    return { adversity: name, rules: judged, tried: [...tried], notTried: [...left], of, because, took };
  });

/** Makes a choice from a seed; the same seed always gives the same choice. */
const chooser =
  (seed: number): Choose =>
  (many) =>
    Math.max(0, seed - 1) % Math.max(1, many);
