import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';
import type { Answer } from '../support/sandbox.ts';

type List = { data: Transaction[]; has_more: boolean };
type Answered = Answer<Refusal & { data: Transaction }>;

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const voided = (id: string, on = demo): Promise<Answered> => on.api.post(`/transactions/${id}/void`);
const refund = (id: string, body?: unknown): Promise<Answered> => demo.api.post(`/transactions/${id}/refund`, body);
const invalidState = { status: 400, body: { type: 'invalid_request_error', code: 'invalid_state' } };

describe('settlement', () => {
  it.each([
    ['card', 'saveCard', 2_000],
    ['ach', 'saveBank', 4_000],
  ] as const)('of a %s charge comes by the clock, and completes the payment', async (rail, save, delay) => {
    const customer = await demo.saveCustomer();
    await demo[save](customer);
    const { id } = await demo.charged({ customer_id: customer.id, rail, metadata: { cart: 'c-1' } });
    await demo.advance(`${delay - 1}ms`);
    expect(await demo.events()).toEqual([]);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, pending: 4200 });
    await demo.advance('1ms');
    const at = `2026-03-01T09:00:0${delay / 1000}.000Z`;
    expect(await demo.transaction(id)).toMatchObject({ status: 'settled', settled_at: at, updated_at: at });
    expect(await demo.balance()).toMatchObject({ available: 1_004_200, pending: 0 });
    const [event, ...others] = await demo.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'payment.completed', created: Date.parse(at) / 1000 });
    expect(event?.data).toEqual({
      transaction_id: id,
      amount: 4200,
      currency: 'USD',
      status: 'settled',
      customer_email: 'ada@example.com',
      order_number: 1,
      customer_id: customer.id,
      source: 'api',
      processor: 'debit_payouts',
      rail,
      metadata: { cart: 'c-1' },
    });
  });

  it('tells of no customer where none is linked', async () => {
    await demo.settled();
    const [event] = await demo.events();
    expect(event?.data).not.toHaveProperty('customer_id');
    expect(event?.data).toMatchObject({ customer_email: null });
  });

  it('ends in payment.failed where the network rejects it, and the money never arrives', async () => {
    const { id } = await demo.charged();
    await demo.trigger('payment.failed', { id, code: 'M015' });
    expect(await demo.transaction(id)).toMatchObject({
      status: 'failed',
      error_code: 'M015',
      error_message: 'network error',
      failed_at: '2026-03-01T09:00:00.000Z',
    });
    await demo.advance('1d');
    expect(await demo.eventTypes()).toEqual(['payment.failed']);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, pending: 0 });
  });
});

describe('POST /transactions/{id}/void', () => {
  it.each(['debit_payouts', 'gateway_a', 'gateway_b'] as const)('voids an unsettled charge of %s', async (gateway) => {
    const on = await demo.on(gateway);
    const { id } = await on.charged();
    await on.advance('1s');
    const answer = await voided(id, on);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, status: 'voided', voided_at: '2026-03-01T09:00:01.000Z' } },
    });
    const event = (await on.events()).at(-1);
    expect(event?.type).toBe('payment.voided');
    expect(event?.data).toEqual({ transaction_id: id, amount: 4200, currency: 'USD', payment_link_id: null });
    expect((await on.advance('1h')).summary).toMatchObject({ jobs: 0 });
    expect((await on.transaction(id)).status).toBe('voided');
    const pending = (await on.ledger()).filter(({ account }) => account === 'pending');
    expect(pending.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('is refused after settlement, twice, after a decline and for a dispute, and changes nothing', async () => {
    const settled = await demo.settled();
    const twice = await demo.charged();
    await voided(twice.id);
    const declined = (await demo.charge({ payment_token: await demo.tokenize(cards.declined) })).body.data;
    const disputed = await demo.settled();
    await demo.trigger('payment.disputed', { id: disputed.id });
    const before = await demo.exported();
    for (const [{ id }, status] of [
      [settled, 'settled'],
      [twice, 'voided'],
      [declined, 'failed'],
      [disputed, 'disputed'],
    ] as const) {
      const answer = await voided(id);
      expect(answer).toMatchObject(invalidState);
      expect(answer.body.error).toContain(`Transaction ${id} is ${status}; void requires the state pending_settlement`);
    }
    expect(await demo.exported()).toBe(before);
  });

  it('is 404 for a transaction that is not there', async () => {
    expect(await voided('txn_none')).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
  });
});

