import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';

let demo: Demo;
let customer: { id: string; email: string };
eachTest(async (fresh) => {
  demo = fresh;
  customer = await demo.saveCustomer();
  await demo.saveCard(customer);
});

const charge = (fields: Record<string, unknown> = {}) => demo.charge({ customer_id: customer.id, ...fields });
const statusesOf = async (count: number, fields = {}) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await charge(fields)).status);
  return statuses;
};

describe('an audit around the workspace', () => {
  const marked = () =>
    createClient({ url: demo.sandbox.url, workspace: demo.workspace, audit: 'payment-failed', mode: 'test' });

  it('leaves a card that declines to its decline, and a payment to the rule that decides it', async () => {
    await marked().call('faults.create', { on: 'charges.create', kind: 'unavailable', resolve: 'approved', times: 1 });
    await marked().call('rules.create', { when: { direction: 'in' }, then: { kind: 'late' } });
    const payment_token = await demo.tokenize(cards.declined);
    expect((await charge({ payment_token })).status).toBe(402);
    await demo.addRule({ amount: 504 }, { kind: 'decline', code: 'cvc' });
    expect((await charge({ amount: 504 })).body.category).toBe('cvc');
  });

  it('lets an injected fault come first, and its own act on the next call', async () => {
    await marked().call('faults.create', { on: 'charges.create', kind: 'status', status: 500, times: 1 });
    await demo.control('post', '/faults', { on: 'charges.create', kind: 'status', status: 429, times: 1 });
    expect(await statusesOf(3)).toEqual([429, 500, 201]);
  });
});

