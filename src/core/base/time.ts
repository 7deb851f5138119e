/**
 * The only place that reads the machine's clock and sets its timers. Emulated code asks a `Clock`, whose time can be
 * moved and frozen.
 */

// The machine's own timers, even if a test in the same process has replaced the global timers.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/**
 * The machine's own time in milliseconds, for latencies, signatures and lock files; the service never shows this time.
 */
export const realNow = (): number => Date.now();

/** A monotonic reading in milliseconds, for measuring durations. */
export const stopwatch = (): number => performance.now();

/**
 * The machine's own time in milliseconds at a reading of the stopwatch, to a tenth; such times keep the order of
 * events.
 */
export const realAt = (reading: number): number => toTenths(performance.timeOrigin + reading);

/** Rounds a duration in milliseconds to a tenth, as `realAt` rounds its start. */
export const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const longestTimer = 2_147_483_647;

/**
 * Calls back after `delay` real milliseconds; the returned function cancels the call. The timer does not keep the
 * process alive.
 */
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
