import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../src/payments/resources/registry.ts';
import { merchantOperations } from './support/declared.ts';
import { ExampleRequests } from './support/example-requests.ts';
import { Interface } from './support/interface.ts';
import { type Answer, createTestSandbox, type TestSandbox } from './support/sandbox.ts';

let sandbox: TestSandbox;
let api: Interface;
let examples: ExampleRequests;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  examples = new ExampleRequests(sandbox);
  api = await Interface.read(sandbox.url);
});
afterAll(() => sandbox?.stop());

const operations = merchantOperations.filter(({ access }) => access !== 'public');
const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
const address = {
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
};
let count = 0;

/** The slices whose specified operations the tour below leads through from end to end. */
const toured = ['token', 'payment_method', 'customer', 'balance', 'transaction', 'dispute', 'payout'];
const touredRoutes = resources
  .filter(({ name }) => toured.includes(name))
  .flatMap(({ operations }) => operations.filter(({ surface, assumed }) => surface === 'merchant' && assumed !== true))
  .map(({ method, path }) => `${method} ${path}`);

/** What each route answered on the tour, by status. */
const seen = new Map<string, Set<number>>();

/** Calls the API and holds the answer to the interface description. */
async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  key = 'sk_test_demo',
  headers: Record<string, string> = {},
) {
  const caller = sandbox.as(key);
  const send = {
    GET: () => caller.get(path),
    POST: () => caller.post(path, body, headers),
    PATCH: () => caller.patch(path, body),
    DELETE: () => caller.delete(path),
  };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas check what it is
  const answer = (await send[method]()) as Answer<any>;
  const route = api.routeOf(method, path) ?? expect.fail(`${method} ${path} is not a route`);
  const fault = api.faultOf(route, answer.status, answer.body);
  expect(fault, `${route} ${answer.status}: ${fault}\n${JSON.stringify(answer.body)}`).toBeNull();
  seen.set(route, (seen.get(route) ?? new Set()).add(answer.status));
  return answer;
}

async function newCustomer(fields: object = {}) {
  const { body } = await call('POST', '/customers', {
    email: `tour${++count}@example.com`,
    ...address,
    ...card,
    ...fields,
  });
  return { customer: body.data.id as string, method: body.payment_method.id as string };
}

const newCharge = async (fields: object = {}) => {
  const { customer } = await newCustomer();
  return (await call('POST', '/charges', { customer_id: customer, amount: 2_500, ...fields })).body.data.id as string;
};
const settle = () => sandbox.control.post('/settle', {});
const settledCharge = async () => {
  const id = await newCharge();
  await settle();
  return id;
};

/** The newest entry of a workspace's ledger, by its id. */
const lastMovement = async (workspace: string) =>
  (await sandbox.control.get<{ data: { id: string }[] }>(`/ledger?limit=1&workspace=${workspace}`)).body.data[0]?.id;

/** What takes money where a period is over, which it is not in its example. */
const isWithinPeriod = (id: string) => id === 'subscriptions.resume';

describe('the example of each operation', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'works, and a POST is done once under an Idempotency-Key: %s',
    async (id, operation) => {
      const { method, status: success } = operation;
      let refused = 'no trigger and no example makes what it needs';
      for await (const { workspace, key, path, body } of examples.for(operation)) {
        const send = (sent: unknown) => call(method, path, sent, key, { 'idempotency-key': id });
        const before = await lastMovement(workspace);
        const answer = await send(body);
        refused = answer.status < 400 ? '' : answer.body.error;
        if (refused !== '') continue;
        expect(answer.status).toBe(success);
        const movesMoney = operation.effects?.includes('moves_money') === true && !isWithinPeriod(id);
        const moved = (await lastMovement(workspace)) !== before;
        expect(moved, `its effects say ${movesMoney} of 'moves_money'`).toBe(movesMoney);
        if (method !== 'POST') break;
        const again = await send(body);
        expect([again.status, again.body]).toEqual([success, answer.body]);
        expect(again.headers.get('idempotency-replayed')).toBe('true');
        const other = await send({ ...body, another: 'field' });
        expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
        break;
      }
      expect(refused).toBe('');
    },
  );
});

