import { describe, expect, it } from 'vitest';
import { cards, type Demo, eachTest, type Refusal, springfield } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const noAddress = {
  shipping_address_1: null,
  shipping_address_2: null,
  shipping_city: null,
  shipping_state: null,
  shipping_postal_code: null,
  shipping_country: null,
};

describe('what can be charged', () => {
  it('a saved card, with the buyer and address of its customer on the transaction', async () => {
    const customer = await demo.saveCustomer();
    const method = await demo.saveCard(customer);
    const answer = await demo.charge({ payment_method_id: method.id, amount: 4200, metadata: { cart: 'c-1' } });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['data']);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^txn_[0-9A-Za-z]{20}$/),
      object: 'transaction',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      status: 'pending_settlement',
      amount: 4200,
      currency: 'USD',
      order_number: 1,
      customer_id: customer.id,
      payment_method_id: method.id,
      payment_link_id: null,
      checkout_session_id: null,
      invoice_id: null,
      subscription_id: null,
      source: 'api',
      reference_id: null,
      processorType: 'debit_payouts',
      rail: 'card',
      line_items: [],
      buyer_name: 'Ada Lovelace',
      email: 'ada@example.com',
      ...springfield,
      billing_address_2: null,
      ...noAddress,
      card_last_four: '5556',
      card_brand: 'visa',
      bank_last_four: null,
      wallet_type: null,
      wallet_eci: null,
      wallet_cryptogram_present: null,
      three_ds_status: null,
      three_ds_eci: null,
      three_ds_cavv_present: null,
      three_ds_xid: null,
      three_ds_version: null,
      three_ds_ds_trans_id: null,
      total_refunded: 0,
      fulfillment_status: 'unfulfilled',
      error_code: null,
      error_message: null,
      decline_code: null,
      category: null,
      settled_at: null,
      voided_at: null,
      failed_at: null,
      disputed_at: null,
      sdk: null,
      metadata: { cart: 'c-1' },
    });
    expect(await demo.read(`/transactions/${answer.body.data.id}`)).toEqual(answer.body);
  });

  it('a token, without a customer or for one', async () => {
    const anonymous = await demo.charged({ payment_token: await demo.tokenize() });
    expect(anonymous).toMatchObject({ customer_id: null, buyer_name: null, email: null, payment_method_id: null });
    const { id: customer_id } = await demo.saveCustomer();
    const charged = await demo.charged({ payment_token: await demo.tokenize(), customer_id });
    expect(charged).toMatchObject({ customer_id, email: 'ada@example.com', billing_city: 'Springfield' });
  });

  it("a customer's newest card, or newest bank account by ACH", async () => {
    const customer = await demo.saveCustomer();
    const customer_id = customer.id;
    expect(await demo.charge({ customer_id })).toMatchObject({ status: 400, body: { param: 'customer_id' } });
    await demo.saveCard(customer);
    const bank = await demo.saveBank(customer);
    const newer = await demo.saveCard(customer, cards.mastercardDebit);
    expect(await demo.charged({ customer_id })).toMatchObject({ payment_method_id: newer.id, rail: 'card' });
    expect(await demo.charged({ customer_id, rail: 'ach' })).toMatchObject({
      payment_method_id: bank.id,
      rail: 'ach',
      card_last_four: null,
      bank_last_four: '6789',
    });
  });

  it("a customer's newest card that can be charged, where a newer one cannot", async () => {
    const customer = await demo.saveCustomer();
    const good = await demo.saveCard(customer);
    await demo.saveCard(customer, cards.visaCredit);
    await demo.saveCard(customer, cards.mastercardDebit, { cc_exp_month: '3', cc_exp_year: '2026' });
    await demo.advance('60d');
    expect((await demo.charged({ customer_id: customer.id })).payment_method_id).toBe(good.id);
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    await demo.saveCard(other, cards.visaCredit);
    const refused = await demo.charge({ customer_id: other.id });
    expect([refused.status, refused.body.category]).toEqual([402, 'unsupported_card']);
  });

  it("a customer's bank account by ACH alone: without a rail a card is charged", async () => {
    const customer = await demo.saveCustomer();
    const customer_id = customer.id;
    const bank = await demo.saveBank(customer);
    expect(await demo.charge({ customer_id })).toMatchObject({
      status: 400,
      body: { param: 'customer_id', error: `The customer ${customer_id} has no saved card to charge.` },
    });
    expect(await demo.charged({ customer_id, rail: 'ach' })).toMatchObject({ payment_method_id: bank.id, rail: 'ach' });
  });

  it("a customer's newest card of any kind on a card gateway", async () => {
    const shop = await demo.on('gateway_a');
    const customer = await shop.saveCustomer();
    await shop.saveCard(customer);
    const credit = await shop.saveCard(customer, cards.visaCredit);
    expect((await shop.charged({ customer_id: customer.id })).payment_method_id).toBe(credit.id);
  });

  it('a saved bank account named by its id, by ACH without being told', async () => {
    const customer = await demo.saveCustomer();
    const bank = await demo.saveBank(customer);
    expect((await demo.charged({ payment_method_id: bank.id })).rail).toBe('ach');
    const answer = await demo.charge({ payment_method_id: bank.id, rail: 'card' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'rail' } });
  });

  it('nothing that is not there, that is named twice, or that belongs to somebody else', async () => {
    const customer = await demo.saveCustomer();
    const method = await demo.saveCard(customer);
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    for (const [fields, code, param] of [
      [{}, 'parameter_missing', 'customer_id'],
      [{ customer_id: 'cus_none' }, 'parameter_invalid', 'customer_id'],
      [{ payment_method_id: 'pm_none' }, 'parameter_invalid', 'payment_method_id'],
      [{ payment_token: 'ptok_none' }, 'parameter_invalid', 'payment_token'],
      [{ customer_id: other.id, payment_method_id: method.id }, 'parameter_invalid', 'payment_method_id'],
      [{ payment_method_id: method.id, payment_token: 'ptok_none' }, 'parameter_invalid', 'payment_token'],
      [{ gateway_b_payment_method_id: 'pm_card_visa' }, 'parameter_invalid', 'gateway_b_payment_method_id'],
      [{ payment_method_id: method.id, rail: 'ach' }, 'parameter_invalid', 'rail'],
      [{ payment_method_id: method.id, rail: 'rtp' }, 'parameter_invalid', 'rail'],
    ] as const) {
      const answer = await demo.charge(fields);
      expect(answer, JSON.stringify(fields)).toMatchObject({ status: 400, body: { code, param } });
    }
    expect(await demo.read('/transactions')).toEqual({ data: [], has_more: false });
  });

  it('nothing by ACH where the workspace has it off', async () => {
    await demo.configure({ ach_enabled: false });
    const bank = await demo.saveBank(await demo.saveCustomer());
    expect(await demo.charge({ payment_method_id: bank.id })).toMatchObject({ status: 400, body: { param: 'rail' } });
  });

  it('nothing by ACH in a different currency than US dollars', async () => {
    const bank = await demo.saveBank(await demo.saveCustomer());
    expect(await demo.charge({ payment_method_id: bank.id, currency: 'JPY' })).toMatchObject({
      status: 400,
      body: { param: 'rail', error: 'ACH supports only USD, not JPY.' },
    });
    expect((await demo.charge({ payment_method_id: bank.id })).status).toBe(201);
  });
});

