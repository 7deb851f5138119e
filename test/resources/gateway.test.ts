import { beforeEach, describe, expect, it } from 'vitest';
import { cards, Demo, eachTest } from '../support/demo.ts';

let onRail: Demo;
let onA: Demo;
let onB: Demo;
eachTest(async (fresh) => {
  onRail = fresh;
  onA = await fresh.on('gateway_a');
  onB = await fresh.on('gateway_b');
});

const tokenOf = async (demo: Demo, number: string = cards.visaCredit) => ({
  payment_token: await demo.tokenize(number),
});

it('the default fixture holds a workspace of each gateway', async () => {
  for (const [workspace, gateway] of [
    ['ws_demo', 'debit_payouts'],
    ['ws_demo_a', 'gateway_a'],
    ['ws_demo_b', 'gateway_b'],
  ] as const) {
    const charged = await Demo.ofFixture(onRail.sandbox, workspace).charged();
    expect(charged).toMatchObject({ processorType: gateway, livemode: false, order_number: 1 });
  }
});

describe('gateway_a', () => {
  it('approves 100 cents and more up to 130.00, and declines what is out of range', async () => {
    expect(await onA.charged({ ...(await tokenOf(onA)), amount: 100 })).toMatchObject({
      status: 'pending_settlement',
      processorType: 'gateway_a',
    });
    expect((await onA.charge({ ...(await tokenOf(onA)), amount: 13_000 })).status).toBe(201);
    for (const amount of [1, 16, 99, 13_001, 50_000]) {
      const answer = await onA.charge({ ...(await tokenOf(onA)), amount });
      expect(answer.status).toBe(402);
      expect(answer.body).toMatchObject({ code: 'card_declined', category: 'declined', decline_code: '200' });
    }
  });

  it('declines a number that fails the check digit, whatever the amount', async () => {
    const answer = await onA.charge({ ...(await tokenOf(onA, cards.failsLuhn)), amount: 5000 });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ category: 'invalid_card', code: 'invalid_card' });
    const customer = await onA.saveCustomer();
    await onA.saveCard(customer, cards.failsLuhn);
    expect((await onA.charge({ customer_id: customer.id })).status).toBe(402);
  });

  it('has no amount rules in live mode', async () => {
    const live = onA.live;
    expect(await live.charged({ ...(await tokenOf(live)), amount: 50 })).toMatchObject({ livemode: true });
  });

  it('completes at approval, and settles two seconds later without an event', async () => {
    const { id } = await onA.charged(await tokenOf(onA));
    const [event] = await onA.events();
    expect(event).toMatchObject({
      type: 'payment.completed',
      data: { status: 'pending_settlement', processor: 'gateway_a', rail: 'card', amount: 4200 },
    });
    await onA.advance('2s');
    expect(await onA.transaction(id)).toMatchObject({ status: 'settled', settled_at: '2026-03-01T09:00:02.000Z' });
    expect(await onA.eventTypes()).toEqual(['payment.completed']);
  });
});

describe('gateway_b', () => {
  it.each([
    ['pm_card_visa', 201, '4242'],
    ['pm_card_visa_debit', 201, '5556'],
    ['pm_1OqXyz', 201, '4242'],
    ['pm_card_declined', 402, '0002'],
  ])('takes the reference %s: %i', async (gateway_b_payment_method_id, status, card_last_four) => {
    const answer = await onB.charge({ gateway_b_payment_method_id });
    expect(answer.status).toBe(status);
    expect(answer.body.data).toMatchObject({ processorType: 'gateway_b', card_last_four, payment_method_id: null });
  });

  it('refuses a reference of another form, and such references on other gateways', async () => {
    for (const [demo, gateway_b_payment_method_id] of [
      [onB, 'card_visa'],
      [onB, ''],
      [onA, 'pm_card_visa'],
      [onRail, 'pm_card_visa'],
    ] as const) {
      const answer = await demo.charge({ gateway_b_payment_method_id });
      expect(answer).toMatchObject({ status: 400, body: { param: 'gateway_b_payment_method_id' } });
    }
  });

  it('takes tokens and saved cards, and any amount', async () => {
    const customer = await onB.saveCustomer();
    const method = await onB.saveCard(customer, cards.visaCredit);
    expect(await onB.charged({ payment_method_id: method.id, amount: 1 })).toMatchObject({
      processorType: 'gateway_b',
    });
    expect(await onB.charged({ ...(await tokenOf(onB)), amount: 99_999_999 })).toMatchObject({
      status: 'pending_settlement',
    });
  });

  it('takes bank debits', async () => {
    const bank = await onB.saveBank(await onB.saveCustomer());
    const { id } = await onB.charged({ payment_method_id: bank.id });
    await onB.advance('4s');
    expect(await onB.transaction(id)).toMatchObject({ rail: 'ach', status: 'settled' });
  });
});

