import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/resources/transaction/model.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';

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
      expect(await demo.charge({ ...body, ...other })).toMatchObject(reused);
    }
    expect(await listed()).toHaveLength(1);
  });

  it('of a declined charge is 409, with the same body and with another', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer, cards.declined);
    const body = { customer_id: customer.id, reference_id: 'r-1' };
    expect((await demo.charge(body)).status).toBe(402);
    expect(await demo.charge(body)).toMatchObject(reused);
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
