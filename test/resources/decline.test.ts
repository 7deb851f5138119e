import { describe, expect, it } from 'vitest';
import { cards, type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

/** Number, category, code, and the own codes of gateway_a, gateway_b and debit_payouts. */
const declining = [
  ['4000000000000002', 'declined', 'card_declined', ['200', 'do_not_honor', 'M003']],
  ['4000000000009995', 'insufficient_funds', 'insufficient_funds', ['202', 'insufficient_funds', 'M008']],
  ['4000000000000069', 'invalid_card', 'invalid_card', ['220', 'expired_card', 'M002']],
  ['4000000000000127', 'cvc', 'incorrect_cvc', ['225', 'incorrect_cvc', 'M007']],
  ['4000000000005126', 'duplicate', 'duplicate_transaction', ['430', 'duplicate_transaction', 'M017']],
  ['4000000000003055', 'configuration', 'merchant_configuration', ['410', 'account_invalid', 'M009']],
] as const;
const gateways = ['gateway_a', 'gateway_b', 'debit_payouts'] as const;

describe('the declining test cards', () => {
  it.each(declining)('%s declines on every gateway as %s', async (number, category, code, gatewayCodes) => {
    for (const [at, gateway] of gateways.entries()) {
      const on = await demo.on(gateway);
      const answer = await on.charge({ payment_token: await on.tokenize(number), reference_id: 'r-1' });
      expect(answer.status).toBe(402);
      expect(answer.body).toEqual({
        error: expect.any(String),
        type: 'card_error',
        code,
        decline_code: gatewayCodes[at],
        category,
        reference_id: 'r-1',
        data: await on.transaction(answer.body.data.id),
      });
      expect(answer.body.data).toMatchObject({
        status: 'failed',
        amount: 4200,
        order_number: 1,
        error_code: code,
        error_message: answer.body.error,
        decline_code: gatewayCodes[at],
        category,
        reference_id: 'r-1',
        card_last_four: number.slice(-4),
        failed_at: '2026-03-01T09:00:00.000Z',
        settled_at: null,
      });
      expect(await on.events()).toEqual([]);
      expect((await on.advance('1d')).summary).toMatchObject({ jobs: 0 });
    }
    expect(await demo.balance()).toMatchObject({ available: 1_000_000, pending: 0 });
  });

  it('decline as saved cards too, for a customer whose failed transaction the list shows', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer, cards.declined);
    const answer = await demo.charge({ customer_id: customer.id });
    expect(answer.status).toBe(402);
    const { data } = await demo.read<{ data: unknown[] }>(`/transactions?customer_id=${customer.id}`);
    expect(data).toEqual([answer.body.data]);
  });

  it('decline in live mode too', async () => {
    const live = (await demo.on('gateway_b')).live;
    const answer = await live.charge({ payment_token: await live.tokenize(cards.declined) });
    expect(answer).toMatchObject({ status: 402, body: { data: { livemode: true } } });
  });

  it.each([
    ['4000000000002701', 402],
    ['4000000000002503', 402],
    ['4000000000002925', 402],
    ['4000000000002719', 402],
    ['4000000000002537', 402],
    ['4000000000002313', 402],
    ['4000000000002990', 402],
    ['4000000000003220', 201],
    ['4000000000003238', 201],
  ])('of 3-D Secure, %s, answers %i when it is charged', async (number, status) => {
    expect((await demo.charge({ payment_token: await demo.tokenize(number) })).status).toBe(status);
  });

  it('give a made reference, by which the attempt is found in the request log, where the client sent none', async () => {
    const answer = await demo.charge({ payment_token: await demo.tokenize(cards.declined) });
    expect(answer.body.reference_id).toMatch(/^ref_[0-9A-Za-z]{20}$/);
    expect(answer.body.data.reference_id).toBeNull();
    const { data } = await demo.control<{ data: { id: string }[] }>('get', '/requests?status=402');
    const logged = await demo.control<{ data: { response: string } }>('get', `/requests/${data[0]?.id}`);
    expect(logged.data.response).toContain(answer.body.reference_id);
  });
});

