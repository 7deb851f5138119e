import { describe, expect, it } from 'vitest';
import type { AccountCheck } from '../../src/payments/resources/account-check/model.ts';
import { createAccountCheck } from '../../src/payments/resources/account-check/operations.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal, routing } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

/** Cards for which the directory has no entry, nobody knows the type, or the sources disagree. */
const odd = {
  visaPrepaid: '4500600000000061',
  visaDebit: '4117101010101010',
  unionpayDebit: '6200000000000047',
  regulatedDebit: '4111161010101010',
} as const;

const send = (body: unknown) => demo.api.post<Omit<Refusal, 'data'> & { data: AccountCheck }>('/account-checks', body);
const check = async (body: unknown): Promise<AccountCheck> =>
  (await demo.made<{ data: AccountCheck }>('/account-checks', body, 200)).data;
const cardOf = (number: string) => ({ card: { number, exp_month: '12', exp_year: '2030' } });

describe('a check of a card', () => {
  it('tells whether, how and how fast it can receive money, and what an independent directory says of it', async () => {
    expect(await check(cardOf(cards.visaDebit))).toEqual({
      object: 'account_check',
      type: 'card',
      eligible: true,
      code: null,
      network: 'visa',
      funds_availability: 'immediate',
      bin: { number: '400005', brand: 'visa', funding: 'debit', issuer: 'Test Bank', country: 'US' },
      card_type_consensus: { type: 'debit', sources: ['network', 'directory'], agreed: true },
      routing_number: null,
      bank_name: null,
      rtp: null,
      livemode: false,
    });
  });

  it('answers 200 with a code for a credit card', async () => {
    for (const number of [cards.visaCredit, '378282246310005', '5555555555554444']) {
      expect(await check(cardOf(number))).toMatchObject({
        eligible: false,
        code: 'ACCOUNT_NOT_ELIGIBLE',
        funds_availability: 'not_payout_eligible',
        card_type_consensus: { type: 'credit', agreed: true },
      });
    }
  });

  it.each([
    ['Visa debit', cards.visaDebit, 'visa', 'immediate'],
    ['Mastercard prepaid', cards.mastercardPrepaid, 'mastercard', 'immediate'],
    ['Discover debit', '6011981111111113', 'discover', 'next_business_day'],
    ['Visa debit from abroad', '4000058260000005', 'visa', 'next_business_day'],
  ])('says that %s takes its time', async (_what, number, network, funds_availability) => {
    expect(await check(cardOf(number))).toMatchObject({ eligible: true, network, funds_availability });
  });

  it('may find no BIN or no consensus, which alters nothing else', async () => {
    const usual = { eligible: true, code: null, network: 'visa', funds_availability: 'immediate' };
    expect(await check(cardOf(odd.visaPrepaid))).toMatchObject({
      ...usual,
      bin: null,
      card_type_consensus: { type: 'prepaid', sources: ['network'], agreed: true },
    });
    expect(await check(cardOf(odd.visaDebit))).toMatchObject({
      ...usual,
      bin: { number: '411710', funding: 'debit' },
      card_type_consensus: null,
    });
    expect(await check(cardOf(odd.unionpayDebit))).toMatchObject({
      eligible: true,
      bin: null,
      card_type_consensus: null,
    });
    expect(await check(cardOf(odd.regulatedDebit))).toMatchObject({
      ...usual,
      bin: { funding: 'credit' },
      card_type_consensus: { type: 'debit', sources: ['network', 'directory'], agreed: false },
    });
  });

  it('knows a card that the workspace lists, though no directory does', async () => {
    await demo.configure({ test_cards: [{ number: '4539578763621486', funding: 'debit' }] });
    expect(await check(cardOf('4539578763621486'))).toMatchObject({
      eligible: true,
      bin: null,
      card_type_consensus: null,
    });
  });

  it('stores nothing of it', async () => {
    const before = await demo.exported();
    await check(cardOf(cards.visaDebit));
    await check(cardOf(cards.visaCredit));
    expect(await demo.exported()).toBe(before);
    expect(JSON.stringify(await demo.control('get', '/requests'))).not.toContain(cards.visaDebit);
  });

  it('looks at a token without using it up', async () => {
    const customer = await demo.saveCustomer();
    const payment_token = await demo.tokenize();
    const before = await demo.exported();
    const first = await check({ payment_token });
    expect(first).toEqual(await check(cardOf(cards.visaDebit)));
    expect(await check({ payment_token, customer_id: customer.id })).toEqual(first);
    expect(await demo.exported()).toBe(before);
    await demo.paidOut({ customer_id: customer.id, payment_token });
    expect(await send({ payment_token })).toMatchObject({ status: 400, body: { code: 'token_used' } });
    const old = await demo.tokenize();
    await demo.advance('15m');
    expect(await send({ payment_token: old })).toMatchObject({ status: 400, body: { code: 'token_expired' } });
  });

  it('knows a saved card, with its customer named or not', async () => {
    const customer = await demo.saveCustomer();
    const method = await demo.saveCard(customer, cards.mastercardDebit);
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const payment_method_id = method.id;
    const found = await check({ payment_method_id });
    expect(found).toMatchObject({ type: 'card', network: 'mastercard', eligible: true });
    expect(await check({ payment_method_id, customer_id: customer.id })).toEqual(found);
    expect(await send({ payment_method_id, customer_id: other.id })).toMatchObject({
      status: 400,
      body: { code: 'parameter_invalid', param: 'payment_method_id' },
    });
    const credit = await demo.saveCard(customer, cards.visaCredit);
    expect(await check({ payment_method_id: credit.id })).toMatchObject({ code: 'ACCOUNT_NOT_ELIGIBLE' });
  });

  it('of a customer alone is one of the newest instrument that can be paid out to', async () => {
    const customer = await demo.saveCustomer();
    const asked = { customer_id: customer.id };
    expect(await send(asked)).toMatchObject({ status: 400, body: { param: 'customer_id' } });
    await demo.saveCard(customer, cards.visaCredit);
    expect(await check(asked)).toMatchObject({ code: 'ACCOUNT_NOT_ELIGIBLE' });
    await demo.saveCard(customer, cards.mastercardDebit);
    await demo.saveCard(customer, cards.visaCredit);
    expect(await check(asked)).toMatchObject({ network: 'mastercard', eligible: true });
    await demo.saveBank(customer);
    expect(await check(asked)).toMatchObject({ type: 'bank_account', routing_number: routing.instant });
  });
});

