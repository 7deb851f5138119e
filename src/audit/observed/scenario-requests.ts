import { rememberedBy } from '../../core/base/once.ts';
import { holds } from '../../payments/platform/event-names.ts';
import { namesIn, wasOpen } from './deliveries.ts';
import type { ObservedRequest, ObservedRun } from './observed-run.ts';

/*
 * Who made a request: the application or the scenario, which acts as users, staff and tests. Processes and connections
 * show it: the application receives webhooks, and the scenario controls the emulator. A process that does both runs the
 * application together with its tests, whose calls cannot be told apart.
 */

const isOneProcess = rememberedBy(
  (record: ObservedRun) => [record],
  (record): boolean => {
    const { steering, receiving } = record.callers;
    const steered = record.requests.filter(({ id }) => steering.has(id));
    if (receiving.size > 0) return steered.some(({ id }) => receiving.has(id));
    // Without deliveries, a command that makes all calls itself is the application.
    const isAlone = record.deliveries.length === 0 && steered.length === record.requests.length;
    return isAlone || steered.some((asked) => isOfHandler(record, asked));
  },
);

/**
 * Whether the scenario seems to have made a request. If only connections show that, it may still be the application in
 * the process of its tests, so this may excuse the application, and blame it for nothing.
 */
export const isOfScenario = (record: ObservedRun, { id }: ObservedRequest): boolean =>
  record.callers.steering.has(id) && !isOneProcess(record);

/** Whether the scenario made a request for certain, because the process of the application is another one. */
export const isSurelyOfScenario = (record: ObservedRun, asked: ObservedRequest): boolean =>
  record.callers.receiving.size > 0 && isOfScenario(record, asked);

/** Whether the application made a request for certain. */
export const isOfApplication = (record: ObservedRun, { id }: ObservedRequest): boolean =>
  record.callers.receiving.has(id) && !isOneProcess(record);

/** The reads that showed an object, without those of the scenario. */
export const readsByApplication = (record: ObservedRun, id: string): readonly ObservedRequest[] =>
  record.readsOf(id).filter((read) => !isSurelyOfScenario(record, read));

/** Whether the requests of the scenario and of the application can be told apart in a record. */
export const areApart = (record: ObservedRun): boolean => record.callers.steering.size > 0 && !isOneProcess(record);

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
