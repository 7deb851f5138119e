import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PaymentMethod, ShownPaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import { testCards } from '../../src/payments/simulation/cards.ts';
import { cards, Demo, eachTest, type Refusal, routing } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const card = { cc_number: cards.visaDebit, cc_exp_month: '12', cc_exp_year: '2030' };
const bank = { type: 'bank_account', routing_number: routing.instant, account_number: '000123456789' };
const methodsOf = ({ id }: { id: string }) => `/customers/${id}/payment-methods`;

describe('POST /customers/{id}/payment-methods', () => {
  it('saves a card by number and keeps nothing of it but what may be shown', async () => {
    const customer = await demo.saveCustomer();
    const { status, body } = await demo.api.post<{ data: PaymentMethod }>(methodsOf(customer), card);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^pm_[0-9A-Za-z]{20}$/),
      object: 'payment_method',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      billing_id: body.data.id,
      customer_id: customer.id,
      customer_vault_id: customer.customer_vault_id,
      type: 'card',
      card: {
        brand: 'visa',
        last4: '5556',
        bin: '400005',
        exp_month: '12',
        exp_year: '2030',
        funding: 'debit',
        country: 'US',
      },
      bank_account: null,
      payout_eligible: true,
      processor: 'debit_payouts',
    });
  });

  it('saves the card of a token, and uses the token up', async () => {
    const customer = await demo.saveCustomer();
    const payment_token = await demo.tokenize(cards.mastercardPrepaid);
    const saved = await demo.api.post<{ data: PaymentMethod }>(methodsOf(customer), { payment_token });
    expect(saved.status).toBe(201);
    expect(saved.body.data).toMatchObject({ card: { last4: '5100', funding: 'prepaid' }, payout_eligible: true });
    const again = await demo.api.post<Refusal>(methodsOf(customer), { payment_token });
    expect(again.status).toBe(400);
    expect(again.body.code).toBe('token_used');
  });

  it('saves a bank account and keeps the last four digits of its number', async () => {
    const customer = await demo.saveCustomer();
    const fields = { account_type: 'savings', account_holder_type: 'business', account_holder_name: 'Engines Ltd' };
    const { status, body } = await demo.api.post<{ data: PaymentMethod }>(methodsOf(customer), { ...bank, ...fields });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: body.data.billing_id,
      type: 'bank_account',
      card: null,
      bank_account: {
        last4: '6789',
        routing_number: '021000021',
        bank_name: 'JPMorgan Chase Bank',
        account_type: 'savings',
        account_holder_type: 'business',
        account_holder_name: 'Engines Ltd',
      },
      payout_eligible: true,
    });
    expect(await demo.exported()).not.toContain('000123456789');
  });

  it('names all that it saves to a caller who gave nothing, or too much', async () => {
    const customer = await demo.saveCustomer();
    const refusal = async (body: object) => (await demo.api.post<Refusal>(methodsOf(customer), body)).body.error;
    const any =
      'Send exactly one of payment_token, cc_number or a bank account (type: bank_account, routing_number and account_number)';
    expect(await refusal({})).toBe(`${any}.`);
    expect(await refusal({ payment_token: 'ptok_visa', cc_number: cards.visaDebit })).toBe(
      `${any}; you sent payment_token and cc_number.`,
    );
    expect((await demo.api.post(methodsOf(customer), bank)).status).toBe(201);
  });

  it('shows no number of a card or an account in a refusal', async () => {
    const customer = await demo.saveCustomer();
    const sent = { type: 'bank_account', routing_number: '021000021', account_number: 123456789012 };
    const { body } = await demo.api.post<Refusal>(methodsOf(customer), sent);
    expect(body.error).toBe('account_number must be a string.');
    const card = await demo.api.post<Refusal>(methodsOf(customer), { cc_number: Number(cards.visaDebit) });
    expect(card.body.error).toBe('cc_number must be a string.');
  });

  it('makes credit cards chargeable, but not payout-eligible', async () => {
    const customer = await demo.saveCustomer();
    expect(await demo.saveCard(customer, cards.visaCredit)).toMatchObject({ payout_eligible: false });
  });

  it('is payout-eligible where a payout to it would be accepted, as things are now', async () => {
    const nowhere = await demo.saveCustomer({ billing_postal_code: null });
    const ids = [
      (await demo.saveCard(nowhere)).id,
      (await demo.saveBank(nowhere)).id,
      (await demo.saveCard(nowhere, cards.visaCredit)).id,
    ];
    const methods = `/customers/${nowhere.id}/payment-methods`;
    const eligible = async () =>
      (await demo.read<{ data: ShownPaymentMethod[] }>(methods)).data
        .map(({ payout_eligible }) => payout_eligible)
        .reverse();
    const accepted = async () => {
      const answers = [];
      for (const payment_method_id of ids)
        answers.push((await demo.payout({ customer_id: nowhere.id, payment_method_id })).status === 200);
      return answers;
    };
    expect(await eligible()).toEqual([false, true, false]);
    expect(await accepted()).toEqual([false, true, false]);
    await demo.configure({ debit_payouts_enabled: { test: false } });
    expect(await eligible()).toEqual([false, false, false]);
    expect(await accepted()).toEqual([false, false, false]);
  });

  it.each([
    ['nothing', {}, 'parameter_missing', 'payment_token'],
    ['a token and a number', { ...card, payment_token: 'ptok_1' }, 'parameter_invalid', 'cc_number'],
    ['a bank account and a number', { ...bank, ...card }, 'parameter_invalid', 'cc_number'],
    ['a bank account and a token', { ...bank, payment_token: 'ptok_1' }, 'parameter_invalid', 'payment_token'],
    [
      'a number without a month',
      { cc_number: cards.visaDebit, cc_exp_year: '30' },
      'parameter_missing',
      'cc_exp_month',
    ],
    ['a number without a year', { cc_number: cards.visaDebit, cc_exp_month: '1' }, 'parameter_missing', 'cc_exp_year'],
    ['a 13th month', { ...card, cc_exp_month: '13' }, 'parameter_invalid', 'cc_exp_month'],
    ['month 0', { ...card, cc_exp_month: '0' }, 'parameter_invalid', 'cc_exp_month'],
    ['a year of three digits', { ...card, cc_exp_year: '203' }, 'parameter_invalid', 'cc_exp_year'],
    ['a token that is none', { payment_token: 'ptok_none' }, 'parameter_invalid', 'payment_token'],
    ['an unknown type', { ...bank, type: 'wallet' }, 'parameter_invalid', 'type'],
    [
      'a bank without its number',
      { type: 'bank_account', account_number: '1234' },
      'parameter_missing',
      'routing_number',
    ],
    ['a bank without the account', { ...bank, account_number: undefined }, 'parameter_missing', 'account_number'],
    [
      'a routing number of no bank',
      { ...bank, routing_number: routing.unknown },
      'parameter_invalid',
      'routing_number',
    ],
    ['a bad check digit', { ...bank, routing_number: '021000022' }, 'parameter_invalid', 'routing_number'],
    ['a routing number of 8 digits', { ...bank, routing_number: '02100002' }, 'parameter_invalid', 'routing_number'],
    ['an account number of 3 digits', { ...bank, account_number: '123' }, 'parameter_invalid', 'account_number'],
    [
      'an account number of 18 digits',
      { ...bank, account_number: '1'.repeat(18) },
      'parameter_invalid',
      'account_number',
    ],
    ['letters in the account', { ...bank, account_number: '1234x' }, 'parameter_invalid', 'account_number'],
    ['an unknown account type', { ...bank, account_type: 'gold' }, 'parameter_invalid', 'account_type'],
  ])('refuses %s', async (_what, body, code, param) => {
    const customer = await demo.saveCustomer();
    const answer = await demo.api.post<Refusal>(methodsOf(customer), body);
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code, param });
    expect(answer.status).toBe(400);
    expect((await demo.read<{ data: unknown[] }>(methodsOf(customer))).data).toEqual([]);
  });

  it.each(['1234', '12345678901234567'])('takes the account number %s', async (account_number) => {
    const method = await demo.saveBank(await demo.saveCustomer(), { account_number });
    expect(method.bank_account?.last4).toBe(account_number.slice(-4));
  });

  it('takes the routing numbers that the documents name', async () => {
    const customer = await demo.saveCustomer();
    for (const routing_number of ['021000021', '011401533', '121000358']) {
      expect((await demo.saveBank(customer, { routing_number })).bank_account).toMatchObject({ routing_number });
    }
  });
});

