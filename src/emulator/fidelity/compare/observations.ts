import type { ComparisonFinding, findingKinds } from '../../../sandbox/control/wire.ts';
import type { FieldSchema } from '../../../sandbox/profile/places.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';
import type { SentEvent } from './exchange.ts';

export type FindingKind = (typeof findingKinds)[number];

/** A profile change that would make the emulator respond like the service. */
export type Change = Readonly<Record<string, unknown>> & { readonly change: string };

/**
 * How a difference relates to others.
 * - `form`: a name, a word or a shape. It never follows from another difference.
 * - `refused`: only one side accepted the call.
 * - `state`: a status; `detail`: a value that a status can explain; `sum`: a number; `list`: the items of a list;
 *   `more`: whether a list has more items; `event`: whether and when an event happened.
 */
export type Role = 'form' | 'refused' | 'state' | 'detail' | 'sum' | 'list' | 'more' | 'event';

/** One occurrence of a difference. */
export interface Difference {
  /** The same for every occurrence, in every capture. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly role: Role;
  /** Whether the specification names what differs: the field, the webhook or the code. */
  readonly isNamed: boolean;
  readonly operation: string;
  readonly place: string;
  /** What contains the field: the type of an object, `error`, an event, or an operation. `field` is the path in it. */
  readonly owner: string;
  readonly field: string;
  readonly service: unknown;
  readonly emulator: unknown;
  readonly difference: ComparisonFinding['difference'];
  readonly refusal: ComparisonFinding['refusal'];
  readonly row: string | null;
  readonly call: CapturedCall;
  /** The event of the emulator, if no entry of the capture shows it. */
  readonly unseen?: SentEvent;
  /** The readings of the place. */
  readonly counted: string;
  /** The ids of the objects around the place, the innermost last. */
  readonly objects: readonly string[];
  /**
   * The items of a list that only one side has: the ids in each. `isShifted` says whether items at its end can differ
   * for this reason.
   */
  readonly items?: { readonly left: readonly (readonly string[])[]; readonly isShifted: boolean };
  /** The emulator's object around the place. */
  readonly beside?: Readonly<Record<string, unknown>> | undefined;
  readonly schema?: FieldSchema | undefined;
  /** Whether the two values can be names of one thing. */
  readonly isWord?: boolean;
  /** The change that the difference itself determines; absent if it takes evidence to find one. */
  readonly change?: Change | null;
}

/** One place that both sides show, whether it differs or not. */
export interface Reading {
  /** The same for every reading of the place. */
  readonly counted: string;
  /** The call, the webhook or the event that shows the place. */
  readonly seenIn: CapturedCall | SentEvent;
  /** The name of the assumption that the place shows; null if nothing is assumed there. */
  readonly assumption: string | null;
  readonly agrees: boolean;
  readonly service?: unknown;
  readonly emulator?: unknown;
}

export type AssumptionState = 'confirmed' | 'refuted' | 'untouched';

/** One assumption of the emulator, identified by a name such as `transaction.settled_at` or `code invalid_state`. */
export interface Assumption {
  readonly id: string;
  readonly state: AssumptionState;
}

/** What a comparison of pairs finds. */
export interface Observations {
  readonly differences: Difference[];
  readonly readings: Reading[];
}

/** What the comparison of values needs to know of the whole capture. */
export interface Context {
  readonly bindings: Bindings;
  /** Every text that the application sent. If a response repeats a text, the comparison is exact. */
  readonly sent: ReadonlySet<string>;
  /** The ids of objects from before the capture. */
  readonly earlier: ReadonlySet<string>;
}
