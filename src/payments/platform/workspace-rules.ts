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
  /** The audit's adversity that added the rule. */
  audit: T.Optional(T.String()),
  /** The number of calls that have matched so far, for rules with `nth` or `times`. */
  matched: T.Integer({ minimum: 0 }),
});
/** A workspace's own outcome rule. */
export type WorkspaceRule = Readonly<T.Static<typeof RuleModel>>;

export const rules = collection('rule', { model: RuleModel, prefix: 'rule', indexes: [['workspace_id']] });

/** Whether a rule has been applied as often as its condition allows. */
export function isSpent({ when, matched }: WorkspaceRule): boolean {
  const turns = turnsOf(when);
  return turns !== null && matched >= turns.last;
}

/**
 * The outcome rules of a workspace that match a call, in order. If the call belongs to an audit, these are the
 * audit's rules; if not, they are all other rules. A rule with `nth` or `times` counts matching calls until it has
 * been applied as often as its condition allows.
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
