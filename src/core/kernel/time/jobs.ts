import type { Static, TObject } from '../../base/typebox.ts';
import { collection } from '../../store/collection.ts';
import { Anything, nullable, T, Timestamp } from '../declare/schema.ts';
import { origin } from '../events.ts';

const JobModel = T.Object({
  id: T.String(),
  kind: T.String(),
  /** The id of the job's object. */
  subject: T.String(),
  /** Null while manual settlement delays the job. */
  due_at: nullable(Timestamp()),
  /** The reason for the due time, in words; absent if the job is simply due after a delay. */
  why: T.Optional(T.String()),
  /** Whether the job is a step of a settlement, which `settle` can run early. */
  settlement: T.Boolean(),
  /** The parameters. The kind of the job declares their schema. */
  params: Anything(),
  /** The call that scheduled the job, directly or through an earlier job. */
  origin,
});
/** Work that the clock runs. A job is a record, not a closure or a timer, so that it survives restarts. */
export type Job = Readonly<Static<typeof JobModel>>;

export const jobs = collection('job', {
  model: JobModel,
  prefix: 'job',
  removable: true,
  indexes: [['subject'], ['settlement']],
  order: (job) => job.due_at,
});

/** How long after scheduling a job is due, in milliseconds, optionally with the reason. */
export type Delay = number | { readonly ms: number; readonly why: string };

/** The parts of a job declaration that are needed for scheduling: its name and the schema of its parameters. */
export interface JobKind<P extends TObject = TObject> {
  /** `payout.transit` */
  readonly kind: string;
  readonly params: P;
}

/** The parameters of a job. */
export type ParamsOf<K> = K extends JobKind<infer P> ? Static<P> : never;
