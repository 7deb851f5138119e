import type { T } from '../../kernel/declare/schema.ts';
import type { RanJob } from './clock.ts';
import type { ChangeView } from './common.ts';
import type { CauseView, EventView } from './events.ts';
import type { MarkView } from './marks.ts';
import type { RequestView } from './requests.ts';
import type { DeliveryView } from './webhooks.ts';

/** The messages of the stream. */

/** One thing that happened, as a message of the stream. */
export type StreamMessage = { workspace: string | null; mode: 'test' | 'live' | null; at: string } & (
  | { type: 'request'; data: RequestView }
  | { type: 'event'; data: EventView }
  | { type: 'delivery'; data: DeliveryView }
  | { type: 'change'; data: ChangeTold }
  | { type: 'clock'; data: RanJob | { now: string; mode: 'running' | 'frozen'; rate: number } }
  | { type: 'mark'; data: MarkView }
  | { type: 'left_out'; data: LeftOut }
);

/** A change of state with its cause; `amount` in cents, if the object has one. */
export type ChangeTold = T.Static<typeof ChangeView> & {
  cause: T.Static<typeof CauseView>;
  amount?: number;
  currency?: string;
  /** Names, addresses and ids of the object's people. */
  who?: string;
};

/** How many messages of each kind a stream with `most` has omitted since its last report. */
export type LeftOut = Partial<
  Record<'request' | 'event' | 'delivery' | 'change' | 'clock' | 'mark' | 'left_out', number>
>;