describe("a workspace's own rules", () => {
  it('win over the built-in ones', async () => {
    await demo.addRule({ card: 'declined' }, { kind: 'dispute', after: 1_000 });
    const { id } = await demo.charged({ payment_token: await demo.tokenize(cards.declined) });
    await demo.advance('3s');
    expect((await demo.transaction(id)).status).toBe('disputed');
    await demo.addRule({ operation: 'payouts.create', amount: 53 }, { kind: 'fail', code: 'M004' });
    const payout = await demo.paidOut({ amount: 53 });
    await demo.settle();
    expect(await demo.payoutOf(payout.id)).toMatchObject({ error_code: 'M004', error_message: 'system error' });
  });

  it('say how often they act: the first three times, from the second to the third, or so many times', async () => {
    await demo.addRule({ amount: 501, nth: '2-3' }, { kind: 'decline' });
    expect(await statusesOf(5, { amount: 501 })).toEqual([201, 402, 402, 201, 201]);
    await demo.addRule({ amount: 502, times: 2 }, { kind: 'decline' });
    expect(await statusesOf(4, { amount: 502 })).toEqual([402, 402, 201, 201]);
    await demo.addRule({ amount: 503, nth: '1' }, { kind: 'decline' });
    expect(await statusesOf(2, { amount: 503 })).toEqual([402, 201]);
    const { data } = await demo.control<{ data: { spent: boolean }[] }>('get', '/rules');
    expect(data.map(({ spent }) => spent)).toEqual([true, true, true]);
  });

  it.each([
    [{ nth: '3-1' }, /must go from a smaller number to a larger one/],
    [{ nth: '0-2' }, /must be a whole number of at least 1, or a range such as "1-3", not "0-2"/],
    [{ nth: 2, times: 2 }, /both set how often/],
  ])('that can never act so are refused: %j', async (when, why) => {
    const answer = await demo.sandbox.control.post<Refusal>('/rules', { when, then: { kind: 'decline' } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(why)]);
  });

  it('decide in the order in which they were added', async () => {
    await demo.addRule({ amount: 500 }, { kind: 'decline', code: 'insufficient_funds' });
    await demo.addRule({ amount: { gte: 400, lt: 600 } }, { kind: 'decline', code: 'cvc' });
    expect((await charge({ amount: 500 })).body.category).toBe('insufficient_funds');
    expect((await charge({ amount: 400 })).body.category).toBe('cvc');
    expect((await charge({ amount: 599 })).body.category).toBe('cvc');
    expect(await statusesOf(1, { amount: 600 })).toEqual([201]);
    expect(await statusesOf(1, { amount: 399 })).toEqual([201]);
  });

  it('of the nth time count what fits the rest of the condition, declines among them', async () => {
    await demo.addRule({ amount: 777, nth: 2 }, { kind: 'decline' });
    await demo.addRule({ amount: 777, nth: 3 }, { kind: 'decline' });
    expect(await statusesOf(1, { amount: 776 })).toEqual([201]);
    expect(await statusesOf(5, { amount: 777 })).toEqual([201, 402, 201, 402, 201]);
  });

  it('let money come in and go out late, by the clock alone', async () => {
    await demo.addRule({ amount: 777 }, { kind: 'late', after: 3 * 86_400_000 });
    await demo.addRule({ operation: 'payouts.create' }, { kind: 'late' });
    const { id } = (await charge({ amount: 777 })).body.data;
    const payout = await demo.paidOut({ amount: 500 });
    const statuses = async () => [(await demo.transaction(id)).status, (await demo.payoutOf(payout.id)).status];
    await demo.settle();
    await demo.advance('2d');
    expect(await statuses()).toEqual(['pending_settlement', 'pending']);
    await demo.advance('2d');
    expect(await statuses()).toEqual(['settled', 'pending']);
    await demo.advance('28d');
    expect(await statuses()).toEqual(['settled', 'paid']);
  });

  it('do not count a call that was refused before the network was asked', async () => {
    await demo.addRule({ operation: 'charges.create', nth: 1 }, { kind: 'decline' });
    expect(await statusesOf(1, { amount: 0 })).toEqual([400]);
    expect((await demo.charge({ payment_token: 'ptok_none' })).status).toBe(400);
    expect(await statusesOf(2)).toEqual([402, 201]);
  });

  it('let the side of the buyer pay another amount or currency on a page, in event and reads alike', async () => {
    const rule = { operation: 'checkout.pay' };
    const other = (by: number | undefined, operation: string) =>
      demo.addRule({ operation }, { kind: 'other_amount', by });
    await expect(other(-1, 'charges.create')).rejects.toThrow();
    await expect(other(undefined, 'checkout.pay')).rejects.toThrow();
    await demo.addRule({ ...rule, nth: 1 }, { kind: 'other_amount', by: -1 });
    await demo.addRule({ ...rule, nth: 1 }, { kind: 'other_amount', currency: 'EUR' });
    const paid: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      const made = await demo.api.post<{ data: { id: string } }>('/checkout-sessions', {
        amount: 4200,
        success_url: 'https://shop.example/thanks',
      });
      const { id } = made.body.data;
      await demo.control('post', '/triggers/checkout_session.complete', { id });
      const { body } = await demo.api.get<{ data: { transaction_id: string; amount: number; currency: string } }>(
        `/checkout-sessions/${id}`,
      );
      const { amount, currency } = await demo.transaction(body.data.transaction_id);
      expect(body.data).toMatchObject({ amount, currency });
      paid.push([amount, currency]);
    }
    expect(paid).toEqual([
      [4199, 'USD'],
      [4200, 'EUR'],
      [4200, 'USD'],
    ]);
  });

  it('name a customer by id or e-mail, whatever its case', async () => {
    await demo.addRule({ customer: customer.id }, { kind: 'decline', code: 'duplicate' });
    await demo.addRule({ customer: 'BO@example.com' }, { kind: 'decline', code: 'configuration' });
    expect((await charge()).body.category).toBe('duplicate');
    const bo = await demo.saveCustomer({ email: 'Bo@Example.com' });
    await demo.saveCard(bo);
    expect((await charge({ customer_id: bo.id })).body.category).toBe('configuration');
    expect((await demo.charge({ payment_token: await demo.tokenize() })).status).toBe(201);
  });

  it('name a card by behaviour, last four digits or brand', async () => {
    const outcomeOf = async (number: string) => {
      const { body, status } = await demo.charge({ payment_token: await demo.tokenize(number) });
      return body.category ?? status;
    };
    await demo.addRule({ card: '8210' }, { kind: 'decline', code: 'cvc' });
    await demo.addRule({ card: 'mastercard' }, { kind: 'decline', code: 'duplicate' });
    await demo.addRule({ card: 'chargeback' }, { kind: 'decline', code: 'insufficient_funds' });
    expect(await outcomeOf(cards.mastercardDebit)).toBe('cvc');
    expect(await outcomeOf(cards.mastercardPrepaid)).toBe('duplicate');
    expect(await outcomeOf(cards.chargeback)).toBe('insufficient_funds');
    expect(await outcomeOf(cards.visaDebit)).toBe(201);
  });

  it('name a rail, a gateway, an operation', async () => {
    await demo.saveBank(customer);
    await demo.addRule({ rail: 'ach' }, { kind: 'decline' });
    await demo.addRule({ gateway: 'gateway_a' }, { kind: 'decline' });
    await demo.addRule({ operation: 'payouts.create' }, { kind: 'fail', code: 'M019' });
    expect(await statusesOf(1, { rail: 'ach' })).toEqual([402]);
    expect(await statusesOf(1)).toEqual([201]);
    const { id } = await demo.paidOut();
    await demo.settle();
    expect(await demo.payoutOf(id)).toMatchObject({ status: 'failed', error_code: 'M019' });
  });

  it('hold back an answer, and leave the outcome to the next rule', async () => {
    await demo.addRule({ amount: 500 }, { kind: 'latency', ms: 150 });
    await demo.addRule({ amount: 500 }, { kind: 'decline' });
    const before = performance.now();
    expect(await statusesOf(1, { amount: 500 })).toEqual([402]);
    expect(performance.now() - before).toBeGreaterThan(145);
  });

  it('fail a pending charge later, with a code of the network', async () => {
    await demo.addRule({ amount: 500 }, { kind: 'fail', code: 'M016' });
    const { id } = await demo.charged({ customer_id: customer.id, amount: 500 });
    await demo.advance('2s');
    expect(await demo.transaction(id)).toMatchObject({ status: 'failed', error_code: 'M016' });
    expect((await demo.events(id)).map(({ type }) => type)).toEqual(['payment.failed']);
  });

  it('are of their workspace alone, and gone when they are deleted', async () => {
    const { id } = (
      await demo.control<{ data: { id: string } }>('post', '/rules', { when: {}, then: { kind: 'decline' } })
    ).data;
    expect(await statusesOf(1)).toEqual([402]);
    const onA = await demo.on('gateway_a');
    await onA.charged();
    await demo.remove(`/rules/${id}`);
    expect(await statusesOf(1)).toEqual([201]);
  });
});

