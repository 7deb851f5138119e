import { describe, expect, it } from 'vitest';
import type { Payout } from '../../src/payments/resources/payout/model.ts';
import { cards, type Demo, eachTest, type Refusal, routing } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const account = { routing_number: routing.instant, account_number: '000123456789' };

describe('POST /payouts', () => {
  it('answers 200 with a pending payout, reserves its amount and emits payout.created', async () => {
    const customer = await demo.saveCustomer();
    const method = await demo.saveCard(customer);
    const answer = await demo.payout({
      customer_id: customer.id,
      payment_method_id: method.id,
      amount: 1500,
      reference_id: 'p-1',
      metadata: { week: 9 },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^po_[0-9A-Za-z]{20}$/),
      object: 'payout',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      payout_number: 1,
      amount: 1500,
      currency: 'USD',
      status: 'pending',
      rail: 'card',
      rtp_network: null,
      card_last_four: '5556',
      card_brand: 'visa',
      bank_last_four: null,
      descriptor: 'DEMO SHOP',
      customer_id: customer.id,
      purpose: 'payout',
      refund_for_transaction_id: null,
      reference_id: 'p-1',
      error_code: null,
      error_message: null,
      returned: false,
      returned_at: null,
      return_code: null,
      return_reason: null,
      metadata: { week: 9 },
    });
    expect(await demo.balance()).toMatchObject({ available: 998_500, reserved: 1500 });
    expect(await demo.eventTypes()).toEqual(['payout.created']);
  });

  it('goes to a saved instrument, a token or a bank account', async () => {
    const customer = await demo.saveCustomer();
    const customer_id = customer.id;
    const bank = await demo.saveBank(customer);
    expect(await demo.paidOut({ customer_id, payment_method_id: bank.id })).toMatchObject({
      rail: 'ach',
      rtp_network: null,
      bank_last_four: '6789',
      card_last_four: null,
    });
    expect(await demo.paidOut({ customer_id, payment_token: await demo.tokenize() })).toMatchObject({ rail: 'card' });
    const given = await demo.paidOut({ customer_id, bank_account: { ...account, account_number: '9876' } });
    expect(given).toMatchObject({ rail: 'ach', bank_last_four: '9876', payout_number: 3 });
    expect(await demo.exported()).not.toContain(account.account_number);
  });

  it.each([
    ['rtp', routing.instant, 'rtp'],
    ['rtp', '071212128', 'fednow'],
    ['ach', routing.instant, null],
  ])('takes the rail %s to the bank %s by the network %s', async (rail, routing_number, rtp_network) => {
    const payout = await demo.paidOut({ bank_account: { ...account, routing_number }, rail });
    expect(payout).toMatchObject({ rail, rtp_network });
  });

  it.each([
    ['no destination', {}, 'parameter_missing', 'payment_method_id'],
    ['two destinations', { payment_method_id: 'pm_1', payment_token: 'ptok_1' }, 'parameter_invalid', 'payment_token'],
    [
      'three',
      { payment_method_id: 'x', payment_token: 'y', bank_account: account },
      'parameter_invalid',
      'payment_token',
    ],
    ['a method that is none', { payment_method_id: 'pm_none' }, 'parameter_invalid', 'payment_method_id'],
    ['a token that is none', { payment_token: 'ptok_none' }, 'parameter_invalid', 'payment_token'],
    [
      'half a bank account',
      { bank_account: { routing_number: routing.instant } },
      'parameter_missing',
      'bank_account.account_number',
    ],
    [
      'an unknown bank',
      { bank_account: { ...account, routing_number: routing.unknown } },
      'parameter_invalid',
      'bank_account.routing_number',
    ],
    [
      'a short account number',
      { bank_account: { ...account, account_number: '123' } },
      'parameter_invalid',
      'bank_account.account_number',
    ],
    ['a bank on the card rail', { bank_account: account, rail: 'card' }, 'parameter_invalid', 'rail'],
    [
      'an instant payout to a slow bank',
      { bank_account: { ...account, routing_number: routing.slow }, rail: 'rtp' },
      'parameter_invalid',
      'rail',
    ],
    ['an unknown rail', { bank_account: account, rail: 'wire' }, 'parameter_invalid', 'rail'],
    ['an unknown customer', { customer_id: 'cus_none', bank_account: account }, 'parameter_invalid', 'customer_id'],
    ['no customer', { customer_id: undefined, bank_account: account }, 'parameter_missing', 'customer_id'],
    ['no amount', { amount: undefined, bank_account: account }, 'parameter_missing', 'amount'],
    ['0 cents', { amount: 0, bank_account: account }, 'parameter_invalid', 'amount'],
    ['too much', { amount: 100_000_000, bank_account: account }, 'amount_too_large', 'amount'],
    ['more than is available', { amount: 1_000_001, bank_account: account }, 'insufficient_funds', 'amount'],
    ['a currency without a balance', { currency: 'EUR', bank_account: account }, 'insufficient_funds', 'amount'],
    ['a currency that is none', { currency: 'EURO', bank_account: account }, 'parameter_invalid', 'currency'],
  ])('refuses %s', async (_what, fields, code, param) => {
    const customer = await demo.saveCustomer();
    const answer = await demo.payout({ customer_id: customer.id, ...fields });
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code, param });
    expect(answer.status).toBe(400);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, reserved: 0 });
    expect(await demo.events()).toEqual([]);
  });

  it('pays out everything that is available, and not a cent more', async () => {
    await demo.paidOut({ amount: 1_000_000 });
    expect(await demo.balance()).toMatchObject({ available: 0, reserved: 1_000_000 });
    const customer = await demo.saveCustomer();
    const answer = await demo.payout({ customer_id: customer.id, bank_account: account, amount: 1 });
    expect(answer).toMatchObject({ status: 400, body: { code: 'insufficient_funds' } });
  });

  it('refuses cards that have expired, saved or tokenized, as the account check says, and as payout_eligible does', async () => {
    const customer = await demo.saveCustomer();
    const { id } = await demo.saveCard(customer);
    await demo.advance('P5Y');
    for (const fields of [
      { payment_method_id: id },
      { payment_token: await demo.tokenize(undefined, { exp_year: '2025' }) },
    ]) {
      expect(await demo.payout({ customer_id: customer.id, ...fields })).toMatchObject({
        status: 400,
        body: { code: 'ACCOUNT_NOT_ELIGIBLE', error: 'This card cannot receive payouts: it has expired.' },
      });
      expect((await demo.api.post('/account-checks', fields)).body).toMatchObject({
        data: { eligible: false, code: 'ACCOUNT_NOT_ELIGIBLE', funds_availability: 'not_payout_eligible' },
      });
    }
    const { data } = await demo.read<{ data: object[] }>(`/customers/${customer.id}/payment-methods`);
    expect(data).toMatchObject([{ id, payout_eligible: false }]);
  });

  it('refuses credit cards, saved or tokenized, and cards of another rail than card', async () => {
    const customer = await demo.saveCustomer();
    const credit = await demo.saveCard(customer, cards.visaCredit);
    const customer_id = customer.id;
    for (const fields of [{ payment_method_id: credit.id }, { payment_token: await demo.tokenize(cards.visaCredit) }]) {
      const answer = await demo.payout({ customer_id, ...fields });
      expect(answer).toMatchObject({ status: 400, body: { code: 'ACCOUNT_NOT_ELIGIBLE' } });
    }
    for (const rail of ['ach', 'rtp']) {
      const answer = await demo.payout({ customer_id, payment_token: await demo.tokenize(), rail });
      expect(answer).toMatchObject({ status: 400, body: { param: 'rail' } });
    }
  });

  it("refuses another customer's instrument", async () => {
    const method = await demo.saveCard(await demo.saveCustomer());
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const answer = await demo.payout({ customer_id: other.id, payment_method_id: method.id });
    expect(answer).toMatchObject({ status: 400, body: { param: 'payment_method_id' } });
  });

  it('refuses a card that was saved without a billing postal code, also when one is added later', async () => {
    const customer = await demo.saveCustomer({ billing_postal_code: null });
    const customer_id = customer.id;
    const method = await demo.saveCard(customer);
    const bank = await demo.saveBank(customer);
    const payment_token = await demo.tokenize();
    const refused = async (fields: object) => (await demo.payout({ customer_id, ...fields })).status;
    expect(await refused({ payment_method_id: method.id })).toBe(400);
    expect(await refused({ payment_token })).toBe(400);
    await demo.paidOut({ customer_id, payment_method_id: bank.id });
    await demo.saveCustomer();
    expect(await refused({ payment_method_id: method.id })).toBe(400);
    await demo.paidOut({ customer_id, payment_token });
  });

  it('refuses a reference_id that was used before, whatever became of that payout', async () => {
    const customer = await demo.saveCustomer();
    const body = { customer_id: customer.id, bank_account: account, amount: 53, reference_id: 'p-1' };
    await demo.paidOut(body);
    await demo.advance('1m');
    for (const again of [body, { ...body, amount: 1000 }]) {
      const answer = await demo.payout(again);
      expect(answer).toMatchObject({ status: 409, body: { type: 'idempotency_error', code: 'reference_id_reused' } });
    }
    await demo.paidOut({ ...body, reference_id: 'p-2' });
  });

  it('pays nothing to what was saved with another gateway before the workspace had the rail', async () => {
    const onA = await demo.on('gateway_a');
    const customer = await onA.saveCustomer();
    const [saved, bank] = [await onA.saveCard(customer), await onA.saveBank(customer)];
    await onA.configure({ debit_payouts_enabled: { test: true } });
    await onA.trigger('payout.created');
    for (const { id } of [saved, bank]) {
      const answer = await onA.payout({ customer_id: customer.id, payment_method_id: id, amount: 1 });
      expect(answer).toMatchObject({ status: 400, body: { code: 'ACCOUNT_NOT_ELIGIBLE', param: 'payment_method_id' } });
      expect(answer.body.error).toContain('stored in the gateway_a vault');
    }
  });

  it('leaves a reference_id free when the payout was refused', async () => {
    const customer = await demo.saveCustomer();
    const body = { customer_id: customer.id, bank_account: account, reference_id: 'p-1' };
    expect((await demo.payout({ ...body, amount: 2_000_000 })).status).toBe(400);
    expect((await demo.paidOut({ ...body, amount: 100 })).payout_number).toBe(1);
  });

  it('needs the capability, and a secret key', async () => {
    for (const on of [demo.live, await demo.on('gateway_a'), await demo.on('gateway_b')]) {
      const caller = on.api;
      for (const answer of [
        await caller.post<Refusal>('/payouts', { amount: 1, customer_id: 'cus_1', bank_account: account }),
        await caller.get<Refusal>('/payouts'),
        await caller.get<Refusal>('/payouts/po_1'),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'capability_required' } });
      }
    }
    const answer = await demo.publishable.post<Refusal>('/payouts', { amount: 1 });
    expect(answer).toMatchObject({ status: 403, body: { code: 'secret_key_required' } });
  });
});