describe('the debit-and-payouts rail', () => {
  it.each([cards.visaCredit, '5555555555554444', '378282246310005', '6011111111111117'])(
    'does not take the credit card %s',
    async (number) => {
      const answer = await onRail.charge(await tokenOf(onRail, number));
      expect(answer.status).toBe(402);
      expect(answer.body).toMatchObject({
        type: 'card_error',
        category: 'unsupported_card',
        code: 'unsupported_card',
        decline_code: null,
        data: { status: 'failed', category: 'unsupported_card' },
      });
    },
  );

  it.each([cards.visaDebit, cards.mastercardDebit, cards.mastercardPrepaid, '6011981111111113'])(
    'takes the debit or prepaid card %s',
    async (number) => {
      expect(await onRail.charged(await tokenOf(onRail, number))).toMatchObject({ processorType: 'debit_payouts' });
    },
  );

  it('is off in live mode until it is enabled, for charges too', async () => {
    const live = onRail.live;
    const payment_token = await live.tokenize();
    const answer = await live.charge({ payment_token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    await live.configure({ debit_payouts_enabled: { live: true } });
    expect(await live.charged({ payment_token })).toMatchObject({ livemode: true });
  });
});

describe('a gateway override', () => {
  it('picks one that the workspace is attached to', async () => {
    const debit = () => tokenOf(onA, cards.visaDebit);
    expect(await onA.charged({ ...(await debit()), gateway: 'gateway_a' })).toMatchObject({
      processorType: 'gateway_a',
    });
    expect(await onA.charge({ ...(await debit()), gateway: 'debit_payouts' })).toMatchObject({
      status: 400,
      body: { param: 'gateway' },
    });
    await onA.configure({ debit_payouts_enabled: { test: true } });
    const onItsRail = await onA.charged({ ...(await debit()), gateway: 'debit_payouts', amount: 50 });
    expect(onItsRail).toMatchObject({ processorType: 'debit_payouts', status: 'pending_settlement' });
    expect(await onA.eventTypes(onItsRail.id)).toEqual([]);
    const answer = await onA.charge({ ...(await debit()), gateway: 'gateway_b' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'gateway' } });
  });
});

describe('smart routing', () => {
  beforeEach(() => onA.configure({ smart_routing: true, debit_payouts_enabled: { test: true } }));

  it.each([
    [cards.visaCredit, 'gateway_a'],
    [cards.visaDebit, 'debit_payouts'],
    [cards.mastercardPrepaid, 'debit_payouts'],
  ])('sends a fresh token of %s to %s', async (number, processorType) => {
    const charged = await onA.charged({ ...(await tokenOf(onA, number)), billing_country: 'us' });
    expect(charged).toMatchObject({ processorType });
  });

  it('of a debit_payouts workspace sends credit cards to gateway_a', async () => {
    await onRail.configure({ smart_routing: true });
    const charged = await onRail.charged({ ...(await tokenOf(onRail)), billing_country: 'US' });
    expect(charged).toMatchObject({ processorType: 'gateway_a' });
    expect(await onRail.eventTypes(charged.id)).toEqual(['payment.completed']);
  });

  it.each([undefined, null, 'CA'])('needs billing_country US, not %s', async (billing_country) => {
    const answer = await onA.charge({ ...(await tokenOf(onA)), billing_country });
    expect(answer).toMatchObject({ status: 400, body: { param: 'billing_country' } });
  });

  it('takes no gateway override', async () => {
    const answer = await onA.charge({ ...(await tokenOf(onA)), billing_country: 'US', gateway: 'gateway_a' });
    expect(answer).toMatchObject({ status: 400, body: { param: 'gateway' } });
  });

  it("charges saved methods on the workspace's own gateway", async () => {
    const customer = await onA.saveCustomer();
    const method = await onA.saveCard(customer);
    const charged = await onA.charged({ payment_method_id: method.id, billing_country: 'US' });
    expect(charged).toMatchObject({ processorType: 'gateway_a' });
  });

  it('does not route to a rail that is not enabled in that mode', async () => {
    await onA.configure({ debit_payouts_enabled: { test: false } });
    const body = { ...(await tokenOf(onA, cards.visaDebit)), billing_country: 'US' };
    expect(await onA.charge(body)).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    await onA.configure({ debit_payouts_enabled: { test: true } });
    expect(await onA.charged(body)).toMatchObject({ processorType: 'debit_payouts' });
  });
});

describe('test and live data', () => {
  it('are two worlds: ids, order numbers, balances and events', async () => {
    await onA.charged({ ...(await tokenOf(onA)) });
    const live = onA.live;
    const charged = await live.charged(await tokenOf(live));
    expect(charged).toMatchObject({ livemode: true, order_number: 1 });
    expect((await onA.api.get(`/transactions/${charged.id}`)).status).toBe(404);
    expect((await live.read<{ data: unknown[] }>('/transactions')).data).toHaveLength(1);
    expect(await live.events()).toHaveLength(1);
  });
});
