import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { Count, Iso, orNull } from './schemas.ts';

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

/** A field of a form. */
export const InputField = T.Object({
  /** The name of the field in the request body. */
  name: T.String(),
  /**
   * An `amount` is cents or a range of them, a `duration` is milliseconds or a text such as `2s`, and a `code` is a
   * code from the list.
   */
  type: OneOf(['text', 'choice', 'number', 'amount', 'duration', 'yes_no', 'code']),
  /** For a `choice`, all values. For a `text`, suggestions, if any exist. */
  choices: T.Array(T.String()),
  /** The default value, or an example for a required field. */
  fallback: orNull(T.String()),
  required: T.Boolean(),
  about: T.String(),
});
export type InputField = T.Static<typeof InputField>;

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

export const FaultView = T.Object({
  id: T.String(),
  /** The name of an operation, or `delivery`. */
  on: T.String(),
  kind: T.String(),
  status: orNull(T.Integer()),
  /** The text to return instead of an error. */
  body: orNull(T.String()),
  /** Real milliseconds for a latency, emulated milliseconds for a delay. */
  ms: orNull(T.Integer()),
  /** How often the fault happens; null if it happens until it is removed. */
  times: orNull(T.Integer()),
  /** Whether `duplicate` sends the copy without waiting for the first. */
  at_once: T.Boolean(),
  /** Whether `before_answer` also settles the result. */
  settled: T.Boolean(),
  /** The fault applies only to deliveries of events of this type. */
  event: orNull(T.String()),
  /** The fault applies only to the attempt of a delivery with this number. */
  attempt: orNull(T.Integer()),
  /** The fault applies only to deliveries to the endpoint with this id or URL. */
  endpoint: orNull(T.String()),
  /** Whether the fault applies only to calls about the object of an event that is being delivered. */
  handling: T.Boolean(),
  /** How many matches the fault skips first. */
  skip: T.Integer(),
  /** The fault applies to the first match in each group of this many matches. */
  every: T.Integer(),
  /** The share of matches that the fault applies to, drawn with the seed. */
  probability: T.Number(),
  resolve: orNull(OneOf(['approved', 'failed'])),
  /** Emulated milliseconds until an unknown outcome becomes known. */
  after: orNull(T.Integer()),
  used: Count(),
  spent: T.Boolean(),
  created_at: Iso(),
});
export type FaultView = T.Static<typeof FaultView>;

export const FaultsRemoved = T.Object({ removed: Count() });
export type FaultsRemoved = T.Static<typeof FaultsRemoved>;
