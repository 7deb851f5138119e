import { getOrMake } from '../../core/base/maps.ts';
import { holds } from '../../payments/platform/event-names.ts';
import { namesIn, wasOpen } from './deliveries.ts';
import type { ObservedRequest, ObservedRun } from './observed-run.ts';

/** For each record, whether the application runs in the same process as its tests. */
const oneProcess = new WeakMap<ObservedRun, boolean>();

const isOneProcess = (record: ObservedRun): boolean =>
  getOrMake(oneProcess, record, () =>
    record.requests.some((asked) => record.steering.has(asked.id) && isOfHandler(record, asked)),
  );

/**
 * Whether the scenario itself, and not the application, sent a request: the request used a connection that also
 * controlled the emulator. Returns false if the application runs in the process of its tests, because then the two
 * cannot be told apart.
 */
export const isOfScenario = (record: ObservedRun, { id }: ObservedRequest): boolean =>
  record.steering.has(id) && !isOneProcess(record);

/** Whether the requests of the scenario and of the application can be told apart in a record. */
export const areApart = (record: ObservedRun): boolean => record.steering.size > 0 && !isOneProcess(record);

/** Whether a request about an event's object arrived while a delivery of the event was open. */
function isOfHandler(record: ObservedRun, { received, view }: ObservedRequest): boolean {
  const text = `${view.path} ${view.body ?? ''}`;
  return record.deliveries.some(({ event_id, attempts }) => {
    const event = record.event(event_id);
    return (
      event !== undefined &&
      attempts.some((attempt) => wasOpen(attempt, received)) &&
      namesIn(event).some((name) => holds(text, name))
    );
  });
}
