import { describe, expect, it } from 'vitest';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const card = { number: cards.visaDebit, exp_month: '3', exp_year: '29', cvv: '123' };

describe('POST /tokens', () => {
  it('answers 200 with a ptok_ token and four fields of the card, all texts', async () => {
    expect(await demo.api.post('/tokens', card)).toMatchObject({
      status: 200,
      body: {
        data: {
          token: expect.stringMatching(/^ptok_[0-9A-Za-z]{20}$/),
          card: { last4: '5556', brand: 'visa', exp_month: '03', exp_year: '2029' },
        },
      },
    });
    const { body } = await demo.api.post<{ data: { card: object } }>('/tokens', card);
    expect(Object.keys(body.data).sort()).toEqual(['card', 'token']);
    expect(Object.keys(body.data.card).sort()).toEqual(['brand', 'exp_month', 'exp_year', 'last4']);
  });

  it('can be called with a publishable key, and the token charged with the secret key of the same mode', async () => {
    const { body } = await demo.publishable.post<{ data: { token: string } }>('/tokens', card);
    await demo.charged({ payment_token: body.data.token });
  });

  it.each([
    ['number', undefined, 'parameter_missing'],
    ['exp_month', undefined, 'parameter_missing'],
    ['exp_year', undefined, 'parameter_missing'],
    ['exp_month', '00', 'parameter_invalid'],
    ['exp_month', 12, 'parameter_invalid'],
    ['exp_year', '1999', 'parameter_invalid'],
    ['cvv', '12', 'parameter_invalid'],
    ['cvv', '12345', 'parameter_invalid'],
    ['cvv', 'abc', 'parameter_invalid'],
  ])('refuses %s %o', async (param, value, code) => {
    const answer = await demo.api.post<Refusal>('/tokens', { ...card, [param]: value });
    expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code, param } });
  });

  it('makes tokens of its own workspace and mode alone', async () => {
    const payment_token = await demo.tokenize();
    const onA = await demo.on('gateway_a');
    expect(await onA.charge({ payment_token })).toMatchObject({ status: 400, body: { param: 'payment_token' } });
    const live = demo.live;
    await live.configure({ debit_payouts_enabled: { live: true } });
    expect(await live.charge({ payment_token })).toMatchObject({ status: 400, body: { param: 'payment_token' } });
    await demo.charged({ payment_token });
  });
});

describe('a token', () => {
  it('lives just under 15 minutes', async () => {
    const [early, late] = [await demo.tokenize(), await demo.tokenize()];
    await demo.advance('899999ms');
    await demo.charged({ payment_token: early });
    await demo.advance('1ms');
    const answer = await demo.charge({ payment_token: late });
    expect(answer).toMatchObject({ status: 400, body: { code: 'token_expired', param: 'payment_token' } });
  });

  it.each([
    ['approved', cards.visaDebit, 201],
    ['declined', cards.declined, 402],
    ['unknown', cards.unavailableNotCharged, 503],
    ['unsupported', cards.visaCredit, 402],
  ])('is used up by an attempt that is %s', async (_outcome, number, status) => {
    const payment_token = await demo.tokenize(number);
    expect((await demo.charge({ payment_token })).status).toBe(status);
    const again = await demo.charge({ payment_token });
    expect(again).toMatchObject({ status: 400, body: { code: 'token_used' } });
  });

  it('survives a 400, a 403 and a 409', async () => {
    const payment_token = await demo.tokenize();
    const unresolved = { payment_token: await demo.tokenize(cards.unavailableCharged), reference_id: 'r-1' };
    await demo.charge(unresolved);
    for (const [fields, status] of [
      [{ amount: 0 }, 400],
      [{ rail: 'ach' }, 400],
      [{ gateway: 'gateway_b' }, 400],
      [{ metadata: { a: {} } }, 400],
      [{ currency: 'XYZ' }, 400],
      [{ customer_id: 'cus_none' }, 400],
      [{ reference_id: 'r-1' }, 409],
    ] as const) {
      expect((await demo.charge({ payment_token, ...fields })).status, JSON.stringify(fields)).toBe(status);
    }
    const publishable = demo.publishable;
    expect((await publishable.post('/charges', { amount: 100, payment_token })).status).toBe(403);
    await demo.charged({ payment_token });
  });

  it('is used up by a payout, and survives one that is refused', async () => {
    const customer = await demo.saveCustomer();
    const payment_token = await demo.tokenize();
    const refused = await demo.payout({ customer_id: customer.id, payment_token, amount: 5_000_000 });
    expect(refused).toMatchObject({ status: 400, body: { code: 'insufficient_funds' } });
    await demo.paidOut({ customer_id: customer.id, payment_token });
    const again = await demo.payout({ customer_id: customer.id, payment_token });
    expect(again).toMatchObject({ status: 400, body: { code: 'token_used' } });
  });
});
