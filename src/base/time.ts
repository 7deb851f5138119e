/**
 * The one place that reads the machine's clock and sets its timers. What is emulated asks a `Clock`, so that time can be
 * moved and held.
 */

// The machine's own timers, also where a test that runs in the same process has put others in their place.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/** The machine's own time in milliseconds. For latencies, signatures and lock files; never for what the service shows. */
export const realNow = (): number => Date.now();

/** A monotonic reading in milliseconds, for measuring how long something took. */
export const stopwatch = (): number => performance.now();

/** The machine's own time in milliseconds at a reading of the stopwatch, to a tenth: what happened before what. */
export const realAt = (reading: number): number => toTenths(performance.timeOrigin + reading);

/** How many milliseconds something took, to a tenth, as `realAt` has when it began. */
export const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const longestTimer = 2_147_483_647;

/** Calls back after `delay` real milliseconds; the returned function takes the call back. The process may end before. */
export function wakeAfter(delay: number, call: () => void): () => void {
  const timer = setTimeout(call, Math.min(Math.max(0, delay), longestTimer));
  timer.unref();
  return () => clearTimeout(timer);
}

/** Waits until `delay` real milliseconds have passed. */
export const pause = (delay: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay));

/** Calls back in the next turn of the event loop. */
export const nextTurn = (call: () => void): void => {
  setImmediate(call);
};
