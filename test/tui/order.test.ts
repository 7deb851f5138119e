import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownPace } from '../../src/desk/pace.ts';
import { attach, type Dashboard, type Shown, show } from './harness.ts';

let shown: Shown;

beforeEach(async () => {
  shown = await show({ rows: 40, pace: ownPace });
  await shown.until('ws_demo · test');
});

afterEach(() => shown.close());

/** A customer with a card that payouts can go to. */
async function customerWithCard(): Promise<{ customer_id: string; payment_method_id: string }> {
  const { body } = await shown.sandbox.api('POST', '/customers', {
    email: 'ann@example.com',
    billing_address_1: '1 Main St',
    billing_city: 'Springfield',
    billing_state: 'IL',
    billing_postal_code: '62701',
    billing_country: 'US',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  return { customer_id: body.data.id, payment_method_id: body.payment_method.id };
}

async function payOut(payee: Awaited<ReturnType<typeof customerWithCard>>, amount: number): Promise<void> {
  expect((await shown.sandbox.api('POST', '/payouts', { amount, ...payee })).status).toBe(200);
}

/** The amounts in Activity from the first row to the last one, as somebody sees them who pages up. */
async function amountsSeen({ press, until }: Dashboard): Promise<number[]> {
  const seen: number[][] = [];
  await press('G');
  for (let place = ''; place !== '1'; ) {
    const screen = await until((now) => /(\d+) of [\d,]+/.exec(now)?.[1] !== place);
    const rows = screen.split('\n').filter((row) => /POST \/payouts|trigger/.test(row));
    seen.unshift(
      rows.flatMap((row) => /\$([\d,.]+)/.exec(row)?.[1] ?? []).map((units) => Number(units.replace(',', ''))),
    );
    place = /(\d+) of [\d,]+/.exec(screen)![1]!;
    if (place !== '1') await press('ctrl+u');
  }
  return [...new Set(seen.flat())];
}

const inOrder = (amounts: readonly number[]): number[] => [...amounts].sort((one, other) => one - other);

describe('under a clock that stands still', () => {
  test('rows stand in the order in which things happened, also those that a flood left out', async () => {
    const payee = await customerWithCard();
    for (let amount = 101; amount <= 1_000; amount++) await payOut(payee, amount);
    await shown.until(/more, too fast to show/);
    await shown.until('$10.00');
    const seen = await amountsSeen(shown);
    expect(seen.length).toBeGreaterThan(60);
    expect(seen).toEqual(inOrder(seen));
  });

  test('a dashboard that comes later has triggers and requests in their order', async () => {
    const { client } = shown.sandbox;
    const payee = await customerWithCard();
    await client.trigger('payment.completed', { amount: 100_000 });
    for (let units = 1; units <= 12; units++) {
      if (units % 3 === 0) await client.trigger('payment.completed', { amount: units * 100 });
      else await payOut(payee, units * 100);
    }
    const later = attach(shown.sandbox.url, { rows: 50 });
    await later.until('$12.00');
    expect(await amountsSeen(later)).toEqual([1000, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    await later.close();
  });
});
