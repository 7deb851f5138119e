import { describe, expect, it } from 'vitest';
import type { Payout } from '../../src/payments/resources/payout/model.ts';
import { type Demo, eachTest, routing } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const bank_account = { routing_number: routing.instant, account_number: '000123456789' };

describe('the way of a payout', () => {
  it.each([
    ['card', {}, '3s'],
    ['rtp', { bank_account, rail: 'rtp' }, '3s'],
    ['ach', { bank_account }, '5s'],
  ])('leads by %s from pending over transit to paid', async (_rail, fields, whole) => {
    const { id } = await demo.paidOut(fields);
    await demo.advance('999ms');
    expect(await demo.eventTypes()).toEqual(['payout.created']);
    await demo.advance('1ms');
    expect(await demo.eventTypes()).toEqual(['payout.created', 'payout.updated']);
    expect(await demo.payoutOf(id)).toMatchObject({ status: 'pending', updated_at: '2026-03-01T09:00:01.000Z' });
    expect(await demo.balance()).toMatchObject({ available: 998_500, reserved: 1500 });
    await demo.advance(whole === '3s' ? '1999ms' : '3999ms');
    expect((await demo.payoutOf(id)).status).toBe('pending');
    await demo.advance('1ms');
    expect(await demo.payoutOf(id)).toMatchObject({ status: 'paid', error_code: null });
    expect(await demo.eventTypes()).toEqual(['payout.created', 'payout.updated', 'payout.paid']);
    expect(await demo.balance()).toMatchObject({ available: 998_500, reserved: 0 });
  });

  it('is told by events that carry the payout as the API shows it', async () => {
    const { id } = await demo.paidOut({ bank_account, metadata: { a: 1 } });
    const shown: Payout[] = [await demo.payoutOf(id)];
    for (const step of ['1s', '4s']) {
      await demo.advance(step);
      shown.push(await demo.payoutOf(id));
    }
    await demo.trigger('payout.returned', { id, code: 'R03' });
    shown.push(await demo.payoutOf(id));
    expect((await demo.events(id)).map(({ data }) => data)).toEqual(shown);
  });
});

const failures = {
  51: 'M001',
  52: 'M002',
  53: 'M003',
  54: 'M004',
  55: 'M005',
  56: 'M006',
  57: 'M007',
  58: 'M008',
  59: 'M009',
  60: 'M010',
  61: 'M011',
  62: 'M012',
  63: 'M013',
  64: 'M014',
  65: 'M015',
  66: 'M016',
  67: 'M017',
  68: 'M018',
  69: 'M019',
  72: 'M021',
};

describe('sandbox amounts', () => {
  it.each([
    ['card', {}],
    ['ach', { bank_account }],
    ['rtp', { bank_account, rail: 'rtp' }],
  ])('fail with the code of the specification by %s, and every other amount is paid', async (_rail, fields) => {
    const customer = await demo.saveCustomer();
    const customer_id = customer.id;
    const destination = 'bank_account' in fields ? {} : { payment_method_id: (await demo.saveCard(customer)).id };
    const made = new Map<number, string>();
    for (let amount = 49; amount <= 75; amount++) {
      made.set(amount, (await demo.paidOut({ customer_id, ...destination, ...fields, amount })).id);
    }
    await demo.settle();
    const events = await demo.events();
    for (const [amount, id] of made) {
      const code = (failures as Record<number, string>)[amount] ?? null;
      const payout = await demo.payoutOf(id);
      expect(payout, String(amount)).toMatchObject({ status: code === null ? 'paid' : 'failed', error_code: code });
      const types = events.filter(({ data }) => data.id === id).map(({ type }) => type);
      expect(types).toEqual(
        code === null ? ['payout.created', 'payout.updated', 'payout.paid'] : ['payout.created', 'payout.failed'],
      );
      if (code !== null) expect(payout.error_message).toEqual(expect.any(String));
    }
    expect(await demo.balance()).toMatchObject({ reserved: 0 });
  });

  it('return the reserve to the balance', async () => {
    const { id } = await demo.paidOut({ amount: 58 });
    expect(await demo.balance()).toMatchObject({ available: 999_942, reserved: 58 });
    await demo.advance('1s');
    expect(await demo.payoutOf(id)).toMatchObject({ status: 'failed', error_message: 'limit exceeded' });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
  });

  it('mean nothing in live mode', async () => {
    const live = demo.live;
    await live.configure({ debit_payouts_enabled: { live: true } });
    expect(await live.balance()).toMatchObject({ available: 0 });
    await live.settled({ amount: 5000 });
    const { id } = await live.paidOut({ amount: 53 });
    await live.settle();
    expect(await live.payoutOf(id)).toMatchObject({ status: 'paid', livemode: true });
    expect(await live.balance()).toMatchObject({ available: 4947 });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000 });
  });
});

