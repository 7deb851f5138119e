import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { forgeries } from '../../../core/kernel/faults/faults.ts';
import { keptFields } from '../../../payments/webhooks/endpoint-fields.ts';
import { probeKinds } from '../../../payments/webhooks/probe.ts';
import { SubjectSummary } from './common.ts';
import { Count, Iso, ModeName, orNull, pageOf } from './schemas.ts';

export { EndpointChange, EndpointRequest } from '../../../payments/webhooks/endpoint-fields.ts';

/** Webhook endpoints, their health, and deliveries with their attempts. */

export const AttemptView = T.Object({
  /** The number of the attempt, from 1. A duplicate that a fault sends has the number of the original. */
  number: T.Integer(),
  at: Iso(),
  /** When the attempt was sent, in milliseconds of the machine's clock, because a frozen clock shows no order. */
  sent: T.Optional(T.Number()),
  /** The `Service-Signature` header of the delivery; null if nothing was sent. */
  signature: orNull(T.String()),
  status: orNull(T.Integer()),
  /** Real milliseconds. */
  latency_ms: T.Number(),
  headers: T.Record(T.String()),
  /** The first 16 KB of the response. */
  body: T.String(),
  error: orNull(T.String()),
  fault: orNull(T.String()),
  /** The adversity of the audit that injected the fault; absent if no audit injected it. */
  audit: T.Optional(T.String()),
  /** The forgery in a copy that the fault `forged` sent in addition to the real delivery. */
  forgery: T.Optional(OneOf(forgeries)),
  /**
   * Whether the attempt delivered another event, which the fault `unknown_type` or `unknown_object` sent in addition to
   * the real event.
   */
  beside: T.Optional(T.Boolean()),
});
export type AttemptView = T.Static<typeof AttemptView>;

export const DeliveryView = T.Object({
  id: T.String(),
  event_id: T.String(),
  event_type: T.String(),
  /** The endpoint; null for an event that was sent once to another address. */
  endpoint_id: orNull(T.String()),
  url: T.String(),
  mode: ModeName(),
  status: OneOf(['pending', 'delivered', 'failed']),
  /** Whether an attempt is in progress or about to start. A pending delivery that is not due waits for the clock. */
  due: T.Boolean(),
  next_attempt_at: orNull(Iso()),
  /** Whether the delivery was requested manually. Such a delivery has one attempt. */
  manual: T.Boolean(),
  /** Why the delivery ended before its last attempt. */
  error: orNull(T.String()),
  /** The resent delivery that brought the event to the endpoint after this delivery had failed to. */
  delivered_by: T.Optional(T.String()),
  /** The subject of the delivery's event; null if the event no longer exists. */
  about: orNull(SubjectSummary),
  attempts: T.Array(AttemptView),
});
export type DeliveryView = T.Static<typeof DeliveryView>;

export const DeliveryPage = pageOf(DeliveryView);
export type DeliveryPage = T.Static<typeof DeliveryPage>;

export const EndpointHealth = T.Object({
  last_status: orNull(T.Integer()),
  last_error: orNull(T.String()),
  last_attempt_at: orNull(Iso()),
  failures_in_a_row: Count(),
  next_attempt_at: orNull(Iso()),
  /** Deliveries that have not ended. */
  pending: Count(),
  /** Pending deliveries that wait for the clock, most of them after a failed attempt. */
  waiting: Count(),
  /** Events that did not reach the endpoint, although all their attempts were made. */
  lost: Count(),
  /**
   * The latest attempts, at most 100: their number, the number of failures, and the 95th percentile in real
   * milliseconds.
   */
  recent: T.Object({ attempts: Count(), failed: Count(), p95_ms: orNull(T.Number()) }),
});
export type EndpointHealth = T.Static<typeof EndpointHealth>;

export const EndpointView = T.Object({
  id: T.String(),
  url: T.String(),
  /**
   * The secret. It is complete in the response that creates the endpoint and for a caller who requests the whole
   * secret. In all other responses it is shortened.
   */
  secret: T.String(),
  /** The previous secret, which also signs deliveries until the given time. It is shortened in the same way. */
  former: orNull(T.Object({ secret: T.String(), until: Iso() })),
  ...keptFields,
  mode: ModeName(),
  source: OneOf(['api', 'forward_to', 'fixture']),
  created_at: Iso(),
  updated_at: Iso(),
  health: EndpointHealth,
});
export type EndpointView = T.Static<typeof EndpointView>;

/** A delivery that a receiver must accept or reject, and its response. */
export const ProbeView = T.Object({
  kind: OneOf(probeKinds),
  event_id: T.String(),
  event_type: T.String(),
  url: T.String(),
  at: Iso(),
  /** The body of the delivery. */
  sent: T.String(),
  status: orNull(T.Integer()),
  /** Real milliseconds. */
  latency_ms: T.Number(),
  /** The first 16 KB of the response. */
  body: T.String(),
  /** Why there was no response. */
  error: orNull(T.String()),
});
export type ProbeView = T.Static<typeof ProbeView>;

/** The added endpoint. If the address already has an endpoint, that endpoint is changed instead. */
export const NewEndpoint = T.Object({ ...EndpointView.properties, changed: T.Boolean() });
export type NewEndpoint = T.Static<typeof NewEndpoint>;
