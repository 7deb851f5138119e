import { dayMs, toIso } from '../../../core/base/instants.ts';

/** The days on which the Federal Reserve Banks are open. A day is the number of days since 1970-01-01 in New York. */

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Holidays on a fixed date, by month and day. */
const dated: Readonly<Record<string, string>> = {
  '01-01': "New Year's Day",
  '06-19': 'Juneteenth',
  '07-04': 'Independence Day',
  '11-11': 'Veterans Day',
  '12-25': 'Christmas Day',
};

/** Holidays on a certain weekday in a month, by month, weekday and the first possible date. */
const floating: readonly (readonly [month: number, weekday: string, first: number, name: string])[] = [
  [1, 'Monday', 15, 'Martin Luther King Jr. Day'],
  [2, 'Monday', 15, "Washington's Birthday"],
  [5, 'Monday', 25, 'Memorial Day'],
  [9, 'Monday', 1, 'Labor Day'],
  [10, 'Monday', 8, 'Columbus Day'],
  [11, 'Thursday', 22, 'Thanksgiving Day'],
];

/** `MM-DD`. */
const monthAndDate = (day: number): string => toIso(day * dayMs).slice(-19, -14);

/** `Monday`. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): string => weekdays[(((day + 4) % 7) + 7) % 7]!;

/** `Monday 30 November`. */
export function nameOfDay(day: number): string {
  const [month, date] = monthAndDate(day).split('-').map(Number) as [number, number];
  return `${weekdayOf(day)} ${date} ${months[month - 1]}`;
}

/** Whether a day is a Saturday or a Sunday. */
export const isWeekend = (day: number): boolean => weekdayOf(day).startsWith('S');

/**
 * The holiday for which the Federal Reserve Banks are closed on a weekday. If a holiday falls on a Sunday, they are
 * also closed on the next Monday. If it falls on a Saturday, they are not closed on another day.
 * @returns the words after `Monday 30 May is`; null if the day is not a holiday
 */
export function holidayOn(day: number): string | null {
  const text = monthAndDate(day);
  const own = dated[text];
  if (own !== undefined) return own;
  const weekday = weekdayOf(day);
  const before = weekday === 'Monday' ? dated[monthAndDate(day - 1)] : undefined;
  if (before !== undefined) return `the day after ${before}, which falls on a Sunday`;
  const [month, date] = text.split('-').map(Number) as [number, number];
  const found = floating.find(([of, on, first]) => month === of && weekday === on && date >= first && date < first + 7);
  return found?.[3] ?? null;
}

/** Whether the Federal Reserve Banks are open on a day. */
export const isBankingDay = (day: number): boolean => !isWeekend(day) && holidayOn(day) === null;

/** The banking day that is a number of banking days after a day. */
export function bankingDayAfter(day: number, count: number): number {
  let at = day;
  for (let left = count; left > 0; at++) if (isBankingDay(at + 1)) left--;
  return at;
}
