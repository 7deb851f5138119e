import { afterEach, describe, expect, it } from 'vitest';
import { keepsRuns } from './kept-runs.ts';
import { liveStage, payer, type Stage, stage } from './stage.ts';

let on: Stage;
afterEach(() => on.stop());
keepsRuns('requests');

const fault = (kind: string, operation: string, more: object = {}) =>
  on.sandbox.control.post('/faults', { kind, on: operation, times: 1, ...more });

/** A call whose connection may be cut. */
const lost = (call: Promise<unknown>) => call.catch(() => null);

describe('charges and payouts without a reference', () => {
  it('are one finding an operation', async () => {
    on = await stage();
    const { api } = on.sandbox;
    expect(await on.judge('request/no-reference')).toMatchObject({ state: 'inapplicable' });
    const saved = await payer(on.sandbox);
    await api.post('/charges', { amount: 1_200, ...saved, reference_id: 'order-1' });
    expect(await on.judge('request/no-reference')).toEqual({ state: 'pass' });
    await api.post('/charges', { amount: 1_200, ...saved });
    await api.post('/charges', { amount: 1_300, ...saved }, { 'idempotency-key': 'order-2' });
    const [found, ...others] = await on.findings('request/no-reference');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      message: '2 requests of charges.create had no reference_id.',
      where: 'charges.create',
      evidence: { requests: [{ status: 201 }, { status: 201 }] },
    });
  });
});

