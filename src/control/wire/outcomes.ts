import { Anything, OneOf, T } from '../../kernel/declare/schema.ts';
import { Count, Iso, orNull } from './schemas.ts';

/** What is to go otherwise than it would: outcomes, rules, faults. */

export const OutcomeRow = T.Object({
  source: OneOf(['workspace', 'built-in', 'card']),
  id: orNull(T.String()),
  when: Anything(),
  then: orNull(Anything()),
  about: T.String(),
});
export type OutcomeRow = T.Static<typeof OutcomeRow>;

/** The codes that moves, and rules of some kinds, take on some rails. */
export const CodesRow = T.Object({
  moves: T.Array(T.String()),
  rules: T.Array(T.String()),
  rails: T.Array(T.String()),
  codes: T.Array(T.Object({ code: T.String(), about: T.String() })),
});
export type CodesRow = T.Static<typeof CodesRow>;

/** A field as a form asks for it. */
export const InputField = T.Object({
  /** As the body of the call names it. */
  name: T.String(),
  /** `amount`: cents, or a range of them; `duration`: milliseconds, or a text such as `2s`; `code`: one that is listed. */
  type: OneOf(['text', 'choice', 'number', 'amount', 'duration', 'yes_no', 'code']),
  /** Of a `choice`: all that it may be. Of a `text`: what there is to choose from, where that is known. */
  choices: T.Array(T.String()),
  /** What is taken where nothing is said; of one that is required: an example. */
  fallback: orNull(T.String()),
  required: T.Boolean(),
  about: T.String(),
});
export type InputField = T.Static<typeof InputField>;

/** A kind of fault with exactly the fields that it takes. */
export const FaultKindView = T.Object({
  kind: T.String(),
  on: OneOf(['request', 'delivery']),
  about: T.String(),
  fields: T.Array(InputField),
});
export type FaultKindView = T.Static<typeof FaultKindView>;

/** A kind of rule with the conditions that it takes, and what else it says. */
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
  /** How many calls a rule for the nth has counted. */
  matched: Count(),
  /** Whether it has acted on its nth call, and does nothing any more. */
  spent: T.Boolean(),
});
export type RuleView = T.Static<typeof RuleView>;

export const FaultView = T.Object({
  id: T.String(),
  /** The name of an operation, or `delivery`. */
  on: T.String(),
  kind: T.String(),
  status: orNull(T.Integer()),
  /** Milliseconds: real ones of a latency, emulated ones of a delay. */
  ms: orNull(T.Integer()),
  /** How often it happens; null: until it is removed. */
  times: orNull(T.Integer()),
  /** Whether the copy of a `duplicate` is sent without waiting for the first. */
  at_once: T.Boolean(),
  /** Whether `before_answer` also settles what was done. */
  settled: T.Boolean(),
  /** Only deliveries of events of this type. */
  event: orNull(T.String()),
  /** Only the attempt of a delivery that has this number. */
  attempt: orNull(T.Integer()),
  /** Only calls about the object of an event that is being delivered. */
  handling: T.Boolean(),
  /** How many that fit are left alone first. */
  skip: T.Integer(),
  /** It happens to the first of each so many that fit. */
  every: T.Integer(),
  resolve: orNull(OneOf(['approved', 'failed'])),
  /** Milliseconds on the emulated clock until an unknown outcome is known. */
  after: orNull(T.Integer()),
  used: Count(),
  spent: T.Boolean(),
  created_at: Iso(),
});
export type FaultView = T.Static<typeof FaultView>;