describe('every answer has the form that the description gives it', () => {
  it('for customers and what is saved for them', async () => {
    const { customer, method } = await newCustomer({ metadata: { a: 1, b: null, c: true, d: 'x' } });
    await call('POST', '/customers', { email: `tour${count}@example.com`, phone: null, company: 'Shop' });
    await call('POST', `/customers/${customer}/payment-methods`, {
      type: 'bank_account',
      routing_number: '021000021',
      account_number: '000123456789',
    });
    await call('GET', `/customers/${customer}/payment-methods`);
    await call('GET', '/customers?processor=debit_payouts&limit=100');
    await call('DELETE', `/customers/${customer}/payment-methods/${method}`);
    await call('DELETE', `/customers/${customer}/payment-methods/${method}`);
    await call('PATCH', `/customers/${customer}`, { email: 'nobody' });
    await call('PATCH', '/customers/cus_none', {});
    await call('GET', '/customers/cus_none');
    await call('GET', '/customers/cus_none/payment-methods');
    await call('POST', '/customers/cus_none/payment-methods', card);
    await call('POST', `/customers/${customer}/payment-methods`, {});
    await call('POST', '/customers', {});
    await call('GET', '/customers?limit=0');
    await call('POST', '/tokens', { number: '1', exp_month: '1', exp_year: '2030' });
  });

  it('for charges of every outcome', async () => {
    for (const [number, status] of [
      ['4000000000000002', 402],
      ['4000000000009995', 402],
      ['4000000000000127', 402],
      ['4242424242424242', 402],
      ['4000000000000119', 503],
    ] as const) {
      const token = await call('POST', '/tokens', { number, exp_month: '12', exp_year: '2030', cvv: '123' });
      const { body, status: got } = await call('POST', '/charges', {
        payment_token: token.body.data.token,
        amount: 4_200,
        reference_id: `ref-${number}`,
      });
      expect(got).toBe(status);
      expect('data' in body).toBe(status === 402);
      expect(body).toMatchObject({ type: status === 402 ? 'card_error' : 'api_error', reference_id: `ref-${number}` });
      if (status === 402)
        expect(body.data).toMatchObject({ object: 'transaction', status: 'failed', error_code: body.code });
    }
    await call('POST', '/charges', { amount: 1 });
    const { customer } = await newCustomer();
    await call('POST', '/charges', { customer_id: customer, amount: 100, reference_id: 'ref-4000000000000119' });
    await call('GET', '/transactions?limit=100');
    await call('GET', '/transactions?limit=x');
  });

  it('for what becomes of a transaction', async () => {
    const id = await newCharge();
    await call('POST', `/transactions/${id}/void`);
    await call('POST', `/transactions/${id}/void`);
    await call('POST', `/transactions/${id}/refund`, {});
    const settled = await settledCharge();
    await call('POST', `/transactions/${settled}/refund`, { amount: 500 });
    expect((await call('GET', `/transactions/${settled}`)).body.data).toMatchObject({
      status: 'partially_refunded',
      total_refunded: 500,
    });
    await call('POST', `/transactions/${settled}/refund`);
    for (const verb of ['void', 'refund'] as const) await call('POST', `/transactions/txn_none/${verb}`, {});
    await call('GET', '/transactions/txn_none');
  });

  it('for disputes of every kind', async () => {
    for (const trigger of [
      'payment.disputed',
      'dispute.created',
      'dispute.won',
      'dispute.lost',
      'dispute.evidence_submitted',
    ]) {
      expect((await sandbox.control.post(`/triggers/${trigger}`, {})).status).toBe(200);
    }
    const { body } = await call('GET', '/disputes?limit=100&status=new,matched,won,lost,response_submitted');
    expect(body.data.length).toBeGreaterThan(3);
    for (const { id } of body.data)
      expect((await call('GET', `/disputes/${id}`)).body.events.length).toBeGreaterThan(0);
    await call('GET', '/disputes/dp_none');
    await call('GET', '/disputes?kind=none');
  });

  it('for payouts of every end', async () => {
    for (const trigger of ['payout.paid', 'payout.failed', 'payout.returned', 'payout.cancel']) {
      expect((await sandbox.control.post(`/triggers/${trigger}`, {})).status).toBe(200);
    }
    const { body } = await call('GET', '/payouts?limit=100');
    const statuses = body.data.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(expect.arrayContaining(['paid', 'failed', 'canceled']));
    const { customer, method } = await newCustomer();
    const payout = { amount: 100, customer_id: customer, payment_method_id: method, reference_id: 'po-ref' };
    await call('POST', '/payouts', payout);
    await call('POST', '/payouts', payout);
    await call('POST', '/payouts', { ...payout, amount: 99_999_999, reference_id: 'po-ref-2' });
    await sandbox.control.post('/faults', { on: 'POST /payouts', kind: 'unavailable', times: 1 });
    expect((await call('POST', '/payouts', { ...payout, reference_id: 'po-ref-3' })).status).toBe(503);
    await call('GET', '/payouts?status=none');
    await call('GET', '/payouts/po_none');
    await call('GET', '/payouts/po_none', undefined, 'sk_live_demo');
    await call('GET', '/balance?currency=eur');
    await call('GET', '/balance?currency=none');
  });

  it('for keys that may not, and requests that are too many', async () => {
    const limited = sandbox;
    for (const { method, path, access } of operations) {
      const at = path.replace(/\{\w+\}/g, 'none_1');
      await call(method, at, {}, 'nobody');
      if (access === 'secret') await call(method, at, {}, 'pk_test_demo');
    }
    sandbox = await createTestSandbox({ rateLimit: true });
    try {
      const onLimited = new ExampleRequests(sandbox);
      for (const operation of operations.filter(({ method }) => method !== 'GET')) {
        const { method, path } = operation;
        const key = await onLimited.keyFor(operation);
        const at = path.replace(/\{\w+\}/g, 'none_1');
        for (let tries = 0, status = 0; status !== 429 && tries < 302; tries++)
          status = (await call(method, at, {}, key)).status;
        expect([path, seen.get(api.routeOf(method, at)!)?.has(429)]).toEqual([path, true]);
      }
    } finally {
      await sandbox.stop();
      sandbox = limited;
    }
  });

  it('and the tour has seen all but every refusal that is declared', () => {
    expect(touredRoutes.length).toBeGreaterThan(18);
    const declared = api.operations().filter(([route]) => touredRoutes.includes(route));
    const missed = declared.flatMap(([route, { responses }]) =>
      Object.keys(responses)
        .filter((status) => status !== 'default')
        .map(Number)
        .filter((status) => !seen.get(route)?.has(status))
        .map((status) => `${route} ${status}`),
    );
    // Reads are refused to no key of a merchant that has no scopes, and a card or bank account is deleted while nothing uses it.
    const unseen = missed.filter((each) => !/^GET \S+ 403$/.test(each));
    expect(unseen).toEqual(
      ['POST /tokens 403', 'DELETE /customers/{id}/payment-methods/{billingId} 400'].filter((each) =>
        missed.includes(each),
      ),
    );
  });
});
