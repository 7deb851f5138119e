import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';
import { prepare } from '../support/subscriptions.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const listed = async () => (await demo.read<{ data: Transaction[] }>('/transactions')).data;
const inProgress = { status: 409, body: { type: 'idempotency_error', code: 'request_in_progress' } };
const reused = { status: 409, body: { type: 'idempotency_error', code: 'reference_id_reused', param: 'reference_id' } };

describe('an unknown outcome', () => {
  it('is 503 without data, stores no transaction and moves no money', async () => {
    const payment_token = await demo.tokenize(cards.unavailableCharged);
    const answer = await demo.charge({ payment_token, reference_id: 'r-1' });
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      error: expect.any(String),
      type: 'api_error',
      code: 'gateway_unavailable',
      decline_code: 'M015',
      category: 'gateway_unavailable',
      reference_id: 'r-1',
    });
    expect(await listed()).toEqual([]);
    expect(await demo.balance()).toMatchObject({ pending: 0 });
    expect(await demo.events()).toEqual([]);
  });

  it('that was charged after all: 409 for 30 s, then 201 with the original, once', async () => {
    const body = { payment_token: await demo.tokenize(cards.unavailableCharged), reference_id: 'r-1' };
    await demo.charge(body);
    expect(await demo.charge(body)).toMatchObject(inProgress);
    await demo.advance('29999ms');
    expect(await demo.charge(body)).toMatchObject(inProgress);
    expect(await demo.charge({ ...body, amount: 1 })).toMatchObject(inProgress);
    await demo.advance('1ms');
    const [made] = await listed();
    expect(made).toMatchObject({ reference_id: 'r-1', status: 'pending_settlement', order_number: 1 });
    const repeated = await demo.charge(body);
    expect(repeated).toMatchObject({ status: 201, body: { data: made } });
    await demo.settle();
    const later = await demo.charge(body);
    expect(later.body.data).toMatchObject({ id: made?.id, status: 'settled' });
    expect(await demo.charge({ ...body, amount: 1 })).toMatchObject(reused);
    expect(await listed()).toHaveLength(1);
    expect(await demo.eventTypes()).toEqual(['payment.completed']);
    expect(await demo.balance()).toMatchObject({ available: 1_004_200, pending: 0 });
  });

  it('that was not charged: 409 for 30 s, then the same reference_id may be tried again', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer, cards.unavailableNotCharged);
    const body = { customer_id: customer.id, reference_id: 'r-1' };
    await demo.charge(body);
    expect(await demo.charge(body)).toMatchObject(inProgress);
    await demo.advance('30s');
    expect(await listed()).toEqual([]);
    expect((await demo.charge(body)).status).toBe(503);
    await demo.advance('30s');
    const method = await demo.saveCard(customer);
    const charged = await demo.charge({ ...body, payment_method_id: method.id });
    expect(charged).toMatchObject({ status: 201, body: { data: { reference_id: 'r-1', order_number: 1 } } });
    expect(await demo.charge(body)).toMatchObject(reused);
  });

  it('without a reference_id gets a made one, under which it resolves', async () => {
    const answer = await demo.charge({ payment_token: await demo.tokenize(cards.unavailableCharged) });
    expect(answer).toMatchObject({ status: 503, body: { reference_id: expect.stringMatching(/^ref_/) } });
    await demo.advance('30s');
    expect(await listed()).toHaveLength(1);
  });

  it('completes at its resolution on a card gateway', async () => {
    const onA = await demo.on('gateway_a');
    await onA.charge({ payment_token: await onA.tokenize(cards.unavailableCharged), reference_id: 'r-1' });
    await onA.advance('30s');
    expect(await onA.events()).toMatchObject([{ type: 'payment.completed', data: { amount: 4200 } }]);
  });

  it('comes by a rule with a time and an end of its own', async () => {
    await demo.addRule({ amount: 777, nth: 1 }, { kind: 'unavailable', resolve: 'failed', after: 5_000 });
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer);
    const body = { customer_id: customer.id, amount: 777, reference_id: 'r-1' };
    expect((await demo.charge(body)).status).toBe(503);
    await demo.advance('4s');
    expect(await demo.charge(body)).toMatchObject(inProgress);
    await demo.advance('1s');
    expect((await demo.charge(body)).status).toBe(201);
  });
});

