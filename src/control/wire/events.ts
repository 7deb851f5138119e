import { Anything, OneOf, T } from '../../kernel/declare/schema.ts';
import { ChangeView } from './common.ts';
import { RequestView } from './requests.ts';
import { Iso, ModeName, orNull } from './schemas.ts';
import { DeliveryView } from './webhooks.ts';

/** Events, what led to them and came of them. */

/** What a request, a trigger or a call of the control API says of itself. */
const originFields = {
  id: T.String(),
  method: T.Optional(T.String()),
  path: T.Optional(T.String()),
  name: T.Optional(T.String()),
  /** The adversity of the audit that did it, or `settle` where that only let time go on; absent where nobody audits. */
  audit: T.Optional(T.String()),
};

/** What brought a change about. A `job` leads back to the call that booked it: its `origin`. */
export const CauseView = T.Object({
  type: OneOf(['request', 'job', 'trigger', 'control']),
  ...originFields,
  kind: T.Optional(T.String()),
  /** Null: it was settled by hand. */
  due_at: T.Optional(orNull(Iso())),
  origin: T.Optional(T.Object({ type: OneOf(['request', 'trigger', 'control']), ...originFields })),
});

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
  /** Why it was sent to nobody, where there are endpoints; null where it was sent, or where there is no endpoint. */
  unsent: orNull(OneOf(['history', 'disabled', 'not_subscribed'])),
});
export type EventView = T.Static<typeof EventView>;

/** What came of waiting for an event. */
export const EventAwaited = T.Object({ data: orNull(EventView), timed_out: T.Boolean() });
export type EventAwaited = T.Static<typeof EventAwaited>;

/** A field of an object before and after; null also where it was not there. */
export const FieldChange = T.Object({ field: T.String(), from: T.Unknown(), to: T.Unknown() });
export type FieldChange = T.Static<typeof FieldChange>;

/** An event with all that led to it and came of it. */
export const EventDetails = T.Object({
  ...EventView.properties,
  /** What changed in its object: the state first, then what the move set beside it. */
  changed: T.Array(FieldChange),
  /** The request that it leads back to, at once or through a job, where the log still has it. */
  request: orNull(RequestView),
  /** Every event of the same cause with its change of state, this one among them, in their order. */
  effects: T.Array(T.Object({ id: T.String(), type: T.String(), change: ChangeView })),
  deliveries: T.Array(DeliveryView),
});
export type EventDetails = T.Static<typeof EventDetails>;
