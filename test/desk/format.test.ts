import { describe, expect, test } from 'vitest';
import { amount, spell } from '../../src/core/base/terminal-text.ts';
import {
  centsOf,
  latency,
  shortId,
  shortPath,
  stateSpan,
  statusSpan,
  until,
  when,
  whenCell,
} from '../../src/desk/model/format.ts';
import { reasonOf } from '../../src/desk/model/moves/outcomes.ts';

describe('facts in words', () => {
  test('amounts are written in units', () => {
    expect(amount(123456, 'USD')).toBe('$1,234.56');
    expect(amount(-500, 'JPY')).toBe('-¥500');
    expect(amount(12, 'nothing')).toBe('12 nothing');
  });

  test.each([
    ['15', 1500],
    ['15.5', 1550],
    ['$15', 1500],
    ['1500.00', 150_000],
    ['$1,500.00', 150_000],
    ['€1,234,567.89', 123_456_789],
    ['0', null],
    ['x', null],
    ['1.234', null],
    ['-1', null],
    ['$-1', null],
    ['--x-1', null],
    ['abc7', null],
    ['1,50', null],
    ['1,5000', null],
    ['15,000,00', null],
    [',500', null],
  ])('%s is an amount of %s cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  test('an amount has no more decimals than its currency', () => {
    expect(['500', '500.00', '500.50'].map((text) => centsOf(text, 'JPY'))).toEqual([500, 500, null]);
  });

  test('durations and ids are short', () => {
    expect(spell(4 * 60_000 + 12_000)).toBe('4m 12s');
    expect(spell(12 * 86_400_000)).toBe('12d');
    expect(shortId('txn_8sQxabcdefghij')).toBe('txn_8sQx…');
  });
});

describe('when something was', () => {
  const now = Date.parse('2026-03-01T09:00:00.000Z');
  test.each([
    ['2026-03-01T08:14:22.000Z', '08:14:22'],
    ['2026-02-28T23:59:59.999Z', '28 Feb 23:59', '28 Feb'],
    ['2026-12-31T09:00:00.000Z', '31 Dec 09:00', '31 Dec'],
    ['2025-12-12T15:42:59.999Z', '12 Dec 15:42', '12 Dec'],
    ['2025-03-05T15:42:59.999Z', '05 Mar 2025'],
    ['2027-03-01T09:00:00.000Z', '01 Mar 2027'],
  ])('%s is %s', (iso, shown, short = shown) => {
    expect(when(iso, now)).toBe(shown);
    expect(whenCell(iso, now)).toEqual({ text: shown, shorter: [short], tone: 'dim', at: iso });
  });
});

describe('the distance of an instant', () => {
  const now = Date.parse('2026-03-01T09:00:00.000Z');
  test.each([
    ['2026-03-01T09:00:00.400Z', false, 'now'],
    ['2026-03-01T09:04:12.000Z', false, 'in 4m 12s'],
    ['2026-03-01T08:55:48.000Z', false, '4m 12s ago'],
    ['2026-03-01T09:05:00.000Z', true, 'in 5m once the clock moves'],
    ['2026-03-01T08:55:00.000Z', true, '5m ago'],
  ])('%s, frozen %s, is %s', (then, isFrozen, words) => {
    expect(until(now, then, isFrozen)).toBe(words);
  });
});

describe('answers and states', () => {
  test.each([
    [200, '200', 'good'],
    [302, '302', 'good'],
    [404, '404', 'wait'],
    [503, '503', 'bad'],
    [null, 'none', 'bad'],
    [0, 'cut', 'bad'],
  ])('%s is %s, which is %s', (status, text, tone) => {
    expect(statusSpan(status)).toEqual({ text, tone });
  });

  test.each([
    ['settled', 'good'],
    ['pending_settlement', 'wait'],
    ['returned', 'bad'],
    ['refunded', 'dim'],
    ['of_a_slice_to_come', 'plain'],
  ])('%s is %s', (state, tone) => {
    expect(stateSpan(state)).toEqual({ text: state, tone });
  });

  test('latencies and paths are short', () => {
    expect([latency(12.4), latency(1_240)]).toEqual(['12 ms', '1.2 s']);
    expect(shortPath('/api/v1/payouts/po_8sQxabcdefghij/return')).toBe('/payouts/po_8sQx…/return');
  });
});

describe('why something was refused', () => {
  test('names the field, also where another bundle of the program made the error', () => {
    const refusal = { status: 400, body: { error: 'Too much.', param: 'amount' } };
    const made = Object.assign(new Error('Too much.'), refusal, { name: 'ClientError' });
    expect(reasonOf(made)).toBe('Too much. (amount)');
    expect(reasonOf(new Error('Too much.'))).toBe('Too much.');
  });
});
