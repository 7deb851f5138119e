import { holds } from '../../payments/platform/event-names.ts';
import { traceIdIn, traceIdOf } from '../../payments/platform/trace.ts';
import { namesIn, type TrueAttempt, trueAttempts, wasOpen } from './deliveries.ts';
import type { ObservedRequest, ObservedRun } from './observed-run.ts';

/*
 * Whose call a call is. A call in the same moment as a delivery may come from a user or from a job. It comes from the
 * handler of the delivery if it carries the trace of the delivery, or if it names the object of the event and the
 * application makes such calls only then.
 */

const traceOf = ({ view }: ObservedRequest): string | null => traceIdIn(view.headers.traceparent);

/** Whether a call comes from the handler of a delivery, as far as one record shows it. */
export function isCallOfHandler(record: ObservedRun, asked: ObservedRequest, { delivery, attempt }: TrueAttempt) {
  if (isTraced(record)) return traceOf(asked) === traceIdOf(delivery.id);
  return wasOpen(attempt, asked.received, asked.answered) && isAbout(record, asked, delivery.event_id);
}

/** Whether the application passes the traces of deliveries on. */
export const isTraced = (record: ObservedRun): boolean => {
  const traces = new Set(record.deliveries.map(({ id }) => traceIdOf(id)));
  return record.requests.some((asked) => traces.has(traceOf(asked) ?? ''));
};

/** Whether a call names the object of an event; a read may name the customer instead. */
function isAbout(record: ObservedRun, { view }: ObservedRequest, eventId: string): boolean {
  const event = record.event(eventId);
  if (event === undefined) return false;
  const text = `${view.path} ${view.body ?? ''}`;
  const { customer_id } = event.data as { customer_id?: unknown };
  const customer = view.method === 'GET' && typeof customer_id === 'string' ? [customer_id] : [];
  return [...namesIn(event), ...customer].some((name) => holds(text, name));
}

/** Whether the application also makes such a call while no delivery is open: of its own accord, or for a user. */
export function isAlsoMadeByOthers(record: ObservedRun, { operation }: ObservedRequest): boolean {
  const attempts = trueAttempts(record).map(({ attempt }) => attempt);
  const isByOthers = ({ received }: ObservedRequest) => !attempts.some((each) => wasOpen(each, received));
  return operation !== null && record.of(operation).some(isByOthers);
}
