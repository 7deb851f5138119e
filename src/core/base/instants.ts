/**
 * Instants and their formats, without a clock, so that this module runs in any environment. Instants are integer
 * milliseconds since 1970-01-01T00:00:00Z. In requests and responses, they are ISO 8601 strings in UTC.
 */

export const secondMs = 1_000;
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** The first and the last instant with a four-digit year, in milliseconds since 1970. */
const firstInstant = -62_167_219_200_000;
export const lastInstant = 253_402_300_799_999;

let lastIso = { ms: Number.NaN, text: '' };

/** Formats an instant in milliseconds as an HTTP date: `Fri, 27 Nov 2026 19:00:00 GMT`. */
export const toHttpDate = (ms: number): string => new Date(ms).toUTCString();

/**
 * Formats an instant as ISO 8601 in UTC with milliseconds: `2026-03-01T09:14:22.000Z`. Later instants become the last
 * millisecond of the year 9999, because `parseIso` cannot parse a five-digit year.
 */
export function toIso(ms: number): string {
  if (ms !== lastIso.ms) lastIso = { ms, text: new Date(Math.min(ms, lastInstant)).toISOString() };
  return lastIso.text;
}

/**
 * Converts an ISO 8601 instant, or an instant from a certificate, to a `Date`, for libraries that accept no other
 * form.
 */
export const dateOf = (iso: string): Date => new Date(iso);

/** The format that `parseIso` accepts. It also rejects days that a month does not have. */
export const isoPattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * Returns the milliseconds of an ISO 8601 date or date-time; a date without a time is midnight UTC. Null for any
 * other text, or if the offset leads to a year that does not have four digits.
 */
export function parseIso(text: string): number | null {
  if (!isoPattern.test(text)) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < firstInstant || ms > lastInstant) return null;
  const day = Number(text.slice(8, 10));
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day ? ms : null;
}

/**
 * Returns the milliseconds of a date in the formats of other programs: ISO 8601 in any precision, or the format of
 * the `Date` header. Null if the text is not a date.
 */
export function parseAnyDate(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** Returns whole seconds since 1970, the unit of `created` in the webhook envelope. */
export const unixSeconds = (ms: number): number => Math.floor(ms / 1000);

/**
 * Adds calendar months in UTC to an instant, in milliseconds; null if the result is after the year 9999. A day that
 * the month does not have becomes the month's last day.
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
