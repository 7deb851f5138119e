import { internal, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { ConditionModel, type Decision } from '../../platform/outcome-rules.ts';

/**
 * The cause of a payment's decline: a rule, the header of the request, a trigger or a fault, or a fact known before the
 * network was asked.
 */
export const DecisionModel = T.Object({
  source: OneOf(['workspace', 'built-in', 'header', 'forced', 'instrument', 'unknown']),
  /** The id of the workspace's rule; null: no such rule decided. */
  rule: nullable(T.String()),
  /** The condition of the rule; absent if no rule decided. */
  when: T.Optional(ConditionModel),
  /** The cause in words. */
  about: T.String(),
});
export type NotedDecision = Readonly<T.Static<typeof DecisionModel>>;

/** A field with a decision. The decision is stored with its object, and only the developer sees it. */
export const decidedBy = () => internal(T.Optional(DecisionModel));

export const noteOf = ({ source, rule, when, about = '' }: Decision): NotedDecision => ({
  source,
  rule,
  ...(when === undefined ? {} : { when }),
  about: source === 'forced' ? 'a trigger or an injected fault wanted it' : about,
});

/** A fact about an instrument that was known before the network was asked. */
export const instrumentNote = (about: string): NotedDecision => ({ source: 'instrument', rule: null, about });

/** The decision of an object without a stored decision: the object failed later, or nothing decided against it. */
export const unknownDecision: NotedDecision = { source: 'unknown', rule: null, about: '' };