describe('what else becomes of a payout', () => {
  it('a bank payout is returned once: it stays paid, without an error, and the money is back', async () => {
    const { id } = await demo.paidOut({ bank_account });
    await demo.settle();
    await demo.advance('2d');
    await demo.trigger('payout.returned', { id, code: 'R02' });
    expect(await demo.payoutOf(id)).toMatchObject({
      status: 'paid',
      returned: true,
      returned_at: '2026-03-03T09:00:00.000Z',
      return_code: 'R02',
      return_reason: 'account closed',
      error_code: null,
      error_message: null,
    });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
    const again = await demo.refusedTrigger('payout.returned', { id });
    expect(again).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    const types = await demo.eventTypes();
    expect(types.filter((type) => type === 'payout.returned')).toHaveLength(1);
  });

  it('is returned by a rule, later than it was paid', async () => {
    await demo.addRule(
      { operation: 'payouts.create', amount: 777 },
      { kind: 'return', code: 'R04', after: 86_400_000 },
    );
    const { id } = await demo.paidOut({ bank_account, amount: 777 });
    await demo.advance('1d');
    expect((await demo.payoutOf(id)).returned).toBe(false);
    await demo.advance('5s');
    expect(await demo.payoutOf(id)).toMatchObject({ returned: true, return_code: 'R04' });
  });

  it('a card or instant payout is not returned', async () => {
    for (const fields of [{}, { bank_account, rail: 'rtp' }]) {
      const { id, rail } = await demo.paidOut(fields);
      await demo.settle();
      const answer = await demo.refusedTrigger('payout.returned', { id });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
      expect(answer.body.error).toContain(rail);
    }
  });

  it('is canceled only while pending and not in transit, without an event, and its reserve returns', async () => {
    const { id } = await demo.paidOut();
    await demo.trigger('payout.cancel', { id });
    expect(await demo.payoutOf(id)).toMatchObject({ status: 'canceled' });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
    expect((await demo.advance('1h')).summary).toMatchObject({ jobs: 0 });
    expect(await demo.eventTypes()).toEqual(['payout.created']);
    const moving = await demo.paidOut();
    await demo.advance('1s');
    const answer = await demo.refusedTrigger('payout.cancel', { id: moving.id });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect(answer.body.error).toBe(
      `Payout ${moving.id} is pending (in_transit); cancel requires the state pending (not in_transit).`,
    );
  });

  it('fails with an ISO reason code on an instant rail', async () => {
    const { id } = await demo.paidOut({ bank_account, rail: 'rtp' });
    await demo.trigger('payout.failed', { id, code: 'AM04' });
    expect(await demo.payoutOf(id)).toMatchObject({ error_code: 'AM04', error_message: 'insufficient funds' });
    const other = await demo.paidOut({ bank_account, rail: 'rtp' });
    await demo.trigger('payout.failed', { id: other.id });
    expect(await demo.payoutOf(other.id)).toMatchObject({ error_code: 'AC04' });
  });

  it('fails with no code that the network does not have, whatever its name', async () => {
    const { id } = await demo.paidOut();
    for (const code of ['M999', 'constructor', 'toString', '__proto__']) {
      const answer = await demo.refusedTrigger('payout.failed', { id, code });
      expect(answer).toMatchObject({ status: 400, body: { param: 'code' } });
    }
    expect((await demo.payoutOf(id)).status).toBe('pending');
  });

  it('waits where settlement is manual, whatever the clock says', async () => {
    await demo.configure({ settlement: { mode: 'manual' } });
    const { id } = await demo.paidOut();
    expect((await demo.advance('30d')).summary).toMatchObject({ jobs: 0 });
    expect((await demo.payoutOf(id)).status).toBe('pending');
    await demo.settle();
    expect((await demo.payoutOf(id)).status).toBe('paid');
  });

  it('is refused with 503 while a rule makes the network unavailable, and the rule counts its calls', async () => {
    await demo.addRule({ operation: 'payouts.create', nth: 1 }, { kind: 'unavailable' });
    const customer = await demo.saveCustomer();
    const body = { customer_id: customer.id, bank_account, reference_id: 'p-1' };
    expect(await demo.payout(body)).toMatchObject({ status: 503, body: { type: 'api_error' } });
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
    expect((await demo.payout(body)).status).toBe(200);
  });
});
