import { defineCollection } from './collection.ts';

/** A call from outside: the root of everything that comes of it, at once or later. */
export type Origin =
  | { type: 'request'; id: string; method: string; path: string }
  | { type: 'trigger'; id: string; name: string }
  | { type: 'control'; id: string; name: string };

/** What brought a change about. A job leads back to the call that booked it, or that booked the job which did. */
export type Cause = Origin | { type: 'job'; id: string; kind: string; due_at: string | null; origin?: Origin };

/** The call that a cause leads back to; undefined where it is not known. */
export const originOf = (cause: Cause): Origin | undefined => (cause.type === 'job' ? cause.origin : cause);

/** Why an event was sent to nobody, where there is more to say than that no endpoint is there. */
export type Unsent = 'history' | 'disabled' | 'not_subscribed';

/** A change of state, as the causal tree and the stream show it. */
export interface StateChange {
  readonly object: string;
  readonly id: string;
  readonly verb: string;
  readonly from: string | null;
  readonly to: string;
}

/** An event: the envelope that receivers get (specification, "Events"), and where it came from. */
export interface EventRecord {
  readonly id: string;
  readonly type: string;
  /** Unix seconds on the emulated clock. */
  readonly created: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** The id of the object it tells of. */
  readonly subject: string;
  readonly change: StateChange;
  readonly cause: Cause;
  /** Absent where it was sent, or where the workspace has no endpoint in this mode. */
  readonly unsent?: Unsent;
}

export const events = defineCollection<EventRecord>({ name: 'event', prefix: 'evt', indexes: [['type'], ['subject']] });

/** The bytes that are signed and sent, the same on every attempt. */
export const envelopeOf = (event: EventRecord): string =>
  JSON.stringify({ id: event.id, type: event.type, created: event.created, data: event.data });
