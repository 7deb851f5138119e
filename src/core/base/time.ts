/**
 * The only module that reads the machine's clock and sets its timers. Emulated code uses a `Clock`, whose time can be
 * moved and frozen.
 */

// The machine's own timers, even if a test in the same process has replaced the global ones.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/**
 * The machine's time in milliseconds, for latencies, signatures and lock files. The emulated service never shows this
 * time.
 */
export const realNow = (): number => Date.now();

/** A monotonic time in milliseconds, for measuring durations. */
export const stopwatch = (): number => performance.now();

/**
 * Converts a stopwatch reading to the machine's time in milliseconds, rounded to a tenth. Times from this function
 * keep the order of events.
 */
export const realAt = (reading: number): number => toTenths(performance.timeOrigin + reading);

/** Rounds a duration in milliseconds to a tenth, in the same way as `realAt` rounds its start. */
export const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const longestTimer = 2_147_483_647;

/**
 * Runs `call` after `delay` real milliseconds. The returned function cancels the call. The timer does not keep the
 * process alive.
 */
export function wakeAfter(delay: number, call: () => void): () => void {
  const timer = setTimeout(call, Math.min(Math.max(0, delay), longestTimer));
  timer.unref();
  return () => clearTimeout(timer);
}

/** Waits until `delay` real milliseconds have passed. */
export const pause = (delay: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay));

/** Runs `call` in the next turn of the event loop. */
export const nextTurn = (call: () => void): void => {
  setImmediate(call);
};