describe('a retry after an unknown outcome', () => {
  const rule = 'request/retry-with-new-reference';

  it('is right under the same reference', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const order = { amount: 1_200, ...(await payer(on.sandbox)), reference_id: 'order-1' };
    await fault('unavailable', 'charges.create');
    await on.sandbox.api.post('/charges', order);
    await on.sandbox.api.post('/charges', { ...order, reference_id: 'order-2' });
    await on.sandbox.api.post('/charges', order);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('is wrong under another one for the same order', async () => {
    on = await stage();
    const order = { amount: 1_200, ...(await payer(on.sandbox)), metadata: { order_id: '17' } };
    await fault('unavailable', 'charges.create');
    await on.sandbox.api.post('/charges', { ...order, reference_id: 'a81f' });
    await on.sandbox.api.post('/charges', { ...order, reference_id: '9c20' });
    const [found, ...others] = await on.findings(rule);
    expect(others).toEqual([]);
    expect(found!.message).toBe(
      'charges.create with reference_id a81f was answered 503, and the application repeated it with reference_id 9c20, which was answered 201.',
    );
    expect(found!.evidence.requests).toHaveLength(2);
  });

  it('is wrong without any, also where the connection was cut', async () => {
    on = await stage();
    const payout = { amount: 900, ...(await payer(on.sandbox)) };
    await fault('answer_lost', 'payouts.create');
    await lost(on.sandbox.api.post('/payouts', { ...payout, reference_id: 'payout-1' }));
    await on.sandbox.api.post('/payouts', payout);
    expect(await on.findings(rule)).toMatchObject([{ where: 'payouts.create' }]);
  });

  it('is what request/no-reference speaks of where the first had none, and worse than that alone', async () => {
    on = await stage();
    const payout = { amount: 900, ...(await payer(on.sandbox)) };
    await fault('answer_lost', 'payouts.create');
    await lost(on.sandbox.api.post('/payouts', payout));
    await on.sandbox.api.post('/payouts', payout);
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    expect(await on.findings('request/no-reference')).toMatchObject([
      {
        level: 'error',
        message:
          'payouts.create with no reference_id was cut off, and the application repeated it with no reference_id, which was answered 200.',
      },
      { message: '2 requests of payouts.create had no reference_id.' },
    ]);
  });

  it('is not told from another purchase where nothing names the order', async () => {
    on = await stage();
    const order = { amount: 1_200, ...(await payer(on.sandbox)) };
    await fault('unavailable', 'charges.create');
    await on.sandbox.api.post('/charges', { ...order, reference_id: 'order-1' });
    await on.sandbox.api.post('/charges', { ...order, reference_id: 'order-2' });
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete', findings: [{ where: 'charges.create' }] });
  });

  it('is told from another purchase by a name without a digit too', async () => {
    on = await stage();
    const saved = await payer(on.sandbox);
    const charge = (name: string, metadata: object, reference_id: string) =>
      on.sandbox.api.post('/charges', { ...saved, amount: 1_200, metadata: { for: name, ...metadata }, reference_id });
    // What an order is like names none.
    await fault('unavailable', 'charges.create');
    await charge('x', { order: 'online', order_type: 'gift' }, 'anna');
    await charge('x', { order: 'online', order_type: 'gift' }, 'berta');
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete' });
    await fault('unavailable', 'charges.create');
    await charge('y', { order_id: 'clara' }, 'first');
    await charge('y', { order_id: 'clara' }, 'second');
    expect(await on.findings(rule)).toHaveLength(1);
    await fault('unavailable', 'charges.create');
    await charge('z', {}, 'dora-try-one');
    await charge('z', {}, 'dora-try-two');
    expect(await on.findings(rule)).toHaveLength(2);
  });

  it('gives a part of a refund back twice, unless somebody looked or sent a key', async () => {
    on = await stage();
    const { api, control } = on.sandbox;
    const charge = async () => {
      const order = { amount: 5_000, ...(await payer(on.sandbox)) };
      const { body } = await api.post<{ data: { id: string } }>('/charges', order);
      await control.post('/clock', { advance: '1d' });
      return body.data.id;
    };
    const [careful, keyed, blind] = [await charge(), await charge(), await charge()];
    await fault('answer_lost', 'transactions.refund');
    await lost(api.post(`/transactions/${careful}/refund`, { amount: 500 }));
    await api.get(`/transactions/${careful}`);
    await api.post(`/transactions/${careful}/refund`, { amount: 500 });
    await fault('answer_lost', 'transactions.refund');
    const key = { 'idempotency-key': 'refund-1' };
    await lost(api.post(`/transactions/${keyed}/refund`, { amount: 500 }, key));
    await api.post(`/transactions/${keyed}/refund`, { amount: 500 }, key);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await fault('answer_lost', 'transactions.refund');
    await lost(api.post(`/transactions/${blind}/refund`, { amount: 500 }));
    await api.post(`/transactions/${blind}/refund`, { amount: 500 });
    const [found] = await on.findings(rule);
    expect(found!.message).toContain('without reading the transaction first');
  });
});

describe('a declined charge', () => {
  const rule = 'request/declined-retried-same';
  /** The workspace whose gateway declines less than a dollar. */
  const declined = { card: { number: '4111111111111111', exp_month: '12', exp_year: '2030' }, amount: 50 };

  async function decline(reference: string | undefined, amount = declined.amount) {
    const { body } = await on.sandbox.api.post<{ data: { token: string } }>('/tokens', declined.card);
    return on.sandbox.api.post('/charges', { amount, payment_token: body.data.token, reference_id: reference });
  }

  it('may be tried with another card and a new reference', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    expect((await decline('order-1')).status).toBe(402);
    await decline('order-1-b');
    const { body } = await on.sandbox.api.post<{ data: { token: string } }>('/tokens', declined.card);
    const keyed = { amount: 50, payment_token: body.data.token, reference_id: 'order-2' };
    for (let time = 0; time < 2; time++) await on.sandbox.api.post('/charges', keyed, { 'idempotency-key': 'order-2' });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await decline('order-1');
    expect(await on.findings(rule)).toMatchObject([{ message: expect.stringContaining('answered 409') }]);
  });

  it('is not tried again and again as it is', async () => {
    on = await stage();
    const { customer_id } = await payer(on.sandbox);
    await on.sandbox.control.post('/rules', { when: { operation: 'charges.create' }, then: { kind: 'decline' } });
    for (let attempt = 1; attempt <= 4; attempt++) {
      await on.sandbox.api.post('/charges', { amount: 700, customer_id, reference_id: `order-${attempt}` });
    }
    expect(await on.findings(rule)).toMatchObject([{ message: expect.stringContaining('declined 4 times') }]);
  });

  it('may be that of a subscription', async () => {
    on = await stage();
    const { customer_id } = await payer(on.sandbox);
    const plan = { name: 'Club', price: 900, recurring: { interval: 'month' } };
    const { body } = await on.sandbox.api.post<{ data: { id: string } }>('/products', plan);
    await on.sandbox.control.post('/rules', { when: { operation: 'subscriptions.create' }, then: { kind: 'decline' } });
    const wanted = { customer_id, product_id: body.data.id, reference_id: 'club-1' };
    for (let time = 0; time < 2; time++) await on.sandbox.api.post('/subscriptions', wanted);
    expect(await on.findings(rule)).toMatchObject([
      {
        message: expect.stringMatching(/^The subscription club-1 was declined, and retried with the same reference_id/),
        where: 'subscriptions.create',
      },
    ]);
  });
});