describe('card problems seen before the gateway is asked', () => {
  it('a missing security code, where the workspace requires one: 402, category cvc', async () => {
    await demo.configure({ require_cvc: true });
    const without = await demo.charge({ payment_token: await demo.tokenize() });
    expect(without.status).toBe(402);
    expect(without.body).toMatchObject({ category: 'cvc', code: 'incorrect_cvc', decline_code: null });
    await demo.charged({ payment_token: await demo.tokenize(cards.visaDebit, { cvv: '123' }) });
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer);
    await demo.charged({ customer_id: customer.id });
  });

  it('no security code is needed where the workspace does not require one', async () => {
    await demo.charged({ payment_token: await demo.tokenize() });
  });

  it('a card that has expired by the emulated clock: 402, category invalid_card', async () => {
    const customer = await demo.saveCustomer();
    const method = await demo.saveCard(customer, cards.visaDebit, { cc_exp_month: '3', cc_exp_year: '26' });
    await demo.charged({ payment_method_id: method.id });
    await demo.control('post', '/clock', { set: '2026-03-31T23:59:59.999Z' });
    await demo.charged({ payment_method_id: method.id });
    await demo.advance('1ms');
    const answer = await demo.charge({ payment_method_id: method.id });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ category: 'invalid_card', code: 'invalid_card', decline_code: null });
  });

  it('a card that had expired when it was tokenized: taken in, 402 when charged', async () => {
    const token = await demo.tokenize(cards.visaDebit, { exp_month: '02', exp_year: '2026' });
    expect(await demo.charge({ payment_token: token })).toMatchObject({
      status: 402,
      body: { category: 'invalid_card' },
    });
  });

  it('an unsupported card wins over every other outcome', async () => {
    await demo.addRule({ card: '4242' }, { kind: 'unavailable' });
    await demo.configure({ require_cvc: true });
    const answer = await demo.charge({ payment_token: await demo.tokenize(cards.visaCredit) });
    expect(answer).toMatchObject({ status: 402, body: { category: 'unsupported_card' } });
  });
});

it('two equal charges in a row are no duplicates', async () => {
  const customer = await demo.saveCustomer();
  await demo.saveCard(customer);
  const [one, two] = [
    await demo.charged({ customer_id: customer.id }),
    await demo.charged({ customer_id: customer.id }),
  ];
  expect(one.id).not.toBe(two.id);
});

describe('what declined a payment', () => {
  const decisionOf = async ({ id }: { id: string }, kind = 'transactions') =>
    (await demo.control<{ data: unknown }>('get', `/${kind}/${id}/decision`)).data;

  it('is told to the developer: the card, the amount, a rule, or what was known before', async () => {
    const declined = async (number: string, fields = {}) =>
      (await demo.charge({ payment_token: await demo.tokenize(number), ...fields })).body.data;
    const card = { source: 'built-in', rule: null, when: { direction: 'in', card: 'declined' } };
    expect(await decisionOf(await declined(cards.declined))).toEqual({ ...card, about: 'the issuer declines' });
    expect(await decisionOf(await declined(cards.visaCredit))).toEqual({
      source: 'instrument',
      rule: null,
      about: 'debit_payouts does not accept credit cards',
    });
    await demo.addRule({ amount: 777 }, { kind: 'decline', code: 'duplicate' });
    const { data: rules } = await demo.control<{ data: { id: string }[] }>('get', '/rules');
    expect(await decisionOf(await declined(cards.visaDebit, { amount: 777 }))).toEqual({
      source: 'workspace',
      rule: rules[0]!.id,
      when: { amount: 777 },
      about: '',
    });
    const made = await demo.charged();
    expect(await decisionOf(made)).toMatchObject({ source: 'unknown' });
    const payout = await demo.paidOut({ amount: 53 });
    const { when, source } = (await decisionOf(payout, 'payouts')) as { when: unknown; source: string };
    expect([source, when]).toEqual(['built-in', { direction: 'out', mode: 'test', amount: 53 }]);
  });

  it('stays out of the merchant API, and of pages without a key', async () => {
    const { body } = await demo.charge({ payment_token: await demo.tokenize(cards.declined) });
    expect(body.data).not.toHaveProperty('decided_by');
    expect(await demo.transaction(body.data.id)).not.toHaveProperty('decided_by');
  });
});