describe('GET /payouts', () => {
  it('filters by customer and status, newest first', async () => {
    const [ada, bo] = [await demo.saveCustomer(), await demo.saveCustomer({ email: 'bo@example.com' })];
    const payout = (customer: { id: string }, amount: number) =>
      demo.paidOut({ customer_id: customer.id, bank_account: account, amount });
    const failed = await payout(ada, 53);
    const paid = await payout(bo, 500);
    await demo.settle();
    const canceled = await payout(ada, 600);
    await demo.trigger('payout.cancel', { id: canceled.id });
    const pending = await payout(ada, 700);
    const idsOf = async (query: string) =>
      (await demo.read<{ data: Payout[] }>(`/payouts?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('')).toEqual([pending, canceled, paid, failed].map(({ id }) => id));
    expect(await idsOf(`customer_id=${ada.id}`)).toEqual([pending, canceled, failed].map(({ id }) => id));
    expect(await idsOf('status=pending')).toEqual([pending.id]);
    expect(await idsOf('status=paid')).toEqual([paid.id]);
    expect(await idsOf('status=failed')).toEqual([failed.id]);
    expect(await idsOf('status=canceled')).toEqual([canceled.id]);
    expect(await idsOf(`customer_id=${bo.id}&status=failed`)).toEqual([]);
    expect(await idsOf(`limit=1&starting_after=${pending.id}`)).toEqual([canceled.id]);
    for (const query of ['status=returned', 'status=pending,paid', 'limit=0', 'starting_after=po_none']) {
      expect((await demo.api.get(`/payouts?${query}`)).status, query).toBe(400);
    }
  });
});