describe("the code of a rule's decline", () => {
  it.each([
    [undefined, { category: 'declined', code: 'card_declined', decline_code: 'M003' }],
    ['insufficient_funds', { category: 'insufficient_funds', code: 'insufficient_funds', decline_code: 'M008' }],
    ['unknown', { category: 'unknown', code: 'unknown_error', decline_code: 'M018' }],
    ['CVC', { category: 'cvc', code: 'incorrect_cvc', decline_code: 'M007' }],
  ])('%s is answered as a category with the gateway’s own code', async (code, body) => {
    await demo.addRule({ amount: 500 }, { kind: 'decline', code });
    expect(await charge({ amount: 500 })).toMatchObject({ status: 402, body });
  });
});

it('leaves the outcome unknown where the category is gateway_unavailable: 503, never 402', async () => {
  await demo.addRule({ amount: 503, nth: 1 }, { kind: 'decline', code: 'gateway_unavailable' });
  const unknown = await charge({ amount: 503, reference_id: 'order-503' });
  expect(unknown).toMatchObject({ status: 503, body: { type: 'api_error', category: 'gateway_unavailable' } });
  expect(unknown.body.data).toBeUndefined();
  expect((await charge({ amount: 503, reference_id: 'order-503' })).status).toBe(409);
  await demo.advance('30s');
  expect((await charge({ amount: 503, reference_id: 'order-503' })).status).toBe(201);
});

it('blocks a payment before any gateway sees it, by a rule that says so', async () => {
  await demo.addRule({ amount: 666 }, { kind: 'decline', code: 'blocked' });
  expect(await charge({ amount: 666 })).toMatchObject({
    status: 402,
    body: { type: 'card_error', code: 'blocked', category: 'declined', decline_code: null },
  });
});

it.each([
  [{ when: { amont: 5 }, then: { kind: 'decline' } }, 'when.amont'],
  [{ when: { operation: 'charge.create' }, then: { kind: 'decline' } }, 'when.operation'],
  [{ when: { amount: -1 }, then: { kind: 'decline' } }, 'when.amount'],
  [{ when: { nth: 0 }, then: { kind: 'decline' } }, 'when.nth'],
  [{ when: { gateway: 'gateway_c' }, then: { kind: 'decline' } }, 'when.gateway'],
  [{ when: {}, then: {} }, 'then.kind'],
  [{ when: {}, then: { kind: 'explode' } }, 'then.kind'],
  [{ when: {}, then: { kind: 'unavailable', resolve: 'maybe' } }, 'then.resolve'],
])('refuses the rule %j', async (rule, param) => {
  const answer = await demo.sandbox.control.post<Refusal>('/rules', rule);
  expect(answer).toMatchObject({ status: 400, body: { param } });
});

it('shows the whole table: the rules of the workspace, the built-in ones and the test cards', async () => {
  await demo.addRule({ amount: 500 }, { kind: 'decline' });
  type Row = { source: string; when: Record<string, unknown>; then: { kind: string } | null; about: string };
  const { data } = await demo.control<{ data: Row[] }>('get', '/outcomes');
  expect(data[0]).toMatchObject({ source: 'workspace', when: { amount: 500 } });
  const amounts = data.filter(({ source, when }) => source === 'built-in' && typeof when.amount === 'number');
  const failing = [...Array.from({ length: 19 }, (_, n) => 51 + n), 72];
  expect(amounts.map(({ when }) => when.amount)).toEqual([16, 19, 21, 22, ...failing]);
  const listed = data.filter(({ source }) => source === 'card');
  expect(listed.length).toBeGreaterThan(40);
  expect(data.every(({ about, source }) => source === 'workspace' || about.length > 0)).toBe(true);
});
