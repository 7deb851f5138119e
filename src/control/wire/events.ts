import { Anything, OneOf, T } from '../../engine/schema.ts';
import { RequestView } from './requests.ts';
import { ModeName, orNull } from './schemas.ts';
import { DeliveryView } from './webhooks.ts';

/** Events, what led to them and came of them. */

export const ChangeView = T.Object({
  object: T.String(),
  id: T.String(),
  verb: T.String(),
  from: orNull(T.String()),
  to: T.String(),
});

export const CauseView = T.Object(
  { type: OneOf(['request', 'job', 'trigger', 'control']), id: T.String() },
  { additionalProperties: true },
);

export const EventView = T.Object({
  id: T.String(),
  type: T.String(),
  /** Unix seconds, emulated. */
  created: T.Integer(),
  mode: ModeName(),
  subject: T.String(),
  data: Anything(),
  /** The change of state that it tells of. */
  change: ChangeView,
  cause: CauseView,
});
export type EventView = T.Static<typeof EventView>;

/** What came of waiting for an event. */
export const EventAwaited = T.Object({ data: orNull(EventView), timed_out: T.Boolean() });
export type EventAwaited = T.Static<typeof EventAwaited>;

/** An event with all that led to it and came of it. */
export const EventDetails = T.Object({
  ...EventView.properties,
  /** The request that caused it, where one did and the log still has it. */
  request: orNull(RequestView),
  /** Every event of the same cause with its change of state, this one among them, in their order. */
  effects: T.Array(T.Object({ id: T.String(), type: T.String(), change: ChangeView })),
  deliveries: T.Array(DeliveryView),
});
export type EventDetails = T.Static<typeof EventDetails>;
