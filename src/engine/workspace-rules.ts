import { fits, type OutcomeFacts } from './outcomes.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { rules, type Workspace, type WorkspaceRule } from './workspace.ts';

/**
 * The outcome rules of a workspace that fit a call, in their order. A rule for the nth such call counts them until it
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
