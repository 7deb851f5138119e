import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { EventName, SubjectSummary } from './common.ts';
import { Count, Iso, ModeName, orNull, pageOf } from './schemas.ts';

/** The emulated clock, and the results of moving it. */

export const JobView = T.Object({
  id: T.String(),
  kind: T.String(),
  subject: T.String(),
  /** The subject in words, such as `payout po_…`. */
  about: T.String(),
  due_at: orNull(Iso()),
  /** Why the job is due then, such as `Monday 30 November, 13:00 in New York: …`; absent if no calendar decided it. */
  why: T.Optional(T.String()),
});
export type JobView = T.Static<typeof JobView>;

/** A future job, with its workspace. */
export const UpcomingJob = T.Object({
  ...JobView.properties,
  mode: ModeName(),
  /** The word for the job in the user interfaces, such as `renewal`. */
  noun: T.String(),
  /** The object of the job, or of its delivery's event; null if the object no longer exists. */
  concerns: orNull(SubjectSummary),
  /** The URL of the receiver; absent if the job sends no webhook. */
  to: T.Optional(T.String()),
});
export type UpcomingJob = T.Static<typeof UpcomingJob>;
export const JobPage = pageOf(UpcomingJob);

/** The present clock. */
const clockReadFields = {
  now: Iso(),
  mode: OneOf(['running', 'frozen']),
  /** Emulated seconds for each real second while the clock runs. */
  rate: T.Number(),
  /** Milliseconds ahead of real time. */
  offset_ms: T.Integer(),
};
export const ClockReading = T.Object(clockReadFields);
export type ClockReading = T.Static<typeof ClockReading>;

export const clockFields = {
  ...clockReadFields,
  /** The next job. */
  next: orNull(JobView),
};

export const ClockView = T.Object({
  ...clockFields,
  upcoming: T.Array(UpcomingJob),
  held: Count(),
  /** The scheduled jobs that the previewed move would run; null if no move is previewed. */
  ahead: orNull(T.Object({ to: Iso(), jobs: Count(), kinds: T.Record(Count()) })),
});
export type ClockView = T.Static<typeof ClockView>;

export const JobResult = T.Object({
  job: T.Object({ id: T.String(), kind: T.String(), subject: T.String(), about: T.String() }),
  at: Iso(),
  events: T.Array(EventName),
  error: orNull(T.String()),
});
export type JobResult = T.Static<typeof JobResult>;

export const RunSummary = T.Object({
  jobs: Count(),
  failed: Count(),
  events: Count(),
  /** How many jobs of each kind ran. */
  kinds: T.Record(Count()),
});
export type RunSummary = T.Static<typeof RunSummary>;

const ranFields = {
  ran: T.Array(JobResult),
  summary: RunSummary,
  /** Attempts caused by this move that had no response yet when this response was sent. */
  deliveries_pending: Count(),
  /**
   * Deliveries that were in progress before the call, and whose receiver did not respond within three seconds. The
   * handler of such a delivery may have made the call, which would then wait for itself.
   */
  deliveries_not_awaited: T.Array(T.String()),
};

/** Repeated attempts at failed deliveries, and their results. */
export const Redeliveries = T.Object({ count: Count(), delivered: Count(), failed: Count() });
export type Redeliveries = T.Static<typeof Redeliveries>;

export const ClockMoveResult = T.Object({
  ...clockFields,
  /** The time before the move. */
  from: Iso(),
  ...ranFields,
  redeliveries: Redeliveries,
});
export type ClockMoveResult = T.Static<typeof ClockMoveResult>;

export const SettleResult = T.Object({
  ...ranFields,
  /** Deliveries of this settlement that failed, and that the emulated clock will attempt again. */
  deliveries_retrying: Count(),
});
export type SettleResult = T.Static<typeof SettleResult>;
