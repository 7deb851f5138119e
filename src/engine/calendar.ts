/**
 * Days and dates of the Gregorian calendar in UTC, and ISO 8601 of an instant, by arithmetic alone. The clock writes and
 * reads several instants a unit of work: here that takes a fifth of the time that `Date` and a pattern take (0.2 instead
 * of 1 µs each). Everything else asks `clock.ts`.
 */

export const dayMs = 86_400_000;

/** The first and the last instant that have a year of four digits, in milliseconds since 1970. */
export const firstInstant = -62_167_219_200_000;
export const lastInstant = 253_402_300_799_999;

/** A date: `month` from 1 to 12, `day` from 1. */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

const yearsInCycle = 400;
const daysInCycle = 146_097;
/** Days from 1 March of the year 0, on which a cycle begins, to 1 January 1970. */
const cycleStart = 719_468;

/** How many days after 1 January 1970 a date is. Years are counted from March, so that a leap day is a year's last. */
export function dayNumberOf({ year, month, day }: CalendarDate): number {
  const marchYear = month > 2 ? year : year - 1;
  const cycle = Math.floor(marchYear / yearsInCycle);
  const yearOfCycle = marchYear - cycle * yearsInCycle;
  const dayOfYear = daysBefore(month > 2 ? month - 3 : month + 9) + day - 1;
  const leapDays = Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100);
  return cycle * daysInCycle + yearOfCycle * 365 + leapDays + dayOfYear - cycleStart;
}

/** The date of a day that is counted from 1 January 1970. */
export function dateOfDay(dayNumber: number): CalendarDate {
  const days = dayNumber + cycleStart;
  const cycle = Math.floor(days / daysInCycle);
  const dayOfCycle = days - cycle * daysInCycle;
  const leapDays =
    Math.floor(dayOfCycle / 1_460) - Math.floor(dayOfCycle / 36_524) + Math.floor(dayOfCycle / (daysInCycle - 1));
  const yearOfCycle = Math.floor((dayOfCycle - leapDays) / 365);
  const daysOfYears = yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100);
  const dayOfYear = dayOfCycle - daysOfYears;
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfCycle + cycle * yearsInCycle + (month > 2 ? 0 : 1);
  return { year, month, day: dayOfYear - daysBefore(monthFromMarch) + 1 };
}

/** Days of a year before a month, both counted from March. */
const daysBefore = (monthFromMarch: number): number => Math.floor((153 * monthFromMarch + 2) / 5);

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** How many days a month has. */
export function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : lengths[month - 1]!;
}

const zero = 48;
const digitOf = (value: number, unit: number): number => zero + (Math.floor(value / unit) % 10);

/**
 * `2026-03-01T09:14:22.000Z`, in one piece: joined from parts, records would keep the parts too.
 * @param ms whole milliseconds since 1970, from `firstInstant` to `lastInstant`
 */
export function formatInstant(ms: number): string {
  const dayNumber = Math.floor(ms / dayMs);
  const { year, month, day } = dateOfDay(dayNumber);
  const ofDay = ms - dayNumber * dayMs;
  const minutes = Math.floor(ofDay / 60_000);
  const hour = Math.floor(minutes / 60);
  const minute = minutes - hour * 60;
  const ofMinute = ofDay - minutes * 60_000;
  return String.fromCharCode(
    digitOf(year, 1_000),
    digitOf(year, 100),
    digitOf(year, 10),
    digitOf(year, 1),
    0x2d,
    digitOf(month, 10),
    digitOf(month, 1),
    0x2d,
    digitOf(day, 10),
    digitOf(day, 1),
    0x54,
    digitOf(hour, 10),
    digitOf(hour, 1),
    0x3a,
    digitOf(minute, 10),
    digitOf(minute, 1),
    0x3a,
    digitOf(ofMinute, 10_000),
    digitOf(ofMinute, 1_000),
    0x2e,
    digitOf(ofMinute, 100),
    digitOf(ofMinute, 10),
    digitOf(ofMinute, 1),
    0x5a,
  );
}

/** Milliseconds of a text that has the form of `formatInstant`; null for every other text, and for a day that is none. */
export function readInstant(text: string): number | null {
  if (text.length !== 24 || !isPunctuated(text)) return null;
  const year = numberAt(text, 0, 4);
  const month = numberAt(text, 5, 2);
  const day = numberAt(text, 8, 2);
  const hour = numberAt(text, 11, 2);
  const minute = numberAt(text, 14, 2);
  const second = numberAt(text, 17, 2);
  const ms = numberAt(text, 20, 3);
  // Every comparison with what is no number is false.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return null;
  if (!(hour <= 23 && minute <= 59 && second <= 59 && ms >= 0)) return null;
  return dayNumberOf({ year, month, day }) * dayMs + ((hour * 60 + minute) * 60 + second) * 1_000 + ms;
}

const isPunctuated = (text: string): boolean =>
  text.charCodeAt(4) === 0x2d &&
  text.charCodeAt(7) === 0x2d &&
  text.charCodeAt(10) === 0x54 &&
  text.charCodeAt(13) === 0x3a &&
  text.charCodeAt(16) === 0x3a &&
  text.charCodeAt(19) === 0x2e &&
  text.charCodeAt(23) === 0x5a;

/** The number that some digits make; NaN where one of them is no digit. */
function numberAt(text: string, start: number, length: number): number {
  let value = 0;
  for (let at = start; at < start + length; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
