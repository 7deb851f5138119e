import { parse as parseMs } from '@lukeed/ms';
import { addMonths, dayMs, hourMs, lastInstant, minuteMs, secondMs } from './instants.ts';

/** A length of time: a number of calendar months in UTC, plus an exact number of milliseconds. */
export interface Duration {
  months: number;
  ms: number;
}

/** The accepted forms of a duration, for the error about a text in another form. */
export const durationForms = '90s, 15m, 36h, 3d, 2w, 1mo, 1y, "3 days", or ISO 8601 such as P1M or PT36H';

const isoForm =
  /^P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?=\d)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;
const part = /(\d+(?:\.\d*)?|\.\d+)\s*([a-z]+)\s*/iy;

/**
 * Parses `90s`, `1h 30m`, `3 days`, `1mo`, `P1M`. Returns null if the text is not a duration; a number without a unit
 * is not a duration.
 */
export function parseDuration(text: string): Duration | null {
  const trimmed = text.trim();
  const duration = /^p/i.test(trimmed) ? fromIso(trimmed) : fromParts(trimmed);
  return duration === null || !Number.isSafeInteger(duration.ms) || !Number.isSafeInteger(duration.months)
    ? null
    : duration;
}

/**
 * Returns the milliseconds of a duration, counting 30 days for each month, for uses without a calendar. Null if the
 * text is not a duration.
 */
export function durationMs(text: string): number | null {
  const duration = parseDuration(text);
  return duration === null ? null : duration.months * 30 * dayMs + duration.ms;
}

/**
 * Adds a duration to an instant, in milliseconds; null if the result is after the year 9999. A day that the month
 * does not have becomes the month's last day: a month after 31 January is 28 or 29 February.
 */
export function addDuration(from: number, { months, ms }: Duration): number | null {
  const moved = months === 0 ? from : addMonths(from, months);
  return moved === null || moved + ms > lastInstant ? null : moved + ms;
}

function fromIso(text: string): Duration | null {
  const found = isoForm.exec(text);
  if (found === null) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((digits = '0') => Number(digits.replace(',', '.'))) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = (weeks * 7 + days) * dayMs + hours * hourMs + minutes * minuteMs + seconds * secondMs;
  return { months: years * 12 + months, ms: Math.round(ms) };
}

function fromParts(text: string): Duration | null {
  let months = 0;
  let ms = 0;
  let end = 0;
  part.lastIndex = 0;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const [, number, unit] = found as unknown as [string, string, string];
    const perUnit = monthsIn(unit);
    if (perUnit !== null) {
      months += Number(number) * perUnit;
    } else {
      // A capital M could mean months or minutes. The library cannot parse zero, so the code parses `1` with the unit
      // to get the length of the unit.
      const one = unit === 'M' ? undefined : parseMs(`1${unit}`);
      if (one === undefined) return null;
      ms += Number(number) * one;
    }
    end = part.lastIndex;
  }
  return end === 0 || end !== text.length ? null : { months, ms: Math.round(ms) };
}

function monthsIn(unit: string): number | null {
  if (/^mo(nths?)?$/i.test(unit)) return 1;
  return /^y(ears?|rs?)?$/i.test(unit) ? 12 : null;
}