describe('a write that was refused with 429', () => {
  const rule = 'request/rate-limit-ignored';

  it('may be repeated when the wait is over, and not before', async () => {
    on = await stage();
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await fault('rate_limit', 'customers.create');
    const ada = { email: 'ada@example.com' };
    await on.sandbox.api.post('/customers', ada);
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete', findings: [] });
    await on.sandbox.control.post('/clock', { advance: '1m' });
    await on.sandbox.api.post('/customers', ada);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await fault('rate_limit', 'customers.create');
    const bob = { email: 'bob@example.com' };
    await on.sandbox.api.post('/customers', bob);
    await on.sandbox.api.post('/customers', bob);
    expect(await on.findings(rule)).toMatchObject([
      {
        message: expect.stringContaining(
          "Retry-After: 1; the application did not wait for it: the next attempt, its own or a user's,",
        ),
        where: 'customers.create',
        evidence: { requests: [{ status: 429 }, {}] },
      },
    ]);
  });

  it('is another attempt if the call before it was made again as well', async () => {
    on = await liveStage();
    await fault('rate_limit', 'customers.create');
    for (let attempt = 1; attempt <= 2; attempt++) {
      await on.sandbox.api.get('/products?limit=5');
      await on.sandbox.api.post('/customers', { email: 'ada@example.com' });
    }
    expect(await on.findings(rule)).toMatchObject([
      {
        message: expect.stringContaining(
          'not repeated by the application: a new attempt, again with products.list before it',
        ),
      },
    ]);
  });
});

describe('a write that nobody makes again after a 429', () => {
  it('is told once its wait is over, unless it was asked for in another way', async () => {
    on = await stage();
    const rule = 'request/rate-limit-ignored';
    const { api } = on.sandbox;
    const order = { amount: 1_200, ...(await payer(on.sandbox)) };
    await fault('rate_limit', 'charges.create');
    await api.post('/charges', { ...order, reference_id: 'order-1' });
    await expect
      .poll(() => on.judge(rule), { interval: 250 })
      .toMatchObject({
        state: 'incomplete',
        findings: [{ message: 'charges.create was refused with 429 and never repeated.' }],
      });
    await api.post('/charges', { ...order, reference_id: 'order-1-again' }, { 'idempotency-key': 'again' });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  }, 15_000);
});

describe('a write beside one that was refused with 429', () => {
  it('is another one under another Idempotency-Key', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const { body } = await api.post<{ data: { id: string } }>('/products', {
      name: 'Mug',
      price: 900,
      track_inventory: true,
      stock_quantity: 9,
    });
    await fault('rate_limit', 'inventory.adjust');
    const sell = (key: string) =>
      api.post('/inventory/adjust', { product_id: body.data.id, delta: -1 }, { 'idempotency-key': key });
    expect([(await sell('sale-1')).status, (await sell('sale-2')).status]).toEqual([429, 200]);
    expect(await on.findings('request/rate-limit-ignored')).toEqual([]);
    await fault('rate_limit', 'inventory.adjust');
    for (const _ of [1, 2]) await sell('sale-3');
    expect(await on.findings('request/rate-limit-ignored')).toMatchObject([{ where: 'inventory.adjust' }]);
  });
});

