import { describe, expect, it } from 'vitest';
import { addDuration } from '../../src/core/base/duration.ts';
import { parseIso, toIso } from '../../src/core/base/instants.ts';
import { Random } from '../../src/core/base/random.ts';

const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');
const day = 86_400_000;

/** Instants of all years that have four digits, many of them at the ends of days, months and leap years. */
function instants(): number[] {
  const random = new Random(7);
  const some = Array.from({ length: 3_000 }, () => first + Math.floor(random.next() * (last - first)));
  const turns = [0, 4, 100, 400, 1900, 1970, 1999, 2000, 2024, 2026, 2100, 9999].flatMap((year) =>
    ['01-01', '02-28', '03-01', '12-31'].flatMap((date) => {
      const midnight = Date.parse(`${String(year).padStart(4, '0')}-${date}T00:00:00Z`);
      return [midnight - 1, midnight, midnight + day - 1];
    }),
  );
  return [...some, ...turns].filter((ms) => ms >= first && ms <= last);
}

describe('an instant', () => {
  it('is written and read as `Date` writes and reads it', () => {
    for (const ms of instants()) {
      const text = new Date(ms).toISOString();
      expect(toIso(ms)).toBe(text);
      expect(parseIso(text)).toBe(ms);
    }
  });

  it.each<[string, number | null]>([
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    ['2026-03-01T09:14Z', Date.UTC(2026, 2, 1, 9, 14)],
    ['2026-03-01T09:14:22Z', Date.UTC(2026, 2, 1, 9, 14, 22)],
    ['2026-03-01T09:14:22.5Z', Date.UTC(2026, 2, 1, 9, 14, 22, 500)],
    ['2026-03-01T09:14:22.123+02:00', Date.UTC(2026, 2, 1, 7, 14, 22, 123)],
    ['2024-02-29T00:00:00.000Z', Date.UTC(2024, 1, 29)],
    ['2026-02-29T00:00:00.000Z', null],
    ['2100-02-29T00:00:00.000Z', null],
    ['2026-04-31T00:00:00.000Z', null],
    ['2026-13-01T00:00:00.000Z', null],
    ['2026-00-01T00:00:00.000Z', null],
    ['2026-01-00T00:00:00.000Z', null],
    ['2026-01-01T24:00:00.000Z', null],
    ['2026-01-01T00:60:00.000Z', null],
    ['2026-01-01T00:00:60.000Z', null],
    ['2026-01-01T00:00:00.00xZ', null],
    ['2026-01-01 00:00:00.000Z', null],
    ['２026-01-01T00:00:00.000Z', null],
    ['', null],
  ])('is %j read as what it is', (text, ms) => {
    expect(parseIso(text)).toBe(ms);
  });

  it.each([
    ['2026-01-31T10:00:00.500Z', 1, '2026-02-28T10:00:00.500Z'],
    ['2024-01-31T10:00:00.500Z', 1, '2024-02-29T10:00:00.500Z'],
    ['2026-10-31T00:00:00.000Z', 13, '2027-11-30T00:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
    ['1969-12-31T23:59:59.999Z', 2, '1970-02-28T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
  ])('%s and %i months are %s', (from, months, to) => {
    expect(toIso(addDuration(parseIso(from)!, { months, ms: 0 })!)).toBe(to);
  });

  it('has no month after the year 9999', () => {
    expect(addDuration(last, { months: 1, ms: 0 })).toBeNull();
  });
});