describe('reference_id', () => {
  it('of a charge that was made answers the same body with 201, the transaction as it is now, and no event', async () => {
    const body = { payment_token: await demo.tokenize(), reference_id: 'r-1', metadata: { cart: 'c-1' } };
    const first = await demo.charge(body);
    const again = await demo.charge(body);
    expect(again).toMatchObject({ status: 201, body: first.body });
    await demo.settle();
    await demo.api.post(`/transactions/${first.body.data.id}/refund`, { amount: 200 });
    const later = await demo.charge(body);
    expect(later.body.data).toMatchObject({
      id: first.body.data.id,
      status: 'partially_refunded',
      total_refunded: 200,
    });
    expect(await listed()).toHaveLength(1);
    expect(await demo.eventTypes()).toEqual(['payment.completed', 'payment.refunded']);
  });

  it('answers the same body in another order of its fields', async () => {
    const payment_token = await demo.tokenize();
    const first = await demo.charge({ payment_token, reference_id: 'r-1', amount: 500 });
    const again = await demo.api.post('/charges', { amount: 500, reference_id: 'r-1', payment_token });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('with another body is 409', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer);
    const body = { customer_id: customer.id, reference_id: 'r-1' };
    await demo.charged(body);
    for (const other of [{ amount: 1 }, { currency: 'EUR' }, { metadata: { a: 1 } }]) {
      const refused = await demo.charge({ ...body, ...other });
      expect(refused).toMatchObject(reused);
      expect(refused.body).not.toHaveProperty('category');
    }
    expect(await listed()).toHaveLength(1);
  });

  it('of a declined charge is 409, with the same body and with another, and says by fields what was declined', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer, cards.declined);
    const body = { customer_id: customer.id, reference_id: 'r-1' };
    const first = await demo.charge(body);
    expect(first.status).toBe(402);
    const again = await demo.charge(body);
    expect(again).toMatchObject(reused);
    for (const field of ['decline_code', 'category', 'reference_id', 'data'] as const) {
      expect(again.body[field]).toEqual(first.body[field]);
    }
    const method = await demo.saveCard(customer);
    expect(await demo.charge({ ...body, payment_method_id: method.id })).toMatchObject(reused);
    expect(await listed()).toHaveLength(1);
    await demo.charged({ ...body, payment_method_id: method.id, reference_id: 'r-2' });
  });

  it('is not used up by a 400', async () => {
    const payment_token = await demo.tokenize();
    const body = { payment_token, reference_id: 'r-1' };
    expect((await demo.charge({ ...body, customer_id: 'cus_none' })).status).toBe(400);
    await demo.charged(body);
  });

  it('is its own in each workspace and mode, and apart from those of payouts', async () => {
    const live = (await demo.on('gateway_b')).live;
    for (const on of [demo, await demo.on('gateway_a'), await demo.on('gateway_b'), live]) {
      await on.charged({ reference_id: 'r-1' });
    }
    await demo.paidOut({ reference_id: 'r-1' });
  });
});

