import { Anything, OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { ChangeView } from './common.ts';
import { RequestView } from './requests.ts';
import { Iso, ModeName, orNull } from './schemas.ts';
import { DeliveryView } from './webhooks.ts';

/** Events, their causes and their effects. */

/** Data about a request, a trigger or a call to the control API. */
const originFields = {
  id: T.String(),
  method: T.Optional(T.String()),
  path: T.Optional(T.String()),
  name: T.Optional(T.String()),
  /**
   * The adversity of the audit that caused the request; `settle` if the audit only let time pass; absent without an
   * audit.
   */
  audit: T.Optional(T.String()),
};

/** The cause of a change. The `origin` of a job is the call that scheduled the job. */
export const CauseView = T.Object({
  type: OneOf(['request', 'job', 'trigger', 'control']),
  ...originFields,
  kind: T.Optional(T.String()),
  /** When the job was due; null if a manual settlement ran the job. */
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
  /** The change of state that the event reports. */
  change: ChangeView,
  cause: CauseView,
  /**
   * Why none of the existing endpoints received the event; null if the event was sent, or if there are no endpoints.
   */
  unsent: orNull(OneOf(['history', 'disabled', 'not_subscribed', 'profile'])),
});
export type EventView = T.Static<typeof EventView>;

/** The result of waiting for an event. */
export const EventWaitResult = T.Object({ data: orNull(EventView), timed_out: T.Boolean() });
export type EventWaitResult = T.Static<typeof EventWaitResult>;

/** A field of an object before and after a change. The value of an absent field is null. */
export const FieldChange = T.Object({ field: T.String(), from: T.Unknown(), to: T.Unknown() });
export type FieldChange = T.Static<typeof FieldChange>;

/** An event with its causes and its effects. */
export const EventDetails = T.Object({
  ...EventView.properties,
  /** The changes to the event's object: first the state, then the fields that the move set. */
  changed: T.Array(FieldChange),
  /** The request that caused the event, directly or through a job, if the log still has it. */
  request: orNull(RequestView),
  /** Every event of the same cause, including this one, in order. Each has its change of state. */
  effects: T.Array(T.Object({ id: T.String(), type: T.String(), change: ChangeView })),
  deliveries: T.Array(DeliveryView),
});
export type EventDetails = T.Static<typeof EventDetails>;