describe('a check of a bank', () => {
  it.each([
    ['both instant networks', routing.instant, true, true, 'rtp', 'immediate'],
    ['RTP alone', '121000358', true, false, 'rtp', 'immediate'],
    ['FedNow alone', '071212128', false, true, 'fednow', 'immediate'],
    ['neither', routing.slow, false, false, 'ach', 'next_business_day'],
  ])('tells that it is on %s', async (_what, routing_number, rtp, fednow, network, funds_availability) => {
    expect(await check({ bank_account: { routing_number } })).toEqual({
      object: 'account_check',
      type: 'bank_account',
      eligible: true,
      code: null,
      network,
      funds_availability,
      bin: null,
      card_type_consensus: null,
      routing_number,
      bank_name: expect.stringMatching(/\w/),
      rtp: { rtp, fednow },
      livemode: false,
    });
  });

  it('knows a saved account', async () => {
    const method = await demo.saveBank(await demo.saveCustomer());
    expect(await check({ payment_method_id: method.id })).toEqual(
      await check({ bank_account: { routing_number: routing.instant } }),
    );
  });
});

describe('refusals', () => {
  const bank_account = { routing_number: routing.instant };

  it.each([
    ['no destination', {}, 'parameter_missing', 'payment_token'],
    ['a customer alone who is none', { customer_id: 'cus_1' }, 'parameter_invalid', 'customer_id'],
    ['two destinations', { payment_token: 'ptok_1', bank_account }, 'parameter_invalid', 'bank_account'],
    ['three', { payment_token: 'a', payment_method_id: 'b', bank_account }, 'parameter_invalid', 'payment_method_id'],
    ['a token that is none', { payment_token: 'ptok_none' }, 'parameter_invalid', 'payment_token'],
    ['a method that is none', { payment_method_id: 'pm_none' }, 'parameter_invalid', 'payment_method_id'],
    ['a customer who is none', { customer_id: 'cus_none', bank_account }, 'parameter_invalid', 'customer_id'],
    ['half a card', { card: { number: cards.visaDebit, exp_month: '12' } }, 'parameter_missing', 'card.exp_year'],
    ['a number that is not a card', cardOf('4242424242424241'), 'parameter_invalid', 'card.number'],
    ["what might be somebody's card", cardOf('4539578763621486'), 'parameter_invalid', 'card.number'],
    ['no routing number', { bank_account: {} }, 'parameter_missing', 'bank_account.routing_number'],
    [
      'an unknown bank',
      { bank_account: { routing_number: routing.unknown } },
      'parameter_invalid',
      'bank_account.routing_number',
    ],
    [
      'a wrong check digit',
      { bank_account: { routing_number: '021000022' } },
      'parameter_invalid',
      'bank_account.routing_number',
    ],
  ])('come for %s', async (_what, body, code, param) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code, param } });
  });

  it('come for every body that the schema does not allow, and change nothing', async () => {
    const customer = await demo.saveCustomer();
    const method = await demo.saveCard(customer);
    const goods = [
      cardOf(cards.visaDebit),
      { bank_account },
      { payment_token: await demo.tokenize() },
      { payment_method_id: method.id, customer_id: customer.id },
    ];
    const before = await demo.exported();
    for (const good of goods) {
      for (const { what, field, text } of badBodies(createAccountCheck.body as Shape, good)) {
        const { status, body } = await send(text);
        expect(status, `${what} answered ${JSON.stringify(body)}`).toBe(400);
        expect(body.param, what).toEqual(expect.any(String));
        if (field in good) expect(body.param?.split('.')[0], what).toBe(field.split('.')[0]);
      }
      expect((await send(good)).status).toBe(200);
    }
    expect((await send(undefined)).status).toBe(400);
    expect(await demo.exported()).toBe(before);
  });
});

describe('access', () => {
  it('needs the capability in the mode of the key, and a secret key', async () => {
    const body = cardOf(cards.visaDebit);
    for (const caller of [demo.live.api, (await demo.on('gateway_a')).api, (await demo.on('gateway_b')).api]) {
      const answer = await caller.post('/account-checks', body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
    const answer = await demo.publishable.post('/account-checks', body);
    expect(answer).toMatchObject({ status: 403, body: { code: 'secret_key_required' } });
    expect((await demo.sandbox.as('sk_test_none').post('/account-checks', body)).status).toBe(401);
    await demo.configure({ debit_payouts_enabled: { live: true } });
    const live = await demo.live.made<{ data: AccountCheck }>('/account-checks', body, 200);
    expect(live.data).toMatchObject({ eligible: true, livemode: true });
  });

  it("finds no token or method of the other mode's", async () => {
    await demo.configure({ debit_payouts_enabled: { live: true } });
    const payment_token = await demo.tokenize();
    const method = await demo.saveCard(await demo.saveCustomer());
    for (const body of [{ payment_token }, { payment_method_id: method.id }]) {
      expect((await demo.live.api.post('/account-checks', body)).status).toBe(400);
    }
  });
});
