import { OneOf, T } from '../../kernel/declare/schema.ts';
import { forgeries } from '../../kernel/faults/faults.ts';
import { probeKinds } from '../../webhooks/probe.ts';
import { About } from './common.ts';
import { Count, Iso, ModeName, orNull } from './schemas.ts';

/** Webhook endpoints, their health, and deliveries with their attempts. */

export const AttemptView = T.Object({
  /** From 1. A duplicate made by a fault has the number of what it repeats. */
  number: T.Integer(),
  at: Iso(),
  /** When it was sent: the machine's own time in milliseconds. A clock that stands still tells no order. */
  sent: T.Optional(T.Number()),
  /** The `Service-Signature` header that was sent; null where nothing was. */
  signature: orNull(T.String()),
  status: orNull(T.Integer()),
  /** Real milliseconds. */
  latency_ms: T.Number(),
  headers: T.Record(T.String()),
  /** The first 16 KB of the answer. */
  body: T.String(),
  error: orNull(T.String()),
  fault: orNull(T.String()),
  /** The adversity of the audit that injected that fault; absent where no audit did. */
  audit: T.Optional(T.String()),
  /** What is wrong with a copy that the fault `forged` sent beside the true one. */
  forgery: T.Optional(OneOf(forgeries)),
  /** Whether it was another event, which the fault `unknown_type` sent beside the true one. */
  beside: T.Optional(T.Boolean()),
});
export type AttemptView = T.Static<typeof AttemptView>;

export const DeliveryView = T.Object({
  id: T.String(),
  event_id: T.String(),
  event_type: T.String(),
  /** Null for an event that was sent once to an address of its own. */
  endpoint_id: orNull(T.String()),
  url: T.String(),
  mode: ModeName(),
  status: OneOf(['pending', 'delivered', 'failed']),
  /** Whether an attempt is under way or about to start; a pending delivery that is not due waits for the clock. */
  due: T.Boolean(),
  next_attempt_at: orNull(Iso()),
  /** Whether somebody asked for it; such a delivery is one attempt. */
  manual: T.Boolean(),
  /** Why it ended without all its attempts. */
  error: orNull(T.String()),
  /** What its event is about; null where the event is gone. */
  about: orNull(About),
  attempts: T.Array(AttemptView),
});
export type DeliveryView = T.Static<typeof DeliveryView>;

export const DeliveryPage = T.Object({
  data: T.Array(DeliveryView),
  has_more: T.Boolean(),
  /** What `starting_after` goes on with; null at the end of the list. A search may end a page early. */
  next: orNull(T.String()),
});
export type DeliveryPage = T.Static<typeof DeliveryPage>;

export const EndpointHealth = T.Object({
  last_status: orNull(T.Integer()),
  last_error: orNull(T.String()),
  last_attempt_at: orNull(Iso()),
  failures_in_a_row: Count(),
  next_attempt_at: orNull(Iso()),
  /** Deliveries that have not ended. */
  pending: Count(),
  /** Those of them that wait for the clock, most of them because an attempt failed. */
  waiting: Count(),
  /** The latest attempts, 100 at most: how many there were, how many failed, and the real milliseconds of 95 %. */
  recent: T.Object({ attempts: Count(), failed: Count(), p95_ms: orNull(T.Number()) }),
});
export type EndpointHealth = T.Static<typeof EndpointHealth>;

export const EndpointView = T.Object({
  id: T.String(),
  url: T.String(),
  /** Whole in the answer that makes the endpoint, shortened afterwards. */
  secret: T.String(),
  /** The secret before, which deliveries are signed with as well until then; shortened likewise. */
  former: orNull(T.Object({ secret: T.String(), until: Iso() })),
  enabled: T.Boolean(),
  events: T.Array(T.String()),
  mode: ModeName(),
  source: OneOf(['api', 'forward_to', 'fixture']),
  created_at: Iso(),
  updated_at: Iso(),
  health: EndpointHealth,
});
export type EndpointView = T.Static<typeof EndpointView>;

/** A delivery that a receiver must take or refuse, and what it answered. */
export const ProbeView = T.Object({
  kind: OneOf(probeKinds),
  event_id: T.String(),
  event_type: T.String(),
  url: T.String(),
  at: Iso(),
  /** What was sent. */
  sent: T.String(),
  status: orNull(T.Integer()),
  /** Real milliseconds. */
  latency_ms: T.Number(),
  /** The first 16 KB of the answer. */
  body: T.String(),
  /** Why there was no answer. */
  error: orNull(T.String()),
});
export type ProbeView = T.Static<typeof ProbeView>;

/** An endpoint that was added; one that was at the address already was changed instead. */
export const EndpointAdded = T.Object({ ...EndpointView.properties, changed: T.Boolean() });
export type EndpointAdded = T.Static<typeof EndpointAdded>;
