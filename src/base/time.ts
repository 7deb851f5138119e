/**
 * The one place that reads the machine's clock and sets its timers. What is emulated asks a `Clock`, so that time can be
 * moved and held. All instants are integer milliseconds since 1970-01-01T00:00:00Z; on the wire they are ISO 8601 strings
 * in UTC.
 */

// The machine's own timers, also where a test that runs in the same process has put others in their place.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** The first and the last instant that have a year of four digits, in milliseconds since 1970. */
const firstInstant = -62_167_219_200_000;
export const lastInstant = 253_402_300_799_999;

/** The machine's own time in milliseconds. For latencies, signatures and lock files; never for what the service shows. */
export const realNow = (): number => Date.now();

/** A monotonic reading in milliseconds, for measuring how long something took. */
export const stopwatch = (): number => performance.now();

/** The machine's own time in milliseconds at a reading of the stopwatch, to a tenth: what happened before what. */
export const realAt = (reading: number): number => toTenths(performance.timeOrigin + reading);

/** How many milliseconds something took, to a tenth, as `realAt` has when it began. */
export const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

let lastIso = { ms: Number.NaN, text: '' };

/**
 * ISO 8601 in UTC with milliseconds: `2026-03-01T09:14:22.000Z`. Time ends with the year 9999: what would expire or be due
 * later is so at the last millisecond, as an instant of five digits is none that could be read again.
 */
export function toIso(ms: number): string {
  if (ms !== lastIso.ms) lastIso = { ms, text: new Date(Math.min(ms, lastInstant)).toISOString() };
  return lastIso.text;
}

/** An ISO 8601 instant, or a certificate's, as a `Date`, for libraries that take nothing else. */
export const dateOf = (iso: string): Date => new Date(iso);

/** What `parseIso` reads; it also refuses days that a month does not have. */
export const isoPattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * Milliseconds of an ISO 8601 date or date-time (a date alone is midnight UTC); null where the text is neither, or where
 * its offset leads out of the years of four digits.
 */
export function parseIso(text: string): number | null {
  if (!isoPattern.test(text)) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < firstInstant || ms > lastInstant) return null;
  const day = Number(text.slice(8, 10));
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day ? ms : null;
}

/** Whole seconds since 1970, as the webhook envelope's `created` has them. */
export const unixSeconds = (ms: number): number => Math.floor(ms / 1000);

/**
 * The instant so many months after another by the calendar in UTC, in milliseconds; null beyond the year 9999. A day that
 * the month does not have becomes the month's last.
 */
export function addMonths(from: number, months: number): number | null {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  if (!(date.getTime() <= lastInstant)) return null;
  const lastDay = new Date(date);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return date.setUTCDate(Math.min(day, lastDay.getUTCDate()));
}

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
