import { describe, expect, it } from 'vitest';
import { handoverOf, returnOf, settlementOf } from '../../src/payments/simulation/us-banking/ach.ts';
import { holidayOn, isBankingDay } from '../../src/payments/simulation/us-banking/banking-days.ts';
import { Random } from '../support/random.ts';

/** The days of the week on which the Federal Reserve Banks are closed, as they publish them. */
const published = `
  2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-12-25
  2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25
  2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
  2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25
  2029-01-01 2029-01-15 2029-02-19 2029-05-28 2029-06-19 2029-07-04 2029-09-03 2029-10-08 2029-11-12 2029-11-22 2029-12-25
  2030-01-01 2030-01-21 2030-02-18 2030-05-27 2030-06-19 2030-07-04 2030-09-02 2030-10-14 2030-11-11 2030-11-28 2030-12-25
`
  .trim()
  .split(/\s+/);
const closed: ReadonlySet<string> = new Set(published);
const dayMs = 86_400_000;
const firstDay = Date.UTC(2024, 0, 1) / dayMs;
const lastDay = Date.UTC(2030, 11, 31) / dayMs;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const inNewYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const weekdays = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', weekday: 'long' });
/** `2026-11-27 16:45:00` */
const local = (instant: number): string => inNewYork.format(instant);
const isOpen = (instant: number): boolean => {
  const date = local(instant).slice(0, 10);
  return !closed.has(date) && ![0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay());
};

describe('the holidays of the Federal Reserve', () => {
  it('are the published ones, in each of seven years', () => {
    const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
    const isWeekday = (day: number): boolean => ![0, 6].includes(new Date(day * dayMs).getUTCDay());
    expect(days.filter((day) => isWeekday(day) && holidayOn(day) !== null).map(dateOf)).toEqual(published);
    expect(days.filter((day) => isWeekday(day) && !isBankingDay(day)).map(dateOf)).toEqual(published);
  });
});

describe('ACH', () => {
  it('never moves on a day on which the banks are closed, never earlier than it may, and says why', () => {
    const random = new Random(45);
    for (let round = 0; round < 1_500; round++) {
      const given = Date.UTC(2024, 0, 2) + Math.floor(random.next() * (lastDay - firstDay - 120) * dayMs);
      const days = Math.floor(random.next() * 6);
      const settled = settlementOf(given, days);
      const handed = handoverOf(given, days) ?? { at: given, why: '' };
      const returned = returnOf(settled.at, {
        code: round % 2 === 0 ? 'R01' : 'R10',
        after: random.next() < 0.2 ? undefined : days * dayMs,
        isDebit: round % 3 !== 0,
      });
      const about = `${new Date(given).toISOString()} +${days}`;
      expect(isOpen(settled.at) && isOpen(handed.at) && isOpen(returned.at), about).toBe(true);
      expect(settled.at, about).toBeGreaterThan(given);
      expect(handed.at, about).toBeGreaterThanOrEqual(given);
      expect(returned.at, about).toBeGreaterThan(settled.at);
      expect(local(settled.at).slice(11), about).toMatch(days > 0 ? /^08:30:00$/ : /^(13|17|18):00:00$/);
      const [, weekday, time] = /^(\w+) .*, (\d\d:\d\d) in New York: \w/.exec(settled.why) ?? [];
      expect([weekday, time], about).toEqual([weekdays.format(settled.at), local(settled.at).slice(11, 16)]);
    }
  });

  it('comes no earlier for what is given later', () => {
    const random = new Random(46);
    for (let round = 0; round < 500; round++) {
      const given = Date.UTC(2024, 0, 2) + Math.floor(random.next() * 2_000 * dayMs);
      const later = given + Math.floor(random.next() * 3 * dayMs);
      const days = Math.floor(random.next() * 3);
      expect(settlementOf(later, days).at).toBeGreaterThanOrEqual(settlementOf(given, days).at);
    }
  });

  it('has a day in every year of four digits', () => {
    for (const year of ['0001', '1883', '1969', '9999']) {
      const given = Date.parse(`${year}-03-03T12:00:00Z`);
      const { at } = settlementOf(given, 3);
      expect(at - given, year).toBeGreaterThan(2 * dayMs);
      expect(at - given, year).toBeLessThan(8 * dayMs);
    }
  });
});
