import { describe, expect, test } from 'vitest';
import { type FilterFacts, filterOf, filterRefusal } from '../src/core/base/filter-words.ts';

const now = Date.parse('2026-03-01T09:00:00.000Z');

const row: FilterFacts = {
  text: () => 'txn_8sQx pending_settlement ada@example.com',
  state: 'pending_settlement',
  statuses: [402],
  type: 'payout.paid',
  cents: 123_098,
  currency: 'USD',
  customer: () => 'ada@example.com',
  at: '2026-03-01T08:30:00.000Z',
  isProblem: false,
};

describe('the words of a filter', () => {
  test.each([
    ['ada', true],
    ['ADA txn_', true],
    ['ada bob', false],
    ['1230.98', true],
    ['$1,230.98', true],
    ['state:pending_settlement', true],
    ['state:pending', false],
    ['state:pending*', true],
    ['state:settled', false],
    ['status:>=400', true],
    ['status:402', true],
    ['status:>500', false],
    ['type:payout.*', true],
    ['type:payment.*', false],
    ['type:paid', true],
    ['type:*paid', true],
    ['type:p*y*t.*d', true],
    ['type:payout.paid*', true],
    ['type:*payout', false],
    ['type:payout.p*paid', false],
    ['type:**.**', true],
    ['amount:>50', true],
    ['amount:<=$1,230.98', true],
    ['amount:1230', false],
    ['amount:>1,230', true],
    ['customer:ada', true],
    ['customer:bob', false],
    ['since:-1h', true],
    ['since:-15m', false],
    ['since:2026-03-01', true],
    ['since:month', true],
    ['since:today', true],
    ['!', false],
    ['state: amount:> ada', true],
    ['state:pending* amount:>50 since:-1h', true],
  ])('%s', (words, fits) => {
    expect(filterOf(words, now)(row)).toBe(fits);
  });

  test.each([
    ['amount:>abc', "'>abc' is not a valid amount; use a filter such as amount:>50."],
    ['ada amount:1,50', "'1,50' is not a valid amount; use a filter such as amount:>50."],
    ['since:Yesterday', "'Yesterday' is not a valid time; use a filter such as since:-1h."],
    ['status:>=4xx', "'>=4xx' is not a valid status; use a filter such as status:>=400."],
    ['state:pending amount:> since:- status:402 type:x', null],
    [
      'ada constructor:x',
      "There is no filter key 'constructor'. Use state, status, type, amount, customer, id or since, such as state:pending.",
    ],
  ])('%s is refused with %s', (words, refusal) => {
    expect(filterRefusal(words)).toBe(refusal);
  });

  test('amounts are compared as they are shown, also in currencies without decimals', () => {
    expect(filterOf('amount:>=500', now)({ ...row, cents: 500, currency: 'JPY' })).toBe(true);
    expect(filterOf('amount:>=500', now)({ ...row, cents: 500, currency: 'USD' })).toBe(false);
    expect(filterOf('amount:>0', now)({ ...row, cents: null })).toBe(false);
  });
});
