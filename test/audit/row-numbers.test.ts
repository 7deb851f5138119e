import { describe, expect, it } from 'vitest';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

/** What the audit says where an event that comes twice leads to another state. */
function judged(usual: unknown, twice: unknown) {
  const options = { ...plainOptions, only: ['webhook-twice'] };
  const log = played({ options, runs: [] }, ({ adversity }, number) => ({
    ...plain(number),
    record: bookshopUnder(adversity, ['payment.completed', 'payment.refunded']),
    state: { value: adversity === null ? usual : twice },
  }));
  const { state, findings } = judgeLog(log).rules.find(({ id }) => id === 'webhook/effect-repeated')!;
  return { state, first: findings[0]?.message ?? '' };
}

const history = (...rows: [id: number, type: string][]) => ({ history: rows.map(([id, type]) => ({ id, type })) });

describe('the numbers of rows', () => {
  const usual = history([1, 'created'], [2, 'paid'], [3, 'warning'], [4, 'refunded']);

  it('are no difference where the same rows were stored in another order', () => {
    const other = history([1, 'created'], [2, 'paid'], [3, 'refunded'], [4, 'warning']);
    expect(judged(usual, other).state).not.toBe('violation');
  });

  it('are no difference where the database began elsewhere, newest row first', () => {
    const usual = history([42, 'refunded'], [40, 'paid'], [17, 'created']);
    const other = history([42, 'paid'], [40, 'refunded'], [17, 'created']);
    expect(judged(usual, other).state).not.toBe('violation');
  });

  it('do not hide a row that was added between others', () => {
    const other = history([1, 'created'], [2, 'paid'], [3, 'paid'], [4, 'warning'], [5, 'refunded']);
    const { state, first } = judged(usual, other);
    expect(state).toBe('violation');
    expect(first).toMatch(/^history has one entry more: \{"type":"paid"\}\. /);
  });
});

describe('other numbers in a list', () => {
  it('are a difference where the entries keep their places', () => {
    const orders = (...paid: number[]) => ({ orders: paid.map((each, at) => ({ order: `order-${at}`, paid: each })) });
    expect(judged(orders(500, 900), orders(900, 500)).first).toMatch(
      /^orders\[order-0\]\.paid is 900 instead of 500\. /,
    );
    expect(judged(orders(500, 900), orders(500, 1_800)).state).toBe('violation');
    expect(judged(orders(1), orders(2)).state).toBe('violation');
    expect(judged(orders(1, 2), orders(2, 3)).state).toBe('violation');
  });

  it('are a difference where each list has one entry, whose order shows nothing', () => {
    const stock = (...left: number[]) => ({ shops: left.map((each) => ({ books: [{ left: each }] })) });
    const named = (one: number, other: number) => ({ north: stock(one), south: stock(other) });
    expect(judged(named(5, 9), named(9, 5)).state).toBe('violation');
  });
});

describe('a field that refers to a row by its number', () => {
  const shop = (buyers: string[], grants: [order: string, isActive: boolean][]) => ({
    orders: buyers.map((buyer, at) => ({ id: at + 1, buyer })),
    grants: grants.map(([order, isActive], at) => ({ id: at + 1, order, isActive })),
  });
  const usual = shop(
    ['ada', 'bob', 'cy'],
    [
      ['1', true],
      ['2', false],
      ['3', true],
    ],
  );

  it('is no difference where the rows were stored in another order', () => {
    const other = shop(
      ['ada', 'cy', 'bob'],
      [
        ['1', true],
        ['2', true],
        ['3', false],
      ],
    );
    expect(judged(usual, other).state).not.toBe('violation');
  });

  it('is a difference where it refers to another row', () => {
    const other = shop(
      ['ada', 'bob', 'cy'],
      [
        ['1', true],
        ['2', true],
        ['3', false],
      ],
    );
    expect(judged(usual, other).state).toBe('violation');
  });
});
