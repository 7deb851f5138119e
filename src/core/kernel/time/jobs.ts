import type { Static, TObject } from '../../base/typebox.ts';
import { collection } from '../../store/collection.ts';
import { Anything, nullable, T, Timestamp } from '../declare/schema.ts';
import { origin } from '../events.ts';

const JobModel = T.Object({
  id: T.String(),
  kind: T.String(),
  /** The id of the job's object. */
  subject: T.String(),
  /** Null while manual settlement holds the job. */
  due_at: nullable(Timestamp()),
  /** Why it is due then, in words; absent if it simply is so long after it was booked. */
  why: T.Optional(T.String()),
  /** Whether the job is a step of a settlement, which `settle` may bring forward. */
  settlement: T.Boolean(),
  /** The parameters, whose schema its kind declares. */
  params: Anything(),
  /** The call that booked the job, directly or through an earlier job. */
  origin,
});
/** Work for the clock. A job is a record, never a closure or a timer, so that it survives restarts. */
export type Job = Readonly<Static<typeof JobModel>>;

export const jobs = collection('job', {
  model: JobModel,
  prefix: 'job',
  removable: true,
  indexes: [['subject'], ['settlement']],
  order: (job) => job.due_at,
});

/** How long after it is booked a job is due, in milliseconds, and perhaps why then. */
export type Delay = number | { readonly ms: number; readonly why: string };

/** The parts of a job declaration that booking needs: its name and the schema of its parameters. */
export interface JobKind<P extends TObject = TObject> {
  /** `payout.transit` */
  readonly kind: string;
  readonly params: P;
}

/** The parameters of a job. */
export type ParamsOf<K> = K extends JobKind<infer P> ? Static<P> : never;
