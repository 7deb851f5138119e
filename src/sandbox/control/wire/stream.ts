import { T } from '../../../core/kernel/declare/schema.ts';
import type { JobResult } from './clock.ts';
import type { ChangeView } from './common.ts';
import type { CauseView, EventView } from './events.ts';
import type { MarkView } from './marks.ts';
import type { RequestView } from './requests.ts';
import { Count } from './schemas.ts';
import type { DeliveryView } from './webhooks.ts';

/** The messages of the stream. */

/** A message of the stream. */
export type StreamMessage = {
  /**
   * The position of the message among all messages since the start. Stored messages from earlier starts have numbers
   * below 1.
   */
  number: number;
  workspace: string | null;
  mode: 'test' | 'live' | null;
  at: string;
} & (
  | { type: 'request'; data: RequestView }
  | { type: 'event'; data: EventView }
  | { type: 'delivery'; data: DeliveryView }
  | { type: 'change'; data: ChangeMessage }
  | { type: 'clock'; data: JobResult | { now: string; mode: 'running' | 'frozen'; rate: number } }
  | { type: 'mark'; data: MarkView }
  | { type: 'left_out'; data: OmittedCounts }
);

/** A change of state with its cause, and the data of its object. */
export type ChangeMessage = T.Static<typeof ChangeView> & {
  cause: T.Static<typeof CauseView>;
  /** The amount of the object, in cents. */
  amount?: number;
  currency?: string;
  /** The reference that the application assigned to the object. */
  reference?: string;
  /** The person of the object: an e-mail address or a name. */
  person?: string;
  /** Names, addresses and ids of all people of the object. */
  who?: string;
};

/** How many messages of each kind a stream with `most` has omitted since its last report. */
export type OmittedCounts = Partial<
  Record<'request' | 'event' | 'delivery' | 'change' | 'clock' | 'mark' | 'left_out', number>
>;

/** A page of the log, oldest message first. */
export const LogPage = T.Object({
  data: T.Array(T.Unsafe<StreamMessage>({ type: 'object', additionalProperties: true })),
  /** Whether the log has more messages before the page, or after the page if it starts after a number. */
  has_more: T.Boolean(),
  /** How many old requests of the workspace the log has dropped. */
  requests_cut: Count(),
});
export type LogPage = T.Static<typeof LogPage>;
