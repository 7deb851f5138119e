import { describe, expect, it } from 'vitest';
import type { RequestDetails } from '../../src/sandbox/control/wire.ts';
import { Buyer } from '../support/buyer.ts';
import { heldCall } from '../support/call.ts';
import { byCard, session } from '../support/checkout.ts';
import { cards, Demo, eachTest } from '../support/demo.ts';
import { type Answer, createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
eachTest((own) => {
  demo = own;
});

type Charged = Record<string, unknown> & { data: { id: string; status: string } };
const asking = (outcome: string) => ({ 'X-Emulator-Outcome': outcome });
const charge = async (outcome: string | null, fields = {}, on = demo): Promise<Answer<Charged>> => {
  const body = { amount: 4200, payment_token: await on.tokenize(), ...fields };
  return on.api.post<Charged>('/charges', body, outcome === null ? {} : asking(outcome));
};
const fromBank = async () => {
  const customer = await demo.saveCustomer();
  const { id } = await demo.saveBank(customer);
  return { customer_id: customer.id, payment_method_id: id, payment_token: undefined };
};
const logged = async ({ headers }: Answer<unknown>, on = demo) =>
  (await on.control<{ data: RequestDetails }>('get', `/requests/${headers.get('request-id')}`)).data;
const ignoredIn = ({ headers }: Answer<unknown>) => headers.get('x-emulator-ignored');

describe('X-Emulator-Outcome', () => {
  it('decides its request and no other, also of requests that are made together', async () => {
    const wanted = ['insufficient_funds', null, 'decline cvc', 'DECLINE  blocked', null, 'unavailable'];
    const answers = await Promise.all(wanted.map((each) => charge(each)));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [402, 'insufficient_funds'],
      [201, undefined],
      [402, 'incorrect_cvc'],
      [402, 'blocked'],
      [201, undefined],
      [503, 'gateway_unavailable'],
    ]);
    expect(answers.map(ignoredIn)).toEqual(wanted.map(() => null));
    expect(answers[5]!.body.error).not.toContain('injected');
  });

  it('decides what happens later, and after how long', async () => {
    const disputed = await charge('dispute R10 after 2d', await fromBank());
    const failed = await charge('fail D019', await fromBank());
    const late = await charge('late after 3 days');
    const states = async () =>
      Promise.all([disputed, failed, late].map(async ({ body }) => (await demo.transaction(body.data.id)).status));
    await demo.settle();
    expect(await states()).toEqual(['settled', 'failed', 'pending_settlement']);
    await demo.advance('47h');
    expect((await demo.eventTypes()).filter((type) => type.startsWith('dispute'))).toEqual([]);
    await demo.advance('2h');
    expect(await demo.disputeOf(disputed.body.data)).toMatchObject({ transaction_id: disputed.body.data.id });
    await demo.advance('24h');
    expect((await states())[2]).toBe('settled');
  });

  it('decides an unknown outcome as it says', async () => {
    const customer = await demo.saveCustomer();
    await demo.saveCard(customer);
    const body = { amount: 4200, customer_id: customer.id, reference_id: 'order-1' };
    expect((await demo.api.post('/charges', body, asking('unavailable approved after 2m'))).status).toBe(503);
    await demo.advance('119s');
    expect((await demo.api.post('/charges', body)).status).toBe(409);
    await demo.advance('1s');
    expect((await demo.api.post('/charges', body)).status).toBe(201);
    expect((await demo.read<{ data: unknown[] }>('/transactions')).data).toHaveLength(1);
  });

  it('decides payouts by the codes of payouts', async () => {
    await demo.settled({ amount: 90_000 });
    const customer = await demo.saveCustomer();
    const { id: payment_method_id } = await demo.saveCard(customer);
    const body = { customer_id: customer.id, payment_method_id, amount: 1500 };
    const payout = (outcome: string) => demo.api.post<Charged>('/payouts', body, asking(outcome));
    const failing = await payout('fail M009');
    await demo.settle();
    expect(await demo.payoutOf(failing.body.data.id)).toMatchObject({ status: 'failed', error_code: 'M009' });
    expect((await payout('unavailable')).status).toBe(503);
    expect((await payout('dispute after 2d')).body.error).toContain('A payout cannot be disputed');
    expect(await payout('decline insufficient_funds')).toMatchObject({
      status: 400,
      body: { code: 'parameter_invalid', error: expect.stringContaining("'insufficient_funds' is not a valid code") },
    });
  });

  it('comes before cards, rules and the outcome of a fault, and counts none of the rules', async () => {
    await demo.addRule({ operation: 'charges.create', times: 1 }, { kind: 'decline', code: 'duplicate' });
    const declined = { payment_token: await demo.tokenize(cards.declined) };
    expect((await charge('late', declined)).status).toBe(201);
    await demo.control('post', '/faults', { on: 'charges.create', kind: 'unavailable', times: 1 });
    expect((await charge('decline cvc')).body.code).toBe('incorrect_cvc');
    expect((await charge(null)).body.code).toBe('duplicate_transaction');
    expect((await charge(null)).status).toBe(201);
  });

  it('of latency holds its own answer back, and leaves the outcome to the card', async () => {
    const body = { amount: 4200, payment_token: await demo.tokenize(cards.declined) };
    const hangUp = heldCall(`${demo.sandbox.url}/api/v1/charges`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await keyOf(demo)}`,
        'content-type': 'application/json',
        ...asking('latency 60s'),
      },
      body: JSON.stringify(body),
    });
    const transactions = async () => (await demo.read<{ data: { status: string }[] }>('/transactions')).data;
    await expect.poll(transactions).toMatchObject([{ status: 'failed' }]);
    expect((await charge(null)).status).toBe(201);
    await hangUp();
    const begun = performance.now();
    expect((await charge('latency 120')).status).toBe(201);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(110);
  });

  it('decides a page payment by the client API', async () => {
    const buyer = new Buyer(demo);
    const pay = async (outcome: string) => {
      const { slug } = await session(demo);
      const headers = { 'idempotency-key': slug, ...asking(outcome) };
      return buyer.post<{ transactionId?: string; error?: string }>(
        `/api/checkout/${slug}/pay`,
        await byCard(buyer),
        headers,
      );
    };
    const refused = await pay('insufficient_funds');
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('insufficient funds') } });
    const paid = await pay('other_amount by -100');
    expect(await demo.transaction(paid.body.transactionId!)).toMatchObject({ amount: 4100 });
    expect(await pay('nonsense')).toMatchObject({ status: 400, body: { error: expect.stringContaining('nonsense') } });
  });

  it('is in the log as injected, and in what the developer reads of the decision', async () => {
    const answer = await charge('decline  insufficient_funds');
    expect(await logged(answer)).toMatchObject({
      fault: 'outcome decline insufficient_funds',
      unknown_fields: [],
      headers: { 'x-emulator-outcome': 'decline  insufficient_funds' },
    });
    const path = `/transactions/${answer.body.data.id}/decision`;
    expect((await demo.control<{ data: unknown }>('get', path)).data).toEqual({
      source: 'header',
      rule: null,
      about: 'X-Emulator-Outcome: decline insufficient_funds',
    });
    await demo.control('post', '/faults', { on: 'charges.create', kind: 'latency', ms: 1, times: 1 });
    expect((await logged(await charge('decline cvc'))).fault).toMatch(/^latency fault_\w+, outcome decline cvc$/);
  });

  it('is sent again with a request that is replayed', async () => {
    const { id } = await logged(await charge('decline cvc', await savedCard()));
    const replayed = await demo.control<{ data: object }>('post', `/requests/${id}/replay`, {});
    expect(replayed.data).toMatchObject({ status: 402, body: { code: 'incorrect_cvc' } });
  });

  it('decides nothing where the network is not asked: it is ignored, and says so', async () => {
    const headers = asking('insufficient_funds');
    const made = await demo.api.post('/customers', { email: 'ada@example.com' }, headers);
    expect([made.status, ignoredIn(made)]).toEqual([201, 'X-Emulator-Outcome']);
    expect(await logged(made)).toMatchObject({ fault: null, unknown_fields: ['X-Emulator-Outcome'] });
    const keyed = { 'Idempotency-Key': 'one' };
    const body = { amount: 4200, ...(await savedCard()) };
    const first = await demo.api.post('/charges', body, { ...keyed, ...headers });
    expect([first.status, ignoredIn(first)]).toEqual([402, null]);
    for (const further of [asking('late'), {}]) {
      const again = await demo.api.post('/charges', body, { ...keyed, ...further });
      expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([402, first.body, 'true']);
      expect(ignoredIn(again)).toBe('late' in further || Object.keys(further).length > 0 ? 'X-Emulator-Outcome' : null);
    }
  });

  it.each([
    ['insuficient_funds', "Did you mean 'insufficient_funds'?"],
    ['declin cvc', "Did you mean 'decline' or 'declined'?"],
    ['M003', "'fail M003'"],
    ['R10 after 2d', "Did you mean 'return R10' or 'dispute R10'?"],
    ['decline cvv', 'Did you mean cvc?'],
    ['late after 2x', "after '2x' is not a valid duration"],
    ['late after', "after '' is not a valid duration"],
    ['latency 2h', 'ms must be at most 60000 milliseconds'],
    ['dispute after 20000y', 'after must be at most'],
    ['decline cvc after 2d', 'accepts code, not after'],
    ['unavailable resolve maybe', 'resolve must be'],
    ['other_amount by -1', 'Set when.operation to checkout.pay'],
    ['', "no outcome ''"],
    ['constructor', 'An outcome must start with decline'],
    ['x'.repeat(201), 'at most 200 characters'],
  ])('is refused where it is %j, before anything happens', async (outcome, says) => {
    await demo.control('post', '/faults', { on: 'charges.create', kind: 'status', status: 418, times: 1 });
    const answer = await charge(outcome);
    expect(answer).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code: 'parameter_invalid', param: 'X-Emulator-Outcome' },
    });
    expect(answer.body.error).toContain(says);
    expect(answer.body.error).not.toContain('then.');
    expect((await demo.read<{ data: unknown[] }>('/transactions')).data).toEqual([]);
    expect((await charge(null)).status).toBe(418);
  });

  it('is named where it is misspelled', async () => {
    const answer = await demo.api.post('/customers', { email: 'a@example.com' }, { 'Emulator-Outcome': 'late' });
    expect(ignoredIn(answer)).toBe('Emulator-Outcome');
  });

  it('is refused by a strict emulator', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      const own = await Demo.create(strict);
      const refused = await charge('insufficient_funds', {}, own);
      expect(refused).toMatchObject({ status: 400, body: { code: 'parameter_unknown', param: 'X-Emulator-Outcome' } });
      expect(refused.headers.get('x-emulator-refused')).toBe('X-Emulator-Outcome');
      expect((await charge(null, {}, own)).status).toBe(201);
    } finally {
      await strict.stop();
    }
  });
});

async function savedCard() {
  const customer = await demo.saveCustomer();
  await demo.saveCard(customer);
  return { customer_id: customer.id, payment_token: undefined };
}

const keyOf = async (own: Demo) =>
  (await own.control<{ data: { keys: { secret: { test: string } } } }>('get', '/keys')).data.keys.secret.test;
