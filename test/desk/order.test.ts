import { expect, test } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { Session } from '../../src/desk/model/session.ts';
import { atOnce } from './pace.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest();

/** A customer with a card that payouts can go to. */
async function payee() {
  const customer = await at.demo.saveCustomer();
  return { customer_id: customer.id, payment_method_id: (await at.demo.saveCard(customer)).id };
}

/** The amounts of the causes in the timeline, in units, in its order. */
const amounts = (session = at.session): number[] =>
  session.timeline.groups.flatMap(({ cause, request, children: [first] }) => {
    const isCause = request?.path.endsWith('/payouts') === true || cause?.type === 'trigger';
    return isCause && first !== undefined && 'change' in first ? [(first.change.amount ?? 0) / 100] : [];
  });

const inOrder = (all: readonly number[]): number[] => [...all].sort((one, other) => one - other);
const gaps = (): string[] => at.rows.filter((row) => row.includes('too fast to show'));

test('a flood is there as a whole when it is over, in its order', async () => {
  await at.client.call('markers.add', { text: 'before' });
  const to = await payee();
  await at.row('before');
  await at.wire.flood(async () => {
    for (let units = 1; units <= 80; units++) await at.demo.paidOut({ ...to, amount: units * 100 });
  });
  await at.row(/\$80\.00/);
  await at.until(() => amounts()).toEqual(Array.from({ length: 80 }, (_, before) => before + 1));
  expect(gaps()).toEqual([]);
});

test('rows that come after a flood stand behind what it left out', async () => {
  const to = await payee();
  await at.wire.flood(async () => {
    for (let units = 1; units <= 20; units++) await at.demo.paidOut({ ...to, amount: units * 100 });
  });
  for (let units = 21; units <= 25; units++) await at.demo.paidOut({ ...to, amount: units * 100 });
  await at.until(() => amounts()).toHaveLength(25);
  expect(amounts()).toEqual(inOrder(amounts()));
});

test('what a flood left out and came later is counted no longer, and no mark is repeated', async () => {
  await at.client.call('markers.add', { text: 'before the flood' });
  await at.row('before the flood');
  await at.wire.flood(() => at.demo.trigger('payment.completed', { count: 5 }));
  // All five are among the latest messages: nothing is missing then.
  await at.until(gaps).toEqual([]);
  await at.until(() => amounts()).toEqual([42, 42, 42, 42, 42].slice(0, amounts().length));
  expect(at.rows.filter((row) => row.includes('before the flood'))).toHaveLength(1);
});

test('while more comes than anybody can read, what is missing is not asked for', async () => {
  const asked = (): number => at.wire.calls.filter((call) => call.includes('/log?')).length;
  const message = { workspace: at.demo.workspace, mode: 'test', at: '2026-03-01T09:00:00.000Z' } as const;
  let number = 1_000_000;
  const more = setInterval(() => {
    for (let each = 0; each < 100; each++) {
      at.wire.push({ ...message, number: ++number, type: 'left_out', data: { request: 1 } });
    }
  }, 1);
  const comesMore = async (count: number): Promise<void> => {
    const from = at.session.received;
    await at.until(() => at.session.received).toBeGreaterThan(from + count);
  };
  try {
    // The first few of them may still be no flood.
    await comesMore(1_000);
    const before = asked();
    await comesMore(2_000);
    expect(asked()).toBe(before);
    expect(gaps()[0]).toMatch(/\d,\d{3} more/);
  } finally {
    clearInterval(more);
  }
  const before = asked();
  await at.until(asked).toBeGreaterThan(before);
});

test('a desk that comes later has triggers and requests in their order', async () => {
  const to = await payee();
  await at.demo.trigger('payment.completed', { amount: 100_000 });
  for (let units = 1; units <= 12; units++) {
    if (units % 3 === 0) await at.demo.trigger('payment.completed', { amount: units * 100 });
    else await at.demo.paidOut({ ...to, amount: units * 100 });
  }
  const later = new Session({
    connect: (scope) => createClient({ url: at.client.url, ...scope, transport: at.wire }),
    scope: { workspace: at.demo.workspace, mode: 'test' },
    judge: () => Promise.reject(new Error('nobody looks at findings')),
    judgesUnasked: false,
    pace: atOnce,
  });
  later.open();
  try {
    await at.until(() => amounts(later)).toEqual([1000, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  } finally {
    later.close();
  }
});

test('a desk that comes later has moves of the clock, marks and days where they were', async () => {
  await at.demo.trigger('payout.created');
  await at.demo.advance('1d');
  await at.client.call('markers.add', { text: 'next day' });
  await at.row('next day');
  const live = at.rows;
  at.session.reopen();
  await at.until(() => at.session.state).toBe('live');
  await at.row('next day');
  const place = (row: RegExp, rows: readonly string[]): number => rows.findIndex((text) => row.test(text));
  for (const rows of [live, at.rows]) {
    const places = [/trigger payout/, /advanced to/, /^02 Mar 2026$/, /next day/].map((row) => place(row, rows));
    expect(places).toEqual(inOrder(places));
    expect(places).not.toContain(-1);
  }
});