describe('a list of more than one page', () => {
  const rule = 'request/page-not-followed';

  it('is read to its end', async () => {
    on = await stage();
    const { api } = on.sandbox;
    for (let number = 0; number < 11; number++) await api.post('/customers', { email: `c${number}@example.com` });
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    await api.get('/customers?limit=5');
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete' });
    const { body } = await api.get<{ data: { id: string }[] }>('/customers');
    expect(await on.findings(rule)).toMatchObject([
      { where: '/api/v1/customers', message: expect.stringContaining('Later pages contain 1 of its own objects') },
    ]);
    await api.get(`/customers?starting_after=${body.data.at(-1)!.id}`);
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
  });

  it('may be asked for a few, but not by who goes through them', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const link = async (amount: number) =>
      (await api.post<{ data: { id: string } }>('/payout-links', { amount, recipient_email: 'sam@example.com' })).body
        .data.id;
    for (const amount of [900, 1_000, 1_100]) await link(amount);
    const page = (await api.get<{ data: { id: string }[] }>('/payout-links?limit=2')).body.data;
    const cancel = (id: string) => api.post(`/payout-links/${id}/cancel`);
    await cancel(page[0]!.id);
    expect(await on.judge(rule)).toMatchObject({ state: 'incomplete' });
    await cancel(page[1]!.id);
    expect(await on.findings(rule)).toMatchObject([
      { where: '/api/v1/payout-links', message: expect.stringContaining('Later pages contain 1 of its own objects') },
    ]);
  });
});

describe('what is sent', () => {
  it('is known to the API', async () => {
    on = await stage();
    await on.sandbox.api.post('/customers', { email: 'ada@example.com' });
    expect(await on.judge('request/unknown-fields')).toEqual({ state: 'pass' });
    await on.sandbox.api.post('/customers', { email: 'ada@example.com', fullname: 'Ada' });
    expect(await on.findings('request/unknown-fields')).toMatchObject([
      { message: 'customers.create was sent fullname, which the API does not read.' },
    ]);
  });

  it('ties sessions to orders', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const rule = 'request/unlinked';
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const { body } = await api.post<{ data: { id: string } }>('/products', { name: 'Cup', price: 1_250 });
    const session = {
      line_items: [{ product_id: body.data.id, quantity: 1 }],
      success_url: 'http://localhost:3000/thanks',
    };
    await api.post('/checkout-sessions', { ...session, metadata: { order: '1' } });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await api.post('/checkout-sessions', session);
    expect(await on.findings(rule)).toMatchObject([{ where: 'checkout_sessions.create' }]);
  });

  it('ties charges and payouts to orders, by metadata or by a reference', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const rule = 'request/unlinked';
    const order = { amount: 1_200, ...(await payer(on.sandbox)) };
    await api.post('/charges', { ...order, metadata: { order: '1' } });
    await api.post('/charges', { ...order, reference_id: 'order-2' });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await api.post('/charges', order, { 'idempotency-key': 'order-3' });
    expect(await on.findings(rule)).toMatchObject([
      { where: 'charges.create', message: '1 request of charges.create had no metadata and no reference_id.' },
    ]);
  });

  it('adjusts the stock instead of setting it', async () => {
    on = await stage();
    const { api } = on.sandbox;
    const rule = 'request/stock-overwritten';
    expect(await on.judge(rule)).toMatchObject({ state: 'inapplicable' });
    const { body } = await api.post<{ data: { id: string } }>('/products', {
      name: 'Cup',
      price: 1_250,
      stock_quantity: 9,
    });
    const cup = body.data.id;
    await api.get(`/products/${cup}`);
    await api.post('/inventory/adjust', { product_id: cup, delta: -1 });
    expect(await on.judge(rule)).toEqual({ state: 'pass' });
    await api.patch(`/products/${cup}`, { stock_quantity: 7 });
    await api.post('/inventory/adjust', { product_id: cup, quantity: 6 });
    expect(await on.findings(rule)).toMatchObject([
      { where: 'products.update', message: expect.stringContaining(`The stock of ${cup} was read and then set to 7`) },
      { where: 'inventory.adjust', message: expect.stringContaining(`set to 6 with POST /api/v1/inventory/adjust`) },
    ]);
  });
});
