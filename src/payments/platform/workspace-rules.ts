import { T } from '../../core/kernel/declare/schema.ts';
import type { UnitOfWork } from '../../core/kernel/unit-of-work.ts';
import type { Workspace } from '../../core/kernel/workspace.ts';
import { collection } from '../../core/store/collection.ts';
import { ConditionModel, EffectModel, fits, type OutcomeFacts, turnsOf } from './outcome-rules.ts';

const RuleModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  when: ConditionModel,
  then: EffectModel,
  about: T.Optional(T.String()),
  /** The adversity of the audit that added the rule. */
  audit: T.Optional(T.String()),
  /** The number of calls that have matched, for rules with `nth` or `times`. */
  matched: T.Integer({ minimum: 0 }),
});
/** A workspace's own outcome rule. */
export type WorkspaceRule = Readonly<T.Static<typeof RuleModel>>;

export const rules = collection('rule', { model: RuleModel, prefix: 'rule', indexes: [['workspace_id']] });

/** Whether a rule has acted as often as its condition allows. */
export function isSpent({ when, matched }: WorkspaceRule): boolean {
  const turns = turnsOf(when);
  return turns !== null && matched >= turns.last;
}

/**
 * The outcome rules of a workspace that match a call, in their order: the rules of an audit if the call belongs to the
 * audit, all other rules if not. A rule with `nth` or `times` counts matching calls until the rule has acted; then the
 * rule is spent.
 */
export function* rulesThatFit(
  unit: UnitOfWork,
  { id }: Workspace,
  facts: OutcomeFacts,
  { ofAudit }: { ofAudit: boolean },
): Generator<WorkspaceRule> {
  const { root } = unit.state;
  const own = root.of(rules);
  if (own.size === 0) return;
  for (const rule of [...own.newestFirst({ workspace_id: [id] })].reverse()) {
    const turns = turnsOf(rule.when);
    if ((rule.audit !== undefined) !== ofAudit || isSpent(rule) || !fits(rule.when, facts)) continue;
    if (turns !== null) {
      const matched = rule.matched + 1;
      unit.put(root, rules, { ...rule, matched });
      if (matched < turns.first) continue;
    }
    yield rule;
  }
}
