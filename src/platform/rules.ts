import { T } from '../kernel/declare/schema.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { Workspace } from '../kernel/workspace.ts';
import { collection } from '../store/collection.ts';
import { ConditionModel, EffectModel, fits, type OutcomeFacts } from './outcomes.ts';

const RuleModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  when: ConditionModel,
  then: EffectModel,
  about: T.Optional(T.String()),
  /** The adversity of the audit that added it. */
  audit: T.Optional(T.String()),
  /** How many calls have matched, for rules with `nth`. */
  matched: T.Integer({ minimum: 0 }),
});
/** A workspace's own outcome rule. */
export type WorkspaceRule = Readonly<T.Static<typeof RuleModel>>;

export const rules = collection('rule', { model: RuleModel, prefix: 'rule', indexes: [['workspace_id']] });

/**
 * The outcome rules of a workspace that match a call, in their order. A rule with `nth` counts matching calls until it
 * has acted; then it is spent.
 */
export function* rulesThatFit(unit: UnitOfWork, { id }: Workspace, facts: OutcomeFacts): Generator<WorkspaceRule> {
  const { root } = unit.state;
  const own = root.of(rules);
  if (own.size === 0) return;
  for (const rule of [...own.newestFirst({ workspace_id: [id] })].reverse()) {
    const { nth } = rule.when;
    if ((nth !== undefined && rule.matched >= nth) || !fits(rule.when, facts)) continue;
    if (nth !== undefined) {
      const matched = rule.matched + 1;
      unit.put(root, rules, { ...rule, matched });
      if (matched !== nth) continue;
    }
    yield rule;
  }
}
