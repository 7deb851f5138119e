import type { Static, TObject } from '../../base/typebox.ts';
import { collection } from '../../store/collection.ts';
import { Anything, nullable, T, Timestamp } from '../declare/schema.ts';
import { origin } from '../events.ts';

const JobModel = T.Object({
  id: T.String(),
  kind: T.String(),
  /** The id of the object it is about. */
  subject: T.String(),
  /** Null while manual settlement holds it back. */
  due_at: nullable(Timestamp()),
  /** Whether it is part of a settlement, which `settle` may bring forward. */
  settlement: T.Boolean(),
  /** What its kind says. */
  params: Anything(),
  /** The call that booked it, by itself or by a job before it. */
  origin,
});
/** Work that the clock will do: a record, never a closure or a timer, so that restarts keep it. */
export type Job = Readonly<Static<typeof JobModel>>;

export const jobs = collection('job', {
  model: JobModel,
  prefix: 'job',
  removable: true,
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
