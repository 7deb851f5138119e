import { hourMs, minuteMs } from '../../../core/base/instants.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { bankingDayAfter, holidayOn, isBankingDay, isWeekend, nameOfDay, weekdayOf } from './banking-days.ts';
import { fromNewYork, inNewYork, type LocalTime } from './new-york.ts';

/** When money moves by ACH. All times are FedACH times in New York. */

/** When money moves, in milliseconds since 1970, and the reason for this time. */
export interface AchMove {
  readonly at: number;
  readonly why: string;
}

const at = (hour: number, minute: number): number => hour * hourMs + minute * minuteMs;

/** The windows of a banking day: entries that arrive by the first time settle at the second time. */
const windows = [
  { until: at(10, 30), settles: at(13, 0) },
  { until: at(14, 45), settles: at(17, 0) },
  { until: at(16, 45), settles: at(18, 0) },
] as const;
const cutOff = windows[2].until;
/** When entries from previous days settle. */
const opening = at(8, 30);

/** The codes with which a bank returns a debit that the account holder did not authorize. */
const unauthorized: ReadonlySet<string> = new Set(['R07', 'R10']);

/** `16:45`. */
const clockText = (time: number): string =>
  [time / hourMs, (time % hourMs) / minuteMs].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

/** The maximum number of holidays that a reason names. */
const mostNamed = 3;

/** Describes the closed days in a period: from the first day, up to but not including the second day. */
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

/**
 * The banking day that an entry belongs to, and the reason. Entries that arrive after the cut-off belong to the next
 * banking day.
 */
function entryOf(given: number) {
  const { day, time } = inNewYork(given);
  const isLate = isBankingDay(day) && time > cutOff;
  const isToday = isBankingDay(day) && !isLate;
  return {
    day,
    time,
    isToday,
    entryDay: isToday ? day : bankingDayAfter(day, 1),
    late: isLate ? [`the cut-off on ${weekdayOf(day)} was ${clockText(cutOff)}`] : [],
  };
}

/**
 * Returns when an entry settles.
 * @param given the instant when the network receives the entry, in milliseconds
 * @param days the number of banking days until it settles; 0: in the next window
 */
export function settlementOf(given: number, days: number): AchMove {
  const { day, time, isToday, entryDay, late } = entryOf(given);
  const window = isToday ? windows.find(({ until }) => time <= until)! : windows[0];
  const to =
    days === 0 ? { day: entryDay, time: window.settles } : { day: bankingDayAfter(entryDay, days), time: opening };
  const reasons = [...late, ...closedBetween(day, to.day)];
  if (days > 0) return moveAt(to, [`${counted(days, 'banking day')} after ${weekdayOf(entryDay)}`, ...reasons]);
  return moveAt(to, isToday ? [`the entry arrived by ${clockText(window.until)}`] : reasons);
}

/**
 * Returns when an entry is sent to the network.
 * @param ready the earliest possible instant, in milliseconds
 * @param days the number of banking days to wait after that
 * @returns null if the entry is sent immediately
 */
export function handoverOf(ready: number, days: number): AchMove | null {
  const { day, isToday, entryDay, late } = entryOf(ready);
  if (isToday && days === 0) return null;
  const to = { day: bankingDayAfter(entryDay, days), time: opening };
  const waits = days > 0 ? [`${counted(days, 'banking day')} after ${weekdayOf(entryDay)}`] : [];
  return moveAt(to, [...waits, ...late, ...closedBetween(day, to.day)]);
}

/** A planned return. */
export interface PlannedReturn {
  /** `R01` */
  readonly code: string;
  /** The requested time after the settlement, in milliseconds; undefined if none was requested. */
  readonly after: number | undefined;
  /** Whether a debit is returned, and not a payout. */
  readonly isDebit: boolean;
}

/**
 * Returns when a bank returns an entry. By default, this is the opening of the second banking day after the
 * settlement, which is also the latest time. For a debit that the account holder did not authorize, the latest time
 * is the opening of the first banking day after sixty days. If a later time was requested, the latest time is used.
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
