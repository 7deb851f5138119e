import { T } from '../../../core/kernel/declare/schema.ts';
import type { RanJob } from './clock.ts';
import type { ChangeView } from './common.ts';
import type { CauseView, EventView } from './events.ts';
import type { MarkView } from './marks.ts';
import type { RequestView } from './requests.ts';
import { Count } from './schemas.ts';
import type { DeliveryView } from './webhooks.ts';

/** The messages of the stream. */

/** One thing that happened, as a message of the stream. */
export type StreamMessage = {
  /** Its place among everything that happened since the start; what was stored before has a number below 1. */
  number: number;
  workspace: string | null;
  mode: 'test' | 'live' | null;
  at: string;
} & (
  | { type: 'request'; data: RequestView }
  | { type: 'event'; data: EventView }
  | { type: 'delivery'; data: DeliveryView }
  | { type: 'change'; data: ChangeTold }
  | { type: 'clock'; data: RanJob | { now: string; mode: 'running' | 'frozen'; rate: number } }
  | { type: 'mark'; data: MarkView }
  | { type: 'left_out'; data: LeftOut }
);

/** A change of state with its cause, and facts of its object, if it has them. */
export type ChangeTold = T.Static<typeof ChangeView> & {
  cause: T.Static<typeof CauseView>;
  /** Cents. */
  amount?: number;
  currency?: string;
  /** The reference that the application gave it. */
  reference?: string;
  /** The person that it is about: an e-mail address or a name. */
  person?: string;
  /** Names, addresses and ids of all people that it is about. */
  who?: string;
};

/** How many messages of each kind a stream with `most` has omitted since its last report. */
export type LeftOut = Partial<
  Record<'request' | 'event' | 'delivery' | 'change' | 'clock' | 'mark' | 'left_out', number>
>;

/** A page of the log, the oldest message first. */
export const LogPage = T.Object({
  data: T.Array(T.Unsafe<StreamMessage>({ type: 'object', additionalProperties: true })),
  /** Whether there are more: before it, or behind it for a page since a number. */
  has_more: T.Boolean(),
  /** How many requests of the workspace are so long ago that the log has dropped them. */
  requests_cut: Count(),
});
export type LogPage = T.Static<typeof LogPage>;
