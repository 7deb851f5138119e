import { defineCollection } from './collection.ts';
import type { Origin } from './events.ts';
import type { Static, TObject } from './types.ts';

/** Work that the clock will do: a record, never a closure or a timer, so that restarts keep it. */
export interface Job<Params = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly kind: string;
  /** The id of the object it is about. */
  readonly subject: string;
  /** ISO 8601; null while manual settlement holds it back. */
  readonly due_at: string | null;
  /** Whether it is part of a settlement, which `settle` may bring forward. */
  readonly settlement: boolean;
  readonly params: Params;
  /** The call that booked it, by itself or by a job before it. */
  readonly origin?: Origin;
}

export const jobs = defineCollection<Job>({
  name: 'job',
  prefix: 'job',
  indexes: [['subject'], ['settlement']],
  order: (job) => job.due_at,
});

/** A kind of job as those who book one need it: its name, and what it must be told. */
export interface JobKind<P extends TObject = TObject> {
  /** `payout.transit` */
  readonly kind: string;
  readonly params: P;
}

/** What a job of a kind is told; nothing where its schema has no fields. */
export type ParamsOf<K> = K extends JobKind<infer P> ? Static<P> : never;
