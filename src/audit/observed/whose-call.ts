import { firstIndex } from '../../core/base/binary-search.ts';
import { getOrMake } from '../../core/base/maps.ts';
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

const traced = new WeakMap<ObservedRun, boolean>();

/** Whether the application passes the traces of deliveries on. */
export const isTraced = (record: ObservedRun): boolean =>
  getOrMake(traced, record, () => {
    const traces = new Set(record.deliveries.map(({ id }) => traceIdOf(id)));
    return record.requests.some((asked) => traces.has(traceOf(asked) ?? ''));
  });

/** Whether a call names the object of an event; a read may name the customer instead. */
function isAbout(record: ObservedRun, { view }: ObservedRequest, eventId: string): boolean {
  const event = record.event(eventId);
  if (event === undefined) return false;
  const text = `${view.path} ${view.body ?? ''}`;
  const { customer_id } = event.data as { customer_id?: unknown };
  const customer = view.method === 'GET' && typeof customer_id === 'string' ? [customer_id] : [];
  return [...namesIn(event), ...customer].some((name) => holds(text, name));
}

const openings = new WeakMap<ObservedRun, TrueAttempt['attempt'][]>();
const madeByOthers = new WeakMap<ObservedRun, Map<string, boolean>>();

/** Whether the application also makes such a call while no delivery is open: of its own accord, or for a user. */
export function isAlsoMadeByOthers(record: ObservedRun, { operation }: ObservedRequest): boolean {
  if (operation === null) return false;
  const isAnyOpen = openIn(record);
  return getOrMake(
    getOrMake(madeByOthers, record, () => new Map<string, boolean>()),
    operation,
    () => record.of(operation).some(({ received }) => !isAnyOpen(received)),
  );
}

/** Whether a delivery was open at a moment. An attempt is left out if an earlier one was open for longer. */
function openIn(record: ObservedRun): (moment: number) => boolean {
  const longest = getOrMake(openings, record, () => {
    const attempts = trueAttempts(record).flatMap(({ attempt }) => (attempt.sent === undefined ? [] : [attempt]));
    let end = Number.NEGATIVE_INFINITY;
    return attempts
      .sort((one, other) => one.sent! - other.sent!)
      .filter(({ sent, latency_ms }) => {
        const isLonger = sent! + latency_ms > end;
        end = Math.max(end, sent! + latency_ms);
        return isLonger;
      });
  });
  return (moment) => {
    const before = firstIndex(longest.length, (at) => longest[at]!.sent! > moment) - 1;
    return before >= 0 && wasOpen(longest[before]!, moment);
  };
}
