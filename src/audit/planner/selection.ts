import { adversities } from '../adversities/adversities.ts';
import type { Adversity } from '../adversities/fault-plans.ts';
import { rules } from '../catalogue.ts';
import { isSelected, type Selection } from '../lint.ts';
import type { Rule } from '../rule.ts';

/** The adversities and rules that `--only` and `--skip` select. */

const names: ReadonlySet<string> = new Set(adversities.map(({ name }) => name));

/** A selection by rules, without the names of adversities. */
const byRule = ({ only = [], skip = [] }: Selection): Required<Selection> => ({
  only: only.filter((name) => !names.has(name)),
  skip: skip.filter((name) => !names.has(name)),
});

/** Whether a selection names rules, or nothing. */
const isByRule = (selection: Selection): boolean =>
  (selection.only ?? []).length === 0 || byRule(selection).only.length > 0;

/** Whether a user asked for the verdict on an adversity, by its name or by its rules. */
export function isReported({ name, rules: judged }: Adversity, selection: Selection): boolean {
  const { only = [], skip = [] } = selection;
  if (skip.includes(name) || only.includes(name)) return !skip.includes(name);
  return isByRule(selection) && judged.some((id) => isSelected({ id }, byRule(selection)));
}

/** The selected adversities, by name or by their rules, and the other adversities that they need. */
export function selectedAdversities(selection: Selection): Adversity[] {
  const { skip = [] } = selection;
  const chosen = adversities.filter((each) => isReported(each, selection));
  const beside = new Set(chosen.flatMap((each) => [...(each.beside ?? []), ...(each.contains ?? [])]));
  return adversities.filter((each) => chosen.includes(each) || (beside.has(each.name) && !skip.includes(each.name)));
}

/** A rule to judge, and whether its lint judges the control runs as well. */
export interface SelectedRule {
  readonly rule: Rule;
  readonly isLinted: boolean;
}

/** The selected rules: by name, and those of the adversities that `--only` names. */
export function selectedRules(selection: Selection): SelectedRule[] {
  const { only = [] } = selection;
  const named = selectedAdversities(selection).filter(({ name }) => only.includes(name));
  const judgedByNamed = new Set(named.flatMap((each) => each.rules));
  return rules.flatMap((rule) => {
    const isLinted = isByRule(selection) && isSelected(rule, byRule(selection));
    const isJudged = judgedByNamed.has(rule.id) || (named.length > 0 && rule.judgesAllRuns === true);
    const isMeant = isLinted || (isJudged && isSelected(rule, { skip: byRule(selection).skip }));
    return isMeant ? [{ rule, isLinted }] : [];
  });
}
