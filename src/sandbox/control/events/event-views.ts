import type { Engine } from '../../../core/kernel/engine.ts';
import { events, originOf, type StoredEvent } from '../../../core/kernel/events.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Mode } from '../../../core/kernel/workspace.ts';
import { type Delivery, deliveries } from '../../../payments/webhooks/deliveries.ts';
import { aboutId, aboutObject } from '../objects/object-kinds.ts';
import type { DeliveryView, EventView, SubjectSummary } from '../wire.ts';

export const eventView = (event: StoredEvent, mode: Mode): EventView => ({
  id: event.id,
  type: event.type,
  created: event.created,
  mode,
  subject: event.subject,
  data: event.data,
  change: event.change,
  cause: event.cause,
  unsent: event.unsent ?? null,
});

/** A delivery, with the subject of its event. */
export function deliveryView(engine: Engine, workspaceId: string, mode: Mode, delivery: Delivery): DeliveryView {
  const {
    id,
    event_id,
    event_type,
    endpoint_id,
    url,
    status,
    due,
    next_attempt_at,
    manual,
    error,
    attempts,
    delivered_by,
  } = delivery;
  return {
    id,
    event_id,
    event_type,
    endpoint_id,
    url,
    mode,
    status,
    due,
    next_attempt_at,
    manual,
    error,
    ...(delivered_by === undefined ? {} : { delivered_by }),
    about: aboutEvent(engine, workspaceId, mode, event_id),
    attempts: attempts.map((attempt) => ({ ...attempt, headers: { ...attempt.headers } })),
  };
}

/** The subject of an event. Its amount comes from the event, or else from the object. */
function aboutEvent(engine: Engine, workspaceId: string, mode: Mode, eventId: string): SubjectSummary | null {
  const set = engine.dataSet(workspaceId, mode);
  const event = set.of(events).get(eventId);
  if (event === undefined) return null;
  const { subject, change, data } = event;
  const known = aboutObject(engine.registry, set, change.object, subject);
  // A refund shows the refunded amount.
  const { amount, refunded_amount = amount, currency = known.currency ?? 'USD' } = data;
  if (typeof refunded_amount !== 'number' || typeof currency !== 'string') return known;
  return { ...known, amount: refunded_amount, currency };
}

/** The subject of a job: an object, or the subject of a delivery's event. */
export function aboutSubject(engine: Engine, workspaceId: string, mode: Mode, id: string): SubjectSummary | null {
  const set = engine.dataSet(workspaceId, mode);
  const delivery = set.of(deliveries).get(id);
  if (delivery !== undefined) return aboutEvent(engine, workspaceId, mode, delivery.event_id);
  return aboutId(engine.registry, set, id);
}

/** Whether an event is about an object, as its subject or in its payload. */
export const isAbout = (event: StoredEvent, id: string): boolean =>
  event.subject === id || Object.values(event.data).includes(id);

/** The events of one cause, oldest first: a call sends its events one after another. */
export function causedBy(set: DataSet, causeId: string): StoredEvent[] {
  const found: StoredEvent[] = [];
  for (const event of set.of(events).newestFirst()) {
    if (event.cause.id === causeId) found.push(event);
    else if (found.length > 0) break;
  }
  return found.reverse();
}

/**
 * The events caused by a call, oldest first: by the call itself, and by the jobs that it scheduled.
 * @param since emulated Unix seconds; earlier events are not searched
 */
export function originatedBy(set: DataSet, callId: string, since: number): StoredEvent[] {
  const found: StoredEvent[] = [];
  for (const event of set.of(events).newestFirst()) {
    if (event.created < since) break;
    if (originOf(event.cause)?.id === callId) found.push(event);
  }
  return found.reverse();
}
