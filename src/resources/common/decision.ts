import { internal, nullable, OneOf, T } from '../../kernel/declare/schema.ts';
import { ConditionModel, type Decision } from '../../platform/outcomes.ts';

/** What decided against a payment: a rule, what a trigger or a fault wanted, or what was known before anybody was asked. */
export const DecisionModel = T.Object({
  source: OneOf(['workspace', 'built-in', 'forced', 'instrument', 'unknown']),
  /** The id of a workspace's rule. */
  rule: nullable(T.String()),
  /** What the rule looks at; left out where none decided. */
  when: T.Optional(ConditionModel),
  /** In words. */
  about: T.String(),
});
export type NotedDecision = Readonly<T.Static<typeof DecisionModel>>;

/** It is kept with the object that it was about, and shown to the developer alone. */
export const decidedBy = () => internal(T.Optional(DecisionModel));

export const noteOf = ({ source, rule, when, about = '' }: Decision): NotedDecision => ({
  source,
  rule,
  ...(when === undefined ? {} : { when }),
  about: source === 'forced' ? 'a trigger or an injected fault wanted it' : about,
});

/** What was known of an instrument before the network was asked. */
export const instrumentNote = (about: string): NotedDecision => ({ source: 'instrument', rule: null, about });

/** Of an object that says nothing about it: it was made by an older version, or its failure came later. */
export const unknownDecision: NotedDecision = { source: 'unknown', rule: null, about: '' };
