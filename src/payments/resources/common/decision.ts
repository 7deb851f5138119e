import { internal, nullable, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { ConditionModel, type Decision } from '../../platform/outcome-rules.ts';

/**
 * The reason why a payment was declined: a rule, a request header, a trigger, a fault, or a fact that was known
 * before the request to the network.
 */
export const DecisionModel = T.Object({
  source: OneOf(['workspace', 'built-in', 'header', 'forced', 'instrument', 'unknown']),
  /** The id of the workspace's rule; null if no such rule decided. */
  rule: nullable(T.String()),
  /** The condition of the rule; absent if no rule decided. */
  when: T.Optional(ConditionModel),
  /** The reason in words. */
  about: T.String(),
});
export type NotedDecision = Readonly<T.Static<typeof DecisionModel>>;

/** A field for a decision. The decision is stored with its object, and only the developer sees it. */
export const decidedBy = () => internal(T.Optional(DecisionModel));

export const noteOf = ({ source, rule, when, about = '' }: Decision): NotedDecision => ({
  source,
  rule,
  ...(when === undefined ? {} : { when }),
  about: source === 'forced' ? 'a trigger or an injected fault caused this outcome' : about,
});

/** Describes a fact about an instrument that was known before the request to the network. */
export const instrumentNote = (about: string): NotedDecision => ({ source: 'instrument', rule: null, about });

/** The decision for an object that has no stored decision: the object failed later, or was not declined. */
export const unknownDecision: NotedDecision = { source: 'unknown', rule: null, about: '' };
