import { internal, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { ConditionModel, type Decision } from '../../platform/outcome-rules.ts';

/** What declined a payment: a rule, a trigger or a fault, or a fact known before the network was asked. */
export const DecisionModel = T.Object({
  source: OneOf(['workspace', 'built-in', 'forced', 'instrument', 'unknown']),
  /** The id of a workspace's rule. */
  rule: nullable(T.String()),
  /** The condition of the rule; absent if no rule decided. */
  when: T.Optional(ConditionModel),
  /** In words. */
  about: T.String(),
});
export type NotedDecision = Readonly<T.Static<typeof DecisionModel>>;

/** It is stored with its object, and only the developer sees it. */
export const decidedBy = () => internal(T.Optional(DecisionModel));

export const noteOf = ({ source, rule, when, about = '' }: Decision): NotedDecision => ({
  source,
  rule,
  ...(when === undefined ? {} : { when }),
  about: source === 'forced' ? 'a trigger or an injected fault wanted it' : about,
});

/** A fact about an instrument that was known before the network was asked. */
export const instrumentNote = (about: string): NotedDecision => ({ source: 'instrument', rule: null, about });

/** The decision of an object without one: its failure came later, or nobody decided it. */
export const unknownDecision: NotedDecision = { source: 'unknown', rule: null, about: '' };
