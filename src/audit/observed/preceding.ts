import { holds } from '../../payments/platform/event-names.ts';
import { linkedNames } from './links.ts';
import type { DeliveryView, EventView, ObservedRequest, ObservedRun } from './observed-run.ts';

/** What happened to the object of a late delivery before the delivery arrived. */
export interface Preceding {
  /** A newer event, which arrived first; or else a write about the object. */
  readonly event: EventView | null;
  readonly request: ObservedRequest | null;
}

/** What preceded a delivery that should have come first; null if it merely came late. */
export function precedingOf(record: ObservedRun, { event_id, endpoint_id, attempts }: DeliveryView): Preceding | null {
  const event = record.event(event_id);
  const arrived = attempts.find(({ status }) => status !== null)?.sent;
  if (event === undefined || arrived === undefined) return null;
  const names = linkedNames(record, event);
  const isFirst = ({ id }: EventView): boolean =>
    record
      .deliveriesOf(id)
      .some((other) => other.endpoint_id === endpoint_id && (other.attempts[0]?.sent ?? arrived) < arrived);
  const newer = record.events.slice(record.events.indexOf(event) + 1);
  const overtaking = newer.find((other) => names.has(other.subject) && isFirst(other));
  if (overtaking !== undefined) return { event: overtaking, request: null };
  const write = record.requests.find(
    ({ id, view, at, received, isAccepted }) =>
      isAccepted &&
      view.method !== 'GET' &&
      id !== event.cause.id &&
      at >= event.created * 1_000 &&
      received < arrived &&
      [...names].some((name) => holds(`${view.path} ${view.body ?? ''}`, name)),
  );
  return write === undefined ? null : { event: null, request: write };
}