describe('reading and deleting', () => {
  it("lists a customer's instruments newest first, without other customers'", async () => {
    const customer = await demo.saveCustomer();
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const first = await demo.saveCard(customer);
    const second = await demo.saveBank(customer);
    await demo.saveCard(other);
    expect(await demo.read(methodsOf(customer))).toEqual({ data: [second, first] });
  });

  it('deletes an instrument, which cannot be charged or deleted again', async () => {
    const customer = await demo.saveCustomer();
    const { id } = await demo.saveCard(customer);
    const deleted = await demo.api.delete(`${methodsOf(customer)}/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { data: { deleted: true, billing_id: id } } });
    expect(await demo.read(methodsOf(customer))).toEqual({ data: [] });
    expect((await demo.charge({ payment_method_id: id })).body).toMatchObject({ param: 'payment_method_id' });
    expect((await demo.charge({ customer_id: customer.id })).status).toBe(400);
    expect((await demo.api.delete(`${methodsOf(customer)}/${id}`)).status).toBe(404);
  });

  it("does not delete another customer's instrument", async () => {
    const customer = await demo.saveCustomer();
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const method = await demo.saveCard(other);
    expect((await demo.api.delete(`${methodsOf(customer)}/${method.id}`)).status).toBe(404);
    expect(await demo.read(methodsOf(other))).toEqual({ data: [method] });
  });
});

describe('card numbers', () => {
  /** Passes the Luhn check and is in no bundled list: it might be somebody's. */
  const real = '4539578763621486';

  it('refuses a number that might be a real card wherever a card is taken in, and keeps it nowhere', async () => {
    const customer = await demo.saveCustomer();
    const spaced = '4539 5787 6362 1486';
    const expiry = { cc_exp_month: '12', cc_exp_year: '2030' };
    for (const answer of [
      await demo.api.post<Refusal>('/tokens', { number: real, exp_month: '12', exp_year: '2030', cvv: '737' }),
      await demo.api.post<Refusal>('/tokens', { number: spaced, exp_month: '12', exp_year: '2030' }),
      await demo.api.post<Refusal>(methodsOf(customer), { cc_number: real, ...expiry }),
      await demo.api.post<Refusal>('/customers', { email: 'bo@example.com', cc_number: real, ...expiry }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain('emulator outcomes');
      expect(answer.body.error).not.toMatch(/\d{5}/);
    }
    await demo.saveCustomer({
      email: 'cy@example.com',
      company: `card ${real}`,
      metadata: { note: `is ${spaced}`, [real]: 'key', digits: Number(real) },
      [real]: 'an unknown field',
    });
    await demo.charged({ email: 'cy@example.com', metadata: { pan: real }, billing_address_1: `c/o ${real}` });
    await demo.api.get(`/customers?starting_after=${real}`);
    await demo.api.get(`/customers/${real}`);
    expect(await everythingKept()).not.toMatch(/4539[ -]?5787[ -]?6362[ -]?1486/);
  });

  it('keeps neither the number nor the security code of a test card', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer, cards.mastercardDebit);
    await demo.charged({ payment_token: await demo.tokenize(cards.mastercardDebit, { cvv: '9876' }) });
    const kept = await everythingKept();
    expect(kept).not.toContain(cards.mastercardDebit);
    expect(kept).not.toContain('9876');
  });

  it('refuses a number that fails the check digit, but for gateway_a workspaces', async () => {
    const body = { number: cards.failsLuhn, exp_month: '12', exp_year: '2030' };
    const refused = await demo.api.post<Refusal>('/tokens', body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'number' } });
    expect((await (await demo.on('gateway_b')).api.post('/tokens', body)).status).toBe(400);
    const onA = await demo.on('gateway_a');
    const charge = await onA.charge({ payment_token: await onA.tokenize(cards.failsLuhn) });
    expect(charge).toMatchObject({ status: 402, body: { type: 'card_error', code: 'invalid_card' } });
  });

  it.each(['42424242424', '42424242424242424242', 'four', '', '4242-4242-4242-424x'])('refuses %o', async (number) => {
    const answer = await demo.api.post<Refusal>('/tokens', { number, exp_month: '12', exp_year: '2030' });
    expect(answer).toMatchObject({ status: 400, body: { param: 'number' } });
  });

  it('takes every bundled test card, written with spaces or dashes too', async () => {
    const customer = await demo.saveCustomer();
    for (const { number, brand, funding } of testCards) {
      const saved = await demo.saveCard(customer, number.replace(/(.{4})(?=.)/g, '$1 '));
      expect(saved.card, number).toMatchObject({ brand, funding, last4: number.slice(-4), bin: number.slice(0, 6) });
      expect(saved.payout_eligible).toBe(funding !== 'credit');
    }
  });

  it('takes the test cards that a workspace lists', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
    const fixture = join(folder, 'listed.json');
    const settings = { gateway: 'debit_payouts', test_cards: [{ number: real, funding: 'debit' }] };
    const keys = [{ key: 'sk_test_demo' }];
    writeFileSync(fixture, JSON.stringify({ workspaces: [{ id: 'ws_demo', settings, keys }] }));
    const listing = Demo.ofFixture(await createTestSandbox({ fixture }), 'ws_demo');
    try {
      const charged = await listing.charged({ payment_token: await listing.tokenize(real) });
      expect(charged).toMatchObject({ card_last_four: '1486', card_brand: 'visa' });
    } finally {
      await listing.sandbox.stop();
      rmSync(folder, { recursive: true });
    }
  });

  /** The export of every workspace, every event, and every logged request in full. */
  async function everythingKept(): Promise<string> {
    const { data } = await demo.control<{ data: { id: string }[] }>('get', '/requests?limit=100');
    const requests: unknown[] = [data];
    for (const { id } of data) requests.push(await demo.control('get', `/requests/${id}`));
    return JSON.stringify([await demo.exported(), await demo.events(), requests]);
  }
});
