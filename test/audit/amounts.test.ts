import { afterEach, describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { payer, type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('amounts');

describe('an amount', () => {
  const rule = 'request/amount-scale';

  it('is in whole cents, and what the products cost', async () => {
    on = await stage();
    const { api } = on.sandbox;
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const saved = await payer(on.sandbox);
    const { body } = await api.post<{ data: { id: string } }>('/products', { name: 'Cup', price: 1_250 });
    const cup = body.data.id;
    await api.post('/charges', { ...saved, amount: 1_250, product_id: cup });
    await api.post('/charges', { ...saved, amount: 2_500, line_items: [{ product_id: cup, quantity: 2 }] });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await api.post('/charges', { ...saved, amount: 125_000, product_id: cup });
    expect(await on.findings(rule)).toMatchObject([{ message: expect.stringContaining('a hundred times as much') }]);
    await api.post('/payouts', { ...saved, amount: 12.5 });
    expect(await on.findings(rule)).toMatchObject([
      {
        where: 'payouts.create',
        message: 'payouts.create was called with the amount 12.5, which was refused: amounts are integer cents.',
      },
      { where: 'charges.create' },
    ]);
  });

  it('leaves no cent of what is refunded', async () => {
    on = await stage();
    const { api, control } = on.sandbox;
    const saved = await payer(on.sandbox);
    const { body } = await api.post<{ data: { id: string } }>('/charges', { ...saved, amount: 1_999 });
    await control.post('/settle', {});
    const refund = (amount: number) => api.post(`/transactions/${body.data.id}/refund`, { amount });
    await refund(1_000);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await refund(998);
    expect(await on.findings(rule)).toMatchObject([
      {
        where: 'transactions.refund',
        message: expect.stringMatching(
          /^transactions\.refund of 998 cents leaves 1 cent of the 1999 cents of txn_\w+: /,
        ),
      },
    ]);
  });
});

describe('charges that name no product', () => {
  it('are compared with what pieces of the products cost', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const saved = await payer(on.sandbox);
    for (const price of [1_150, 2_400]) await api.post('/products', { name: 'Tea', price });
    for (const amount of [115_000, 345_000, 480_000]) await api.post('/charges', { ...saved, amount });
    expect(await on.findings('request/amount-scale')).toMatchObject([
      { message: expect.stringContaining('Every charge is a hundred times a multiple of a product price') },
    ]);
    await api.post('/charges', { ...saved, amount: 2_400 });
    expect(await on.judge('request/amount-scale')).toEqual({ state: 'pass' });
  });
});

describe('an amount that 3-D Secure authenticated', () => {
  const rule = 'request/amount-scale';

  it('is that of the charge, in cents', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const charge = async (proven: number) => {
      const card = { number: '4000000000003238', exp_month: '12', exp_year: '2030' };
      const { token } = (await api.post<{ data: { token: string } }>('/tokens', card)).body.data;
      const { data } = (await api.post<{ data: object }>('/three-ds/authenticate', { token, amount: proven })).body;
      return api.post('/charges', { amount: 4_250, payment_token: token, three_ds: data });
    };
    await charge(4_250);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await charge(425_000);
    expect(await on.findings(rule)).toMatchObject([
      { where: 'charges.create', message: expect.stringContaining('3-D Secure authenticated 425000') },
    ]);
    expect(await on.judge('request/unknown-fields')).toEqual({ state: 'pass' });
  });
});

describe('an amount that names no product', () => {
  const rule = 'request/amount-scale';
  const charge = async (body: object) =>
    on.sandbox.api.post<{ data: { id: string } }>('/charges', { ...(await payer(on.sandbox)), ...body });

  it('is what its metadata says in major units', async () => {
    on = await stage();
    await charge({ amount: 1_250, metadata: { order_id: 'o-1', total: '12.50' } });
    await charge({ amount: 125_000, metadata: { order_id: 'o-2', unit_price: '12.50', quantity: '100' } });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await charge({ amount: 125_000, metadata: { order_id: 'o-3', total: '12.50' } });
    expect(await on.findings(rule)).toMatchObject([
      { message: 'charges.create requests 125000 cents, but its metadata states a total of 1250 cents.' },
    ]);
  });

  it('is no less than what is refunded of it, or paid out for its order', async () => {
    on = await stage();
    const saved = await payer(on.sandbox);
    const { body } = await charge({ amount: 1_900, metadata: { order_id: 'o-4' } });
    await on.sandbox.control.post('/settle', {});
    const payout = (amount: number) =>
      on.sandbox.api.post('/payouts', { ...saved, amount, metadata: { order_id: 'o-4' } });
    await payout(1_700);
    await on.sandbox.api.post(`/transactions/${body.data.id}/refund`, { amount: 1_901 });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await on.sandbox.api.post(`/transactions/${body.data.id}/refund`, { amount: 190_000 });
    await payout(190_000);
    expect((await on.findings(rule)).map(({ where }) => where).sort()).toEqual([
      'payouts.create',
      'transactions.refund',
    ]);
  });

  it('may be in dollars where each is less than one, of which the audit cannot be sure', async () => {
    on = await stage();
    for (const amount of [42, 19]) await charge({ amount });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await charge({ amount: 99 });
    expect(await on.judge(rule)).toMatchObject({
      state: 'incomplete',
      findings: [{ message: 'Every charge is less than a dollar: 42, 19, 99 cents.' }],
    });
  });
});