describe('what a charge says', () => {
  it('explicit billing fields and e-mail win over those of the customer', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer);
    const charged = await demo.charged({
      customer_id: customer.id,
      email: 'gift@example.com',
      billing_first_name: 'Bo',
      billing_last_name: 'Giver',
      billing_address_1: '2 Side St',
      billing_postal_code: '10001',
      billing_country: 'us',
      billing_city: null,
    });
    expect(charged).toMatchObject({
      customer_id: customer.id,
      email: 'gift@example.com',
      buyer_name: 'Bo Giver',
      billing_address_1: '2 Side St',
      billing_postal_code: '10001',
      billing_country: 'US',
      billing_state: 'IL',
      billing_city: 'Springfield',
    });
  });

  it('currencies come in any case and go out in upper case', async () => {
    expect((await demo.charged({ currency: 'eur' })).currency).toBe('EUR');
    expect(await demo.balance('eUr')).toMatchObject({ currency: 'EUR', pending: 4200 });
    expect(await demo.balance()).toMatchObject({ pending: 0 });
  });

  it.each([
    ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
    ['0 cents', { amount: 0 }, 'parameter_invalid', 'amount'],
    ['a negative amount', { amount: -5 }, 'parameter_invalid', 'amount'],
    ['half cents', { amount: 10.5 }, 'parameter_invalid', 'amount'],
    ['a text', { amount: '4200' }, 'parameter_invalid', 'amount'],
    ['100,000,000 cents', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['a currency that is none', { currency: 'XYZ' }, 'parameter_invalid', 'currency'],
    ['an empty currency', { currency: '' }, 'parameter_invalid', 'currency'],
    ['an e-mail that is none', { email: 'nobody' }, 'parameter_invalid', 'email'],
    ['a country that is none', { billing_country: 'Utopia' }, 'parameter_invalid', 'billing_country'],
    ['an empty reference', { reference_id: '' }, 'parameter_invalid', 'reference_id'],
    ['a return_url that is not an address', { return_url: 'shop' }, 'parameter_invalid', 'return_url'],
    ['a return_url of another scheme', { return_url: 'javascript:alert(1)' }, 'parameter_invalid', 'return_url'],
    ['a gateway that is none', { gateway: 'gateway_c' }, 'parameter_invalid', 'gateway'],
    ['51 keys of metadata', { metadata: keys(51) }, 'parameter_invalid', 'metadata'],
    ['a key of 41 characters', { metadata: { [long(41)]: 1 } }, 'parameter_invalid', 'metadata'],
    ['a value of 501 characters', { metadata: { note: long(501) } }, 'parameter_invalid', 'metadata.note'],
    ['an object in metadata', { metadata: { a: { b: 1 } } }, 'parameter_invalid', 'metadata.a'],
    ['a list as metadata', { metadata: [1] }, 'parameter_invalid', 'metadata'],
  ])('%s is refused', async (_what, fields, code, param) => {
    const payment_token = await demo.tokenize();
    const answer = await demo.charge({ payment_token, ...fields });
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code, param });
    expect(answer.status).toBe(400);
    await demo.charged({ payment_token });
  });

  it('the largest amount, and as much metadata as may be, is taken', async () => {
    const metadata = { ...keys(48), [long(40)]: long(500), flag: false };
    const charged = await demo.charged({ amount: 99_999_999, metadata });
    expect(charged).toMatchObject({ amount: 99_999_999, metadata });
  });

  it.each([
    ['an amount and a product', { product_id: 'prod_none' }],
    ['an amount and line items', { line_items: [{ product_id: 'prod_none', quantity: 1 }] }],
    ['a product that is none', { amount: undefined, product_id: 'prod_none' }],
    ['line items of none', { amount: undefined, line_items: [{ product_id: 'prod_none', quantity: 1 }] }],
  ])('%s is refused', async (_what, fields) => {
    const answer = await demo.charge({ payment_token: await demo.tokenize(), ...fields });
    expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code: 'parameter_invalid' } });
  });

  it('a publishable key may not charge, void or refund', async () => {
    const { id } = await demo.charged();
    const publishable = demo.publishable;
    for (const path of ['/charges', `/transactions/${id}/void`, `/transactions/${id}/refund`]) {
      const answer = await publishable.post<Refusal>(path, { amount: 1 });
      expect(answer, path).toMatchObject({
        status: 403,
        body: { type: 'permission_error', code: 'secret_key_required' },
      });
    }
    expect((await publishable.get(`/transactions/${id}`)).status).toBe(200);
  });
});

