import { secondMs } from '../../core/base/instants.ts';
import { stopwatch } from '../../core/base/time.ts';
import type { PendingAttempt } from './attempt.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * How long a call waits for the response of a handler that may have made the call, in real milliseconds. The time is
 * long enough for a handler on a busy machine, and short enough for the handler to respond before the delivery times
 * out.
 */
const handlerPatience = 3 * secondMs;

type Deliveries = Pick<Webhooks, 'outstanding' | 'inFlight'>;

/** The attempts in flight in a workspace. The handler of one of them may have made the current call. */
export const possibleCallers = ({ inFlight }: Deliveries, workspaceId: string): readonly PendingAttempt[] =>
  [...inFlight].filter(({ workspace }) => workspace.id === workspaceId);

/**
 * Resolves when no delivery of a workspace is queued or in flight, or after `timeout` real milliseconds. A handler
 * that made this call responds to its delivery only after the call, so the function waits only a few seconds for
 * possible callers. After that, it no longer waits for any deliveries to their endpoints, because a receiver that
 * handles one delivery at a time does not respond to the others either.
 * @returns how many deliveries are still queued or in flight, and the ids of the callers' deliveries among them
 */
export async function endedBeside(
  { outstanding, inFlight }: Deliveries,
  workspaceId: string,
  callers: readonly PendingAttempt[],
  timeout: number,
): Promise<{ left: number; unanswered: string[] }> {
  const begin = stopwatch();
  const patience = callers.length === 0 ? timeout : Math.min(timeout, handlerPatience);
  const stillWaiting = () => callers.filter((each) => inFlight.has(each));
  const behindThem = (): number => {
    const queues = new Set(stillWaiting().map(({ queue }) => queue));
    return [...queues].reduce((sum, { size }) => sum + size, 0);
  };
  let left = await outstanding.drained(workspaceId, 'all', patience);
  if (left > 0 && callers.length > 0) {
    const rest = Math.max(0, timeout - (stopwatch() - begin));
    left = await outstanding.drained(workspaceId, 'all', rest, behindThem);
  }
  return { left, unanswered: stillWaiting().map(({ delivery }) => delivery.id) };
}