describe('the parts of an amount', () => {
  const rule = 'request/amount-fraction';
  const charge = async (body: object) =>
    on.sandbox.api.post<{ data: { id: string } }>('/charges', { ...(await payer(on.sandbox)), ...body });

  it('add up where they are rounded once', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const { body } = await on.sandbox.api.post<{ data: { id: string } }>('/products', { name: 'Cup', price: 1_999 });
    await charge({ amount: 1_999, product_id: body.data.id });
    // 8.25 % of 19.99 is 1.649175; a coupon of 10 %; a fee that the seller bears.
    await charge({ amount: 2_164, metadata: { subtotal: 1_999, tax: 165, tax_rate: '0.0825' } });
    await charge({ amount: 1_799, metadata: { subtotal: '19.99', discount: '10' } });
    await charge({ amount: 1_899, metadata: { subtotal: 1_999, fee: 100, order: 'o-1' } });
    // One percent of two dollars is not a cent.
    await charge({ amount: 198, metadata: { subtotal: 200, discount: 1 } });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('are not one cent beside it', async () => {
    on = await stage();
    const { body } = await on.sandbox.api.post<{ data: { id: string } }>('/products', { name: 'Cup', price: 1_999 });
    await charge({ amount: 1_998 });
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete', findings: [{ where: 'charges.create' }] });
    await charge({ amount: 1_998, product_id: body.data.id });
    await charge({ amount: 2_163, metadata: { subtotal: 1_999, tax: 165 } });
    expect((await on.findings(rule)).map(({ message }) => message)).toEqual([
      'charges.create requests 1998 cents for products that cost 1999.',
      'charges.create requests 2163 cents, which is one cent off the sum of its parts: subtotal 1999, tax 165.',
    ]);
  });

  it('are what is left to refund, and what an order brought', async () => {
    on = await stage();
    const { api, control } = on.sandbox;
    const saved = await payer(on.sandbox);
    const { body } = await charge({ amount: 1_000, metadata: { order_id: 'o-7' } });
    await control.post('/settle', {});
    const payout = (amount: number) => api.post('/payouts', { ...saved, amount, metadata: { order_id: 'o-7' } });
    const refund = (amount: number) => api.post(`/transactions/${body.data.id}/refund`, { amount });
    await payout(333);
    await payout(333);
    await refund(334);
    await refund(333);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await payout(333);
    expect((await refund(334)).status).toBe(400);
    expect(await on.findings(rule)).toMatchObject([
      {
        where: 'transactions.refund',
        message: expect.stringMatching(/^A refund of 334 cents .* but only 333 cents of txn_\w+ are left/),
      },
      {
        where: 'payouts.create',
        message: expect.stringMatching(/^3 payouts for one order add up to 999 cents, but 1000/),
      },
    ]);
  });
});

describe('what is given back by its pieces', () => {
  const rule = 'request/amount-fraction';

  it('is all that was paid, or less because less is given back', async () => {
    on = await stage();
    await refundedInParts(12_569, [3_590, 1_795, 7_184]);
    await refundedInParts(2_000, [500, 500]);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is told once where it was thirds that leave a cent, by what they lost it to', async () => {
    on = await stage();
    const id = await refundedInParts(1_000, [333, 333, 333]);
    expect((await on.findings(rule)).map(({ message }) => message)).toEqual([
      `3 refunds of ${id} add up to 999 cents, 3 times 333, but 1000 were paid. Each piece was rounded down, and 1 cent is left.`,
    ]);
    expect(await on.judge('request/amount-scale')).toEqual({ state: 'pass' });
  });

  it('is not less because each piece was rounded down', async () => {
    on = await stage();
    const id = await refundedInParts(12_569, [3_590, 1_795, 7_180]);
    expect((await on.findings(rule)).map(({ message }) => message)).toEqual([
      `3 refunds of ${id} add up to 12565 cents, 7 times 1795, but 12569 were paid. Each piece was rounded down, and 4 cents are left.`,
    ]);
  });

  /** Pays so much, and gives it back in parts; the id of the payment. */
  async function refundedInParts(amount: number, parts: readonly number[]): Promise<string> {
    const { api, control } = on.sandbox;
    const { body } = await api.post<{ data: { id: string } }>('/charges', { ...(await payer(on.sandbox)), amount });
    await control.post('/settle', {});
    for (const part of parts) await api.post(`/transactions/${body.data.id}/refund`, { amount: part });
    return body.data.id;
  }
});

describe('refunds in parts', () => {
  const rule = 'request/refund-beyond-left';

  it('are told of where one is more than is left, which the audit cannot call wrong by itself', async () => {
    on = await stage();
    const { api, control } = on.sandbox;
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const order = { ...(await payer(on.sandbox)), amount: 1_000 };
    const { body } = await api.post<{ data: { id: string } }>('/charges', order);
    await control.post('/settle', {});
    const refund = (amount: number) => api.post(`/transactions/${body.data.id}/refund`, { amount });
    await refund(1_500);
    await refund(600);
    await refund(400);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await refund(500);
    expect(await on.judge(rule)).toMatchObject({
      state: 'incomplete',
      findings: [
        { message: expect.stringContaining('requests 500 cents, but only 0 cents of 1000 are left; it was refused.') },
      ],
    });
  });
});
