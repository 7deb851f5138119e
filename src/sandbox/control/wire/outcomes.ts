import { InputField } from '../../../core/kernel/declare/input-fields.ts';
import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { Count, orNull } from './schemas.ts';

/** Changed outcomes: rules and faults. */

export const OutcomeRow = T.Object({
  source: OneOf(['workspace', 'built-in', 'card']),
  id: orNull(T.String()),
  when: Anything(),
  then: orNull(Anything()),
  about: T.String(),
});
export type OutcomeRow = T.Static<typeof OutcomeRow>;

/** The codes of moves and of some kinds of rules, with their rails. */
export const CodesRow = T.Object({
  moves: T.Array(T.String()),
  rules: T.Array(T.String()),
  rails: T.Array(T.String()),
  codes: T.Array(T.Object({ code: T.String(), about: T.String() })),
});
export type CodesRow = T.Static<typeof CodesRow>;

/** A kind of fault with exactly its fields. */
export const FaultKindView = T.Object({
  kind: T.String(),
  on: OneOf(['request', 'delivery']),
  about: T.String(),
  fields: T.Array(InputField),
});
export type FaultKindView = T.Static<typeof FaultKindView>;

/** A kind of rule with its conditions and the fields of its effect. */
export const RuleKindView = T.Object({
  kind: T.String(),
  about: T.String(),
  when: T.Array(InputField),
  then: T.Array(InputField),
});
export type RuleKindView = T.Static<typeof RuleKindView>;

export const RuleView = T.Object({
  id: T.String(),
  when: Anything(),
  then: Anything(),
  /** How many calls a rule with `nth` has counted. */
  matched: Count(),
  /** Whether the rule has applied to its nth call and no longer applies. */
  spent: T.Boolean(),
});
export type RuleView = T.Static<typeof RuleView>;

export { FaultView } from '../../../core/kernel/faults/faults.ts';
export { InputField };

export const FaultsRemoved = T.Object({ removed: Count() });
export type FaultsRemoved = T.Static<typeof FaultsRemoved>;
