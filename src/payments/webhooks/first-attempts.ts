import { pause, stopwatch } from '../../core/base/time.ts';
import { events, originOf } from '../../core/kernel/events.ts';
import type { DataSet } from '../../core/kernel/state.ts';
import { deliveries } from './deliveries.ts';

/** The interval at which first attempts are checked, in real milliseconds. */
const step = 5;

/**
 * Resolves when every event of a request has had its first attempts, or after `timeout` real milliseconds. It does
 * not wait for other events, because their receivers may be waiting for the response to this request.
 */
export async function firstAttemptsOf(set: DataSet, requestId: string, timeout: number): Promise<void> {
  const end = stopwatch() + timeout;
  while (isOpen(set, requestId) && stopwatch() < end) await pause(step);
}

function isOpen(set: DataSet, requestId: string): boolean {
  for (const delivery of set.of(deliveries).newestFirst({ status: ['pending'] })) {
    if (!delivery.due || delivery.attempts.length > 0) continue;
    const event = set.of(events).get(delivery.event_id);
    if (event !== undefined && originOf(event.cause)?.id === requestId) return true;
  }
  return false;
}
