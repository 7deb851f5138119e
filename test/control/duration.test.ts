import { describe, expect, test } from 'vitest';
import { addDuration, parseDuration } from '../../src/core/base/duration.ts';

const day = 86_400_000;

describe('reading a duration', () => {
  test.each([
    ['90s', 0, 90_000],
    ['500ms', 0, 500],
    ['15m', 0, 900_000],
    ['1.5h', 0, 5_400_000],
    ['3d', 0, 3 * day],
    ['3 days', 0, 3 * day],
    ['2 weeks', 0, 14 * day],
    ['1h 30m', 0, 5_400_000],
    ['1h30m', 0, 5_400_000],
    ['0s', 0, 0],
    ['1mo', 1, 0],
    ['2 years 3 days', 24, 3 * day],
    ['P1M', 1, 0],
    ['PT1M', 0, 60_000],
    ['P1Y2M3DT4H5M6S', 14, 3 * day + 14_706_000],
    ['P2W', 0, 14 * day],
    ['PT0.5S', 0, 500],
    ['pt36h', 0, 36 * 3_600_000],
  ])('%s', (text, months, ms) => {
    expect(parseDuration(text)).toEqual({ months, ms });
  });

  test.each([
    '',
    '90',
    '-3d',
    'P',
    'PT',
    'P1DT',
    'P1H',
    'P-1D',
    '3 fortnights',
    '1M',
    '1.5mo',
    '3d?',
    'd',
    '1e3s',
    'next',
  ])("'%s' is none", (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

describe('adding a duration', () => {
  const later = (from: string, text: string) => {
    const instant = addDuration(Date.parse(from), parseDuration(text)!);
    return instant === null ? null : new Date(instant).toISOString();
  };

  test.each([
    ['2026-01-31T10:00:00.123Z', '1mo', '2026-02-28T10:00:00.123Z'],
    ['2028-01-31T10:00:00.000Z', '1mo', '2028-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2mo', '2026-03-31T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', '1y', '2029-02-28T10:00:00.000Z'],
    ['2026-12-15T23:59:59.999Z', '1mo', '2027-01-15T23:59:59.999Z'],
    ['2026-01-31T10:00:00.000Z', 'P1M1D', '2026-03-01T10:00:00.000Z'],
    ['2026-03-28T12:00:00.000Z', '1d', '2026-03-29T12:00:00.000Z'],
  ])('%s and %s is %s', (from, text, to) => {
    expect(later(from, text)).toBe(to);
  });

  test('nothing lies beyond the year 9999', () => {
    expect(later('2026-01-01T00:00:00Z', '9000y')).toBeNull();
    expect(later('2026-01-01T00:00:00Z', '9999999d')).toBeNull();
  });
});