describe('instant bank debits', () => {
  const instant = { rail: 'ach', return_url: 'https://shop.example/back' };

  it.each([
    [19, 'D019', 'risk threshold exceeded'],
    [21, 'M021', 'cancelled by the receiving party'],
    [22, 'D021', 'minimum balance not available'],
  ])('of %i cents fail at their settlement with %s', async (amount, error_code, error_message) => {
    const customer = await demo.saveCustomer();
    await demo.saveBank(customer);
    const { id } = await demo.charged({ customer_id: customer.id, amount, ...instant });
    await demo.advance('3999ms');
    expect((await demo.transaction(id)).status).toBe('pending_settlement');
    await demo.advance('1ms');
    expect(await demo.transaction(id)).toMatchObject({ status: 'failed', error_code, error_message, settled_at: null });
    const events = await demo.events(id);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'payment.failed',
        data: {
          transaction_id: id,
          amount,
          currency: 'USD',
          status: 'failed',
          rail: 'ach',
          error_code,
          error_message,
          processor: 'debit_payouts',
        },
      },
    ]);
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, pending: 0 });
  });

  it('of other amounts settle, as do those amounts without a return_url, by card or in live mode', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveBank(customer);
    const customer_id = customer.id;
    const live = demo.live;
    await live.configure({ debit_payouts_enabled: { live: true } });
    const buyer = await live.saveCustomer();
    await live.saveBank(buyer);
    for (const amount of [19, 20, 21, 22, 23]) {
      expect(await demo.settled({ customer_id, amount, rail: 'ach' })).toMatchObject({ status: 'settled' });
      expect(await demo.settled({ amount, return_url: instant.return_url })).toMatchObject({ status: 'settled' });
      expect(await live.settled({ customer_id: buyer.id, amount, ...instant })).toMatchObject({ status: 'settled' });
    }
    for (const amount of [18, 20, 23]) {
      expect(await demo.settled({ customer_id, amount, ...instant })).toMatchObject({ status: 'settled' });
    }
  });
});

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
}

function long(length: number): string {
  return 'x'.repeat(length);
}
