import { LengthOfTime } from '../../core/kernel/declare/length-of-time.ts';
import { about, T } from '../../core/kernel/declare/schema.ts';
import { ConditionModel, EffectModel } from '../../payments/platform/outcome-rules.ts';

// The mode is an option of all commands and tools; `on` names the operation.
const { operation, mode: _mode, ...conditions } = ConditionModel.properties;
const { kind, ms, after, ...effects } = EffectModel.properties;
const duration = (field: object) =>
  T.Optional(about(LengthOfTime(), (field as { description?: string }).description ?? ''));

/** The fields of an outcome rule side by side, as options and tools take them. */
export const RuleFields = T.Object({
  kind,
  on: operation,
  ...conditions,
  ...effects,
  ms: duration(ms),
  after: duration(after),
});
export type RuleFields = T.Static<typeof RuleFields>;

/** The rule that the fields describe, as the control API takes it. */
export function ruleFrom({ on, ...fields }: Partial<RuleFields>) {
  const partOf = (names: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => name in names));
  return { when: { operation: on, ...partOf(conditions) }, then: partOf(EffectModel.properties) };
}