describe('POST /transactions/{id}/refund', () => {
  it('refunds everything without a body, with an empty one, and with the whole amount', async () => {
    for (const body of [undefined, {}, { amount: 4200 }]) {
      const { id } = await demo.settled();
      const answer = await refund(id, body);
      expect(answer).toMatchObject({ status: 200, body: { data: { id, status: 'refunded', total_refunded: 4200 } } });
      const event = (await demo.events(id)).at(-1);
      expect(event?.type).toBe('payment.refunded');
      expect(event?.data).toEqual({
        transaction_id: id,
        amount: 4200,
        currency: 'USD',
        refunded_amount: 4200,
        total_refunded: 4200,
        payment_link_id: null,
      });
    }
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
  });

  it('repeats in parts up to the original amount, and what is left without an amount', async () => {
    const { id } = await demo.settled({ amount: 1000 });
    expect((await refund(id, { amount: 300 })).body.data).toMatchObject({
      status: 'partially_refunded',
      total_refunded: 300,
    });
    expect((await refund(id, { amount: 1 })).body.data).toMatchObject({ total_refunded: 301 });
    const tooMuch = await refund(id, { amount: 700 });
    expect(tooMuch).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'amount' } });
    expect(tooMuch.body.error).toContain('699');
    expect((await refund(id)).body.data).toMatchObject({ status: 'refunded', total_refunded: 1000 });
    const refunds = (await demo.events(id)).filter(({ type }) => type === 'payment.refunded');
    expect(refunds.map(({ data }) => [data.refunded_amount, data.total_refunded])).toEqual([
      [300, 300],
      [1, 301],
      [699, 1000],
    ]);
    expect(await refund(id)).toMatchObject(invalidState);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
  });

  it('may bring the balance below zero', async () => {
    const { id } = await demo.settled();
    await demo.paidOut({ amount: 1_004_200 });
    await refund(id);
    expect(await demo.balance()).toMatchObject({ available: -4200, reserved: 1_004_200 });
  });

  it.each([0, -1, 1.5, '100', 4201, 100_000_000, true])('refuses the amount %o', async (amount) => {
    const { id } = await demo.settled();
    expect(await refund(id, { amount })).toMatchObject({ status: 400, body: { param: 'amount' } });
    expect(await demo.transaction(id)).toMatchObject({ status: 'settled', total_refunded: 0 });
  });

  it('is refused before settlement, after a void, a decline or a dispute, and is 404 for none', async () => {
    const pending = await demo.charged();
    const undone = await demo.charged();
    await voided(undone.id);
    const declined = (await demo.charge({ payment_token: await demo.tokenize(cards.declined) })).body.data;
    const disputed = await demo.charged();
    await demo.trigger('transaction.complete', { id: disputed.id });
    await demo.trigger('payment.disputed', { id: disputed.id });
    for (const { id } of [pending, undone, declined, disputed]) {
      const answer = await refund(id);
      expect(answer).toMatchObject(invalidState);
      expect(answer.body.error).toContain('refund requires the state settled or partially_refunded');
    }
    expect(await refund('txn_none')).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
  });
});

describe('reading', () => {
  it('lists newest first, filters by customer, and answers 404 for one that is not there', async () => {
    const [ada, bo] = [await demo.saveCustomer(), await demo.saveCustomer({ email: 'bo@example.com' })];
    const charge = async (customer_id?: string) =>
      (
        await demo.charged({
          payment_token: await demo.tokenize(),
          ...(customer_id === undefined ? {} : { customer_id }),
        })
      ).id;
    const ids = [await charge(ada.id), await charge(), await charge(bo.id), await charge(ada.id)].reverse();
    const idsOf = async (query: string) => (await demo.read<List>(`/transactions?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual(ids);
    expect(await idsOf(`customer_id=${ada.id}`)).toEqual([ids[0], ids[3]]);
    expect(await idsOf(`customer_id=${ada.id}&limit=1`)).toEqual([ids[0]]);
    expect(await idsOf(`customer_id=${ada.id}&starting_after=${ids[0]}`)).toEqual([ids[3]]);
    expect(await idsOf('customer_id=cus_none')).toEqual([]);
    expect(await idsOf('subscription_id=sub_none')).toEqual([]);
    expect(await idsOf(`customer_id=${ada.id}&starting_after=${ids[1]}`)).toEqual([ids[3]]);
    const answer = await demo.api.get<Refusal>(`/transactions?customer_id=${ada.id}&starting_after=txn_none`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'starting_after' } });
    expect(await demo.api.get<Refusal>('/transactions/txn_none')).toMatchObject({
      status: 404,
      body: { type: 'not_found_error', code: 'resource_missing' },
    });
  });

  it('numbers orders from 1 without gaps: refusals take none, declines and resolved charges one each', async () => {
    await demo.charged();
    await demo.charge({ amount: 0 });
    await demo.charge({ payment_token: 'ptok_none' });
    await demo.charge({ payment_token: await demo.tokenize(cards.declined) });
    await demo.charge({ payment_token: await demo.tokenize(cards.unavailableCharged), reference_id: 'r-1' });
    await demo.charge({ payment_token: await demo.tokenize(), reference_id: 'r-1' });
    await demo.charged();
    await demo.advance('30s');
    const undone = await demo.charged();
    await demo.api.post(`/transactions/${undone.id}/void`);
    await demo.charged();
    const { data } = await demo.read<List>('/transactions');
    expect(data.map(({ order_number }) => order_number)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await (await demo.on('gateway_a')).charged()).order_number).toBe(1);
  });
});
