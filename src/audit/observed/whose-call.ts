import { firstIndex } from '../../core/base/binary-search.ts';
import { rememberedBy } from '../../core/base/once.ts';
import { holds } from '../../payments/platform/event-names.ts';
import { traceIdIn, traceIdOf } from '../../payments/platform/trace.ts';
import { namesIn, type TrueAttempt, trueAttempts, wasOpen } from './deliveries.ts';
import type { ObservedRequest, ObservedRun } from './observed-run.ts';
import { isSurelyOfScenario } from './scenario-requests.ts';

/*
 * Whose call a call is. A call in the same moment as a delivery may come from a user or from a job. It comes from the
 * handler of the delivery if it carries the trace of the delivery, or if it names the object of the event and the
 * application makes such calls only then.
 */

const traceOf = ({ view }: ObservedRequest): string | null => traceIdIn(view.headers.traceparent);

/** Whether a call comes from the handler of a delivery, as far as one record shows it. */
export function isCallOfHandler(record: ObservedRun, asked: ObservedRequest, { delivery, attempt }: TrueAttempt) {
  if (isSurelyOfScenario(record, asked)) return false;
  if (isTraced(record)) return traceOf(asked) === traceIdOf(delivery.id);
  return wasOpen(attempt, asked.received, asked.answered) && isAbout(record, asked, delivery.event_id);
}

/** Whether the application passes the traces of deliveries on. */
export const isTraced = rememberedBy(
  (record: ObservedRun) => [record],
  (record) => {
    const traces = new Set(record.deliveries.map(({ id }) => traceIdOf(id)));
    return record.requests.some((asked) => traces.has(traceOf(asked) ?? ''));
  },
);

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
export const isAlsoMadeByOthers = (record: ObservedRun, { operation }: ObservedRequest): boolean =>
  operation !== null && madeByOthers(record).has(operation);

/** The operations of which some call was made while no delivery was open. */
const madeByOthers = rememberedBy(
  (record: ObservedRun) => [record],
  (record): ReadonlySet<string | null> => {
    const longest = longestAttempts(record);
    const isByOthers = ({ received }: ObservedRequest): boolean => {
      const before = firstIndex(longest.length, (at) => longest[at]!.sent > received) - 1;
      return before < 0 || !wasOpen(longest[before]!, received);
    };
    return new Set(
      record.requests
        .filter((asked) => isByOthers(asked) && !isSurelyOfScenario(record, asked))
        .map(({ operation }) => operation),
    );
  },
);

/** The attempts by their start, without those that ended before an earlier one: the latest started was open longest. */
function longestAttempts(record: ObservedRun) {
  let end = Number.NEGATIVE_INFINITY;
  return trueAttempts(record)
    .flatMap(({ attempt }) => (attempt.sent === undefined ? [] : [{ ...attempt, sent: attempt.sent }]))
    .sort((one, other) => one.sent - other.sent)
    .filter(({ sent, latency_ms }) => {
      const isLonger = sent + latency_ms > end;
      end = Math.max(end, sent + latency_ms);
      return isLonger;
    });
}