describe('an obedient retry after a 503: the same body under the same reference_id', () => {
  const ends = ['approved', 'failed'] as const;
  const unavailableOnce = (operation: string, resolve: (typeof ends)[number]) =>
    demo.addRule({ operation, nth: 1 }, { kind: 'unavailable', resolve, after: 10_000 });
  /** What a list of the API holds. */
  const all = async (path: string) => (await demo.read<{ data: { id: string }[] }>(path)).data;

  it.each(ends)('of a charge of a one-time token makes one transaction (%s)', async (resolve) => {
    await unavailableOnce('charges.create', resolve);
    const body = { payment_token: await demo.tokenize(), reference_id: 'r-1' };
    expect((await demo.charge(body)).status).toBe(503);
    expect(await demo.charge(body)).toMatchObject(inProgress);
    await demo.advance('10s');
    const first = await demo.charge(body);
    const second = await demo.charge(body);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(await listed()).toEqual([first.body.data]);
    // The token is used up by then.
    const other = await demo.charge({ payment_token: body.payment_token });
    expect(other).toMatchObject({ status: 400, body: { code: 'token_used' } });
  });

  it.each(ends)('of a charge of a prepared wallet credential makes one transaction (%s)', async (resolve) => {
    demo = await demo.on('gateway_a');
    await unavailableOnce('charges.create', resolve);
    const service_wallet = { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' };
    const answer = await demo.made<{ data: { prepared: string } }>('/wallets/prepare', { service_wallet }, 200);
    const body = { service_wallet: { type: 'wallet_b', prepared: answer.data.prepared }, reference_id: 'r-1' };
    expect((await demo.charge(body)).status).toBe(503);
    await demo.advance('10s');
    const first = await demo.charge(body);
    expect([first.status, (await demo.charge(body)).status]).toEqual([201, 201]);
    expect(await listed()).toEqual([first.body.data]);
    expect(await demo.charge({ ...body, reference_id: 'r-2' })).toMatchObject({
      status: 400,
      body: { code: 'token_used' },
    });
  });

  it.each(ends)('of a subscription makes one subscription and one charge (%s)', async (resolve) => {
    await unavailableOnce('subscriptions.create', resolve);
    const body = { ...(await prepare(demo)).body, reference_id: 'r-1' };
    expect(await demo.api.post('/subscriptions', body)).toMatchObject({ status: 503, body: { reference_id: 'r-1' } });
    expect(await demo.api.post('/subscriptions', body)).toMatchObject(inProgress);
    await demo.advance('10s');
    const first = await demo.api.post('/subscriptions', body);
    const second = await demo.api.post('/subscriptions', body);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(first.body.data).toMatchObject({ status: 'active', reference_id: 'r-1' });
    expect(await all('/subscriptions')).toEqual([first.body.data]);
    expect(await listed()).toMatchObject([{ reference_id: 'r-1' }]);
    expect(await demo.eventTypes()).toEqual(['subscription.created']);
  });

  it.each(ends)('of a payout, which never went out, makes one payout (%s)', async (resolve) => {
    await unavailableOnce('payouts.create', resolve);
    const customer_id = (await demo.saveCustomer()).id;
    const body = { customer_id, payment_token: await demo.tokenize(), reference_id: 'r-1' };
    expect((await demo.payout(body)).status).toBe(503);
    await demo.advance('10s');
    expect(await all('/payouts')).toEqual([]);
    const made = await demo.payout(body);
    expect(made.status).toBe(200);
    expect(await demo.payout(body)).toMatchObject(reused);
    expect(await all('/payouts')).toEqual([made.body.data]);
    expect(await demo.balance()).toMatchObject({ reserved: 1500 });
  });

  it('may name the made reference_id where none was sent', async () => {
    await unavailableOnce('charges.create', 'approved');
    const body = { payment_token: await demo.tokenize() };
    const { reference_id } = (await demo.charge(body)).body;
    expect(await demo.charge({ ...body, reference_id })).toMatchObject(inProgress);
    await demo.advance('10s');
    const [made] = await listed();
    expect(await demo.charge({ ...body, reference_id })).toMatchObject({ status: 201, body: { data: made } });
  });
});

describe('reference_id of a subscription', () => {
  const subscribe = (fields: object) => demo.api.post('/subscriptions', fields);

  it('answers the same body with the subscription as it is now, also one that starts later', async () => {
    const { body } = await prepare(demo);
    for (const asked of [
      { ...body, reference_id: 'r-1', metadata: { plan: 'gold' } },
      { ...body, reference_id: 'r-2', start_date: '2026-03-15' },
    ]) {
      const { id } = (await subscribe(asked)).body.data as { id: string };
      const { body: cancelled } = await demo.api.post(`/subscriptions/${id}/cancel`, { immediate: true });
      expect(await subscribe(asked)).toMatchObject({ status: 201, body: cancelled });
      expect(await subscribe({ ...asked, metadata: { plan: 'other' } })).toMatchObject(reused);
    }
    expect((await demo.read<{ data: unknown[] }>('/subscriptions')).data).toHaveLength(2);
    expect(await listed()).toHaveLength(1);
  });

  it('of a declined first payment is used up, and is one with those of charges', async () => {
    const { body } = await prepare(demo, { card: cards.declined });
    expect((await subscribe({ ...body, reference_id: 'r-1' })).status).toBe(402);
    expect(await subscribe({ ...body, reference_id: 'r-1' })).toMatchObject(reused);
    await demo.charged({ reference_id: 'r-2' });
    expect(await subscribe({ ...body, reference_id: 'r-2' })).toMatchObject(reused);
  });

  it('that was not sent: the same body is 409 until the outcome is known, another is not', async () => {
    const { body, customer } = await prepare(demo, { card: cards.unavailableNotCharged });
    const refused = await subscribe(body);
    const reference_id = refused.body.reference_id;
    expect(refused).toMatchObject({ status: 503, body: { reference_id: expect.stringMatching(/^ref_/) } });
    expect(await subscribe(body)).toMatchObject({
      ...inProgress,
      body: { error: expect.stringContaining(`${reference_id}`) },
    });
    expect(await subscribe({ ...body, reference_id })).toMatchObject(inProgress);
    const other = await demo.saveCard(customer);
    expect((await subscribe({ ...body, payment_method_id: other.id })).status).toBe(201);
    await demo.advance('30s');
    expect((await subscribe(body)).status).toBe(201);
    expect((await subscribe(body)).status).toBe(201);
  });

  it('is unresolved to whoever has the fault of an unavailable network on it', async () => {
    const { body } = await prepare(demo);
    await demo.control('post', '/faults', {
      on: 'POST /subscriptions',
      kind: 'unavailable',
      resolve: 'approved',
      times: 1,
    });
    expect(await subscribe({ ...body, reference_id: 'r-1' })).toMatchObject({
      status: 503,
      body: { category: 'gateway_unavailable', reference_id: 'r-1' },
    });
    await demo.advance('30s');
    const { data } = await demo.read<{ data: object[] }>('/subscriptions');
    expect(await subscribe({ ...body, reference_id: 'r-1' })).toMatchObject({ status: 201, body: { data: data[0] } });
  });
});
