import { hourMs, minuteMs } from '../../../core/base/instants.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { bankingDayAfter, holidayOn, isBankingDay, isWeekend, nameOfDay, weekdayOf } from './banking-days.ts';
import { fromNewYork, inNewYork, type LocalTime } from './new-york.ts';

/** When money moves by ACH. Times are those of FedACH, in New York. */

/** When money moves, in milliseconds since 1970, and why then. */
export interface AchMove {
  readonly at: number;
  readonly why: string;
}

const at = (hour: number, minute: number): number => hour * hourMs + minute * minuteMs;

/** The windows of a banking day: what comes by the first time settles at the second one. */
const windows = [
  { until: at(10, 30), settles: at(13, 0) },
  { until: at(14, 45), settles: at(17, 0) },
  { until: at(16, 45), settles: at(18, 0) },
] as const;
const cutOff = windows[2].until;
/** When entries of earlier days settle. */
const opening = at(8, 30);

/** Codes with which a bank returns a debit that the account's holder did not authorize. */
const unauthorized: ReadonlySet<string> = new Set(['R07', 'R10']);

/** `16:45`. */
const clockText = (time: number): string =>
  [time / hourMs, (time % hourMs) / minuteMs].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

/** The most holidays that a reason names. */
const mostNamed = 3;

/** The closed days from a day until before another, in words. */
function closedBetween(from: number, to: number): string[] {
  const days = Array.from({ length: to - from }, (_, index) => from + index);
  const holidays = days.filter((day) => !isWeekend(day) && !isBankingDay(day));
  const named = holidays.slice(0, mostNamed).map((day) => `${nameOfDay(day)} is ${holidayOn(day)}`);
  const more = holidays.length - named.length;
  return [
    ...named,
    ...(more > 0 ? [counted(more, 'more holiday')] : []),
    ...(days.some(isWeekend) ? ['banks are closed on Saturday and Sunday'] : []),
  ];
}

const moveAt = (to: LocalTime, reasons: readonly string[]): AchMove => ({
  at: fromNewYork(to),
  why: `${nameOfDay(to.day)}, ${clockText(to.time)} in New York: ${reasons.join('; ')}`,
});

/** The banking day that an entry belongs to, and why: what comes after the cut-off belongs to the next one. */
function entryOf(given: number) {
  const { day, time } = inNewYork(given);
  const isLate = isBankingDay(day) && time > cutOff;
  const isToday = isBankingDay(day) && !isLate;
  return {
    day,
    time,
    isToday,
    entryDay: isToday ? day : bankingDayAfter(day, 1),
    late: isLate ? [`${weekdayOf(day)}'s cut-off was ${clockText(cutOff)}`] : [],
  };
}

/**
 * When an entry settles.
 * @param given the instant at which the network gets it, in milliseconds
 * @param days how many banking days after that it settles; 0: with the next window
 */
export function settlementOf(given: number, days: number): AchMove {
  const { day, time, isToday, entryDay, late } = entryOf(given);
  const window = isToday ? windows.find(({ until }) => time <= until)! : windows[0];
  const to =
    days === 0 ? { day: entryDay, time: window.settles } : { day: bankingDayAfter(entryDay, days), time: opening };
  const reasons = [...late, ...closedBetween(day, to.day)];
  if (days > 0) return moveAt(to, [`${counted(days, 'banking day')} after ${weekdayOf(entryDay)}`, ...reasons]);
  return moveAt(to, isToday ? [`it came by ${clockText(window.until)}`] : reasons);
}

/**
 * When an entry goes to the network.
 * @param ready the instant from which it may go, in milliseconds
 * @param days how many banking days it waits after that
 * @returns null: at once
 */
export function handoverOf(ready: number, days: number): AchMove | null {
  const { day, isToday, entryDay, late } = entryOf(ready);
  if (isToday && days === 0) return null;
  const to = { day: bankingDayAfter(entryDay, days), time: opening };
  const waits = days > 0 ? [`${counted(days, 'banking day')} after ${weekdayOf(entryDay)}`] : [];
  return moveAt(to, [...waits, ...late, ...closedBetween(day, to.day)]);
}

/** A return that was planned. */
export interface PlannedReturn {
  /** `R01` */
  readonly code: string;
  /** How long after the settlement it is wished for, in milliseconds; undefined: no wish. */
  readonly after: number | undefined;
  /** Whether it is a debit that is returned, not a payout. */
  readonly isDebit: boolean;
}

/**
 * When a bank returns an entry: by the opening of the second banking day after the settlement, which is the default; a
 * debit that the account's holder did not authorize, by that of the banking day after sixty days. A later wish becomes
 * the latest time.
 * @param settled the instant of the settlement, in milliseconds
 */
export function returnOf(settled: number, { code, after, isDebit }: PlannedReturn): AchMove {
  const { day } = inNewYork(settled);
  const second = { day: bankingDayAfter(day, 2), time: opening };
  const closed = closedBetween(day, second.day);
  if (after === undefined) return moveAt(second, ['2 banking days after the settlement', ...closed]);
  const wished = settlementOf(settled + after, 0);
  const isUnauthorized = isDebit && unauthorized.has(code);
  const latest = isUnauthorized ? { day: bankingDayAfter(day + 60, 1), time: opening } : second;
  if (wished.at <= fromNewYork(latest)) return wished;
  const limit = isUnauthorized ? '60 days' : '2 banking days';
  return moveAt(latest, [
    `a bank returns ${code} within ${limit} of the settlement`,
    ...(isUnauthorized ? [] : closed),
  ]);
}
