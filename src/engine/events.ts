import { defineCollection } from './collection.ts';

/** What brought a change about: the root of the causal tree. */
export type Cause =
  | { type: 'request'; id: string; method: string; path: string }
  | { type: 'job'; id: string; kind: string; due_at: string | null }
  | { type: 'trigger'; id: string; name: string }
  | { type: 'control'; id: string; name: string };

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
}

export const events = defineCollection<EventRecord>({ name: 'event', prefix: 'evt', indexes: [['type'], ['subject']] });

/** The bytes that are signed and sent, the same on every attempt. */
export const envelopeOf = (event: EventRecord): string =>
  JSON.stringify({ id: event.id, type: event.type, created: event.created, data: event.data });
