import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, heldCall } from '../support/call.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let customer: string;
beforeEach(async () => {
  sandbox = await createTestSandbox();
  const { body } = await sandbox.api.post<{ data: { id: string } }>('/customers', {
    email: 'faults@example.com',
    billing_postal_code: '62701',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  customer = body.data.id;
});
afterEach(() => sandbox?.stop());

const setFault = async (fault: object) => {
  const answer = await sandbox.control.post<{ data: { id: string } }>('/faults', fault);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};
const charge = (reference_id?: string) =>
  sandbox.api.post<Record<string, unknown> & { data: { id: string; amount: number } }>('/charges', {
    customer_id: customer,
    amount: 700,
    ...(reference_id === undefined ? {} : { reference_id }),
  });
const count = async (path: string) => (await sandbox.api.get<{ data: unknown[] }>(path)).body.data.length;

describe('a fault with a probability', () => {
  /** Which of many calls it happens to, in an emulator of its own. */
  async function happened(seed: number): Promise<string> {
    const own = await createTestSandbox({ seed });
    try {
      await own.control.post('/faults', { on: 'balance.get', kind: 'status', status: 418, probability: 0.25 });
      let marks = '';
      for (let call = 0; call < 80; call++) marks += (await own.api.get('/balance')).status === 418 ? 'x' : '.';
      return marks;
    } finally {
      await own.stop();
    }
  }

  it('happens to about this share, the same ones with the same seed', async () => {
    const [first, second, other] = [await happened(7), await happened(7), await happened(8)];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    const share = first.replaceAll('.', '').length / 80;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.4);
  });

  it.each([0, 1.5, 'often'])('is refused where it is %s', async (probability) => {
    const answer = await sandbox.control.post('/faults', { on: 'charges.create', kind: 'unavailable', probability });
    expect(answer.status).toBe(400);
  });
});

describe('a fault', () => {
  it('shows in the status until it has happened, and in the answer and the log entry that it made', async () => {
    const id = await setFault({ on: 'POST /charges', kind: 'unavailable', times: 1 });
    const armed = async () =>
      (await sandbox.control.get<{ data: { faults: { id: string }[] } }>('/status')).body.data.faults;
    expect(await armed()).toMatchObject([{ id, kind: 'unavailable', on: 'charges.create', times: 1, used: 0 }]);
    const refused = await charge();
    expect(refused.headers.get('x-emulator-fault')).toBe(`unavailable ${id}`);
    expect(refused.body.error).toMatch(/\(Caused by an injected fault\.\)$/);
    expect(await armed()).toEqual([]);
    const logged = await sandbox.control.get<{ data: { fault: string } }>(
      `/requests/${refused.headers.get('request-id')}`,
    );
    expect(logged.body.data.fault).toBe(`unavailable ${id}`);
    expect((await sandbox.api.get('/balance')).headers.get('x-emulator-fault')).toBeNull();
  });

  it('happens as often as it says, to the operation that it names alone', async () => {
    await setFault({ on: 'GET /balance', kind: 'status', status: 502, times: 2 });
    const seen = [];
    for (let at = 0; at < 3; at++) seen.push((await sandbox.api.get('/balance')).status);
    expect(seen).toEqual([502, 502, 200]);
    expect((await sandbox.api.get('/transactions')).status).toBe(200);
  });

  it('goes on until it is removed where it says no number', async () => {
    const id = await setFault({ on: 'GET /transactions/{id}', kind: 'status', status: 500 });
    for (const path of ['/transactions/a', '/transactions/b']) expect((await sandbox.api.get(path)).status).toBe(500);
    await sandbox.control.delete(`/faults/${id}`);
    expect((await sandbox.api.get('/transactions/a')).status).toBe(404);
  });

  it('of kind answer_lost does the work and cuts the connection', async () => {
    const id = await setFault({ on: 'POST /charges', kind: 'answer_lost', times: 1 });
    await expect(charge('order-1')).rejects.toThrow();
    expect(await count('/transactions')).toBe(1);
    expect((await charge('order-1')).status).toBe(201);
    expect(await count('/transactions')).toBe(1);
    const { body } = await sandbox.control.get<{ data: { status: number; fault: string | null }[] }>(
      '/requests?method=POST',
    );
    expect(body.data.find(({ fault }) => fault === `answer_lost ${id}`)).toMatchObject({ status: 0 });
  });

  it('of kind before_answer delivers webhooks before the response', async () => {
    const seen: string[] = [];
    const receiver = await startReceiver(() => {
      seen.push('webhook');
      return {};
    });
    await sandbox.control.post('/webhook-endpoints', { url: receiver.url });
    const { body } = await charge();
    await sandbox.control.post('/settle', {});
    seen.length = 0;
    await setFault({ on: 'POST /transactions/{id}/refund', kind: 'before_answer', times: 1 });
    await sandbox.api.post(`/transactions/${body.data.id}/refund`, {});
    seen.push('answer');
    expect(seen).toEqual(['webhook', 'answer']);
    await receiver.close();
  });

  it('of kind before_answer settles what was done before, where it says so', async () => {
    const types: string[] = [];
    const receiver = await startReceiver(({ body }) => {
      types.push(JSON.parse(body).type);
      return {};
    });
    await sandbox.control.post('/webhook-endpoints', { url: receiver.url });
    await setFault({ on: 'POST /charges', kind: 'before_answer', times: 1, settled: true });
    const { body } = await charge();
    expect(types).toEqual(['payment.completed']);
    const read = await sandbox.api.get<{ data: { status: string } }>(`/transactions/${body.data.id}`);
    expect(read.body.data.status).toBe('settled');
    await receiver.close();
  });

  it('with handling happens to calls about the object of an event that is being delivered, and to no others', async () => {
    const statuses: number[] = [];
    const read = async (path: string) => (await sandbox.api.get(path)).status;
    const other = (await charge()).body.data.id;
    await sandbox.control.post('/settle', {});
    const receiver = await startReceiver(async ({ body }) => {
      const { transaction_id } = JSON.parse(body).data;
      statuses.push(await read(`/transactions/${other}`), await read(`/transactions/${transaction_id}`));
      return {};
    });
    await sandbox.control.post('/webhook-endpoints', { url: receiver.url, events: ['payment.completed'] });
    const id = await setFault({ on: 'GET /transactions/{id}', kind: 'status', status: 500, handling: true });
    const own = (await charge()).body.data.id;
    expect(await read(`/transactions/${own}`)).toBe(200);
    await sandbox.control.post('/settle', {});
    expect(statuses).toEqual([200, 500]);
    expect(await read(`/transactions/${own}`)).toBe(200);
    const { body } = await sandbox.control.get<{ data: object[] }>('/faults');
    expect(body.data).toMatchObject([{ id, handling: true, used: 1 }]);
    await receiver.close();
  });

  it('with handling happens to a write while one delivery is open, whatever the write is about', async () => {
    const statuses: number[] = [];
    const add = async () => (await sandbox.api.post('/customers', { email: 'other@example.com' })).status;
    const receiver = await startReceiver(async () => {
      statuses.push(await add());
      return {};
    });
    await sandbox.control.post('/webhook-endpoints', { url: receiver.url, events: ['payment.completed'] });
    await setFault({ on: 'POST /customers', kind: 'status', status: 500, handling: true, times: 1 });
    const outside = await add();
    await charge();
    await sandbox.control.post('/settle', {});
    expect({ outside, statuses }).toEqual({ outside: 201, statuses: [500] });
    await receiver.close();
  });

  it('with handling is one of calls: a delivery is refused it', async () => {
    const { status, body } = await sandbox.control.post<{ error: string; param: string }>('/faults', {
      on: 'delivery',
      kind: 'drop',
      handling: true,
    });
    expect({ status, param: body.param }).toEqual({ status: 400, param: 'handling' });
    expect(body.error).toContain('handling is valid only for faults of calls');
  });

  it('of kind short_pages gives a list one object a page, whatever its limit', async () => {
    for (const email of ['a@example.com', 'b@example.com']) await sandbox.api.post('/customers', { email });
    await setFault({ on: 'GET /customers', kind: 'short_pages', times: 1 });
    const page = await sandbox.api.get('/customers?limit=50');
    expect(page.body).toMatchObject({ data: [{ emulator_added: {} }], has_more: true });
    expect((await sandbox.api.get<{ data: unknown[] }>('/customers?limit=50')).body.data).toHaveLength(3);
  });

  it('of kind grown adds fields that no description knows, to lists too', async () => {
    await setFault({ on: 'GET /customers', kind: 'grown', times: 1 });
    await setFault({ on: 'GET /customers/{id}', kind: 'grown', times: 1 });
    const list = await sandbox.api.get('/customers');
    expect(list.body).toMatchObject({ data: [{ id: customer, emulator_added: {} }], emulator_added: {} });
    expect((await sandbox.api.get(`/customers/${customer}`)).body).toMatchObject({
      data: { id: customer, emulator_added: {} },
    });
    expect(JSON.stringify((await sandbox.api.get(`/customers/${customer}`)).body)).not.toContain('emulator_added');
  });

  it('happens to its own workspace alone', async () => {
    await setFault({ on: 'GET /transactions', kind: 'status', status: 500 });
    expect((await sandbox.as('sk_test_demo_a').get('/transactions')).status).toBe(200);
    expect((await sandbox.as('sk_live_demo').get('/transactions')).status).toBe(500);
  });

  it('is not used up by what is refused before it', async () => {
    await setFault({ on: 'POST /charges', kind: 'status', status: 500, times: 1 });
    expect((await sandbox.as('pk_test_demo').post('/charges', {})).status).toBe(403);
    expect((await sandbox.api.post('/charges', '{')).status).toBe(400);
    expect((await sandbox.api.post('/charges', { amount: 'x' })).status).toBe(400);
    expect((await charge()).status).toBe(500);
    expect((await charge()).status).toBe(201);
  });

  it('of kind status answers in the shape of errors, and nothing is processed', async () => {
    for (const [status, type] of [
      [400, 'invalid_request_error'],
      [401, 'authentication_error'],
      [402, 'card_error'],
      [403, 'permission_error'],
      [404, 'not_found_error'],
      [409, 'idempotency_error'],
      [418, 'invalid_request_error'],
      [429, 'rate_limit_error'],
      [500, 'api_error'],
      [504, 'api_error'],
    ] as const) {
      await setFault({ on: 'POST /charges', kind: 'status', status, times: 1 });
      const answer = await charge();
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ type, error: expect.stringMatching(/injected/) });
    }
    expect(await count('/transactions')).toBe(0);
  });

  describe('of kind status with a body of its own', () => {
    const raw = () => call(`${sandbox.url}/api/v1/balance`, { headers: { authorization: 'Bearer sk_test_demo' } });

    it.each([
      ['JSON', { upstream: ['down'] }, '{"upstream":["down"]}', 'application/json'],
      ['the text of JSON, byte for byte', '{ "upstream": 1.0 }\n', '{ "upstream": 1.0 }\n', 'application/json'],
      ['a text', '<h1>Bad Gateway ✗</h1>', '<h1>Bad Gateway ✗</h1>', 'text/plain'],
      ['an empty text', '', '', 'text/plain'],
    ])('answers %s, shows it as injected, and processes nothing', async (_, body, text, type) => {
      const id = await setFault({ on: 'GET /balance', kind: 'status', status: 502, body, times: 1 });
      expect((await sandbox.control.get('/faults')).body.data).toMatchObject([{ id, body: text }]);
      const answer = await raw();
      expect([answer.status, answer.text, answer.headers.get('x-emulator-fault')]).toEqual([502, text, `status ${id}`]);
      expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      const path = `/requests/${answer.headers.get('request-id')}`;
      expect((await sandbox.control.get(path)).body.data).toMatchObject({ fault: `status ${id}`, response: text });
      expect((await raw()).status).toBe(200);
    });

    it('keeps a charge from being made', async () => {
      await setFault({ on: 'POST /charges', kind: 'status', status: 422, body: { reason: 'odd' }, times: 1 });
      expect(await charge('order-1')).toMatchObject({ status: 422, body: { reason: 'odd' } });
      expect(await count('/transactions')).toBe(0);
      expect((await charge('order-1')).status).toBe(201);
    });

    it.each([
      ['body', 'at most 65536 bytes long; you sent 65537 bytes', { kind: 'status', body: 'x'.repeat(65_537) }],
      ['body', 'you sent 65538 bytes', { kind: 'status', body: ['é'.repeat(32_767)] }],
      [
        'status',
        'status must be from 400 to 599, because the call is not processed. You sent 200',
        { kind: 'status', status: 200, body: {} },
      ],
      ['body', 'body must be', { kind: 'status', body: 7 }],
      ['body', 'body is valid only for faults of calls of kind status, not latency', { kind: 'latency', body: {} }],
      ['body', 'body is valid only for faults of calls of kind status.', { on: 'delivery', kind: 'status', body: {} }],
    ])('is refused at once for its %s: %s', async (param, says, fault) => {
      const answer = await sandbox.control.post('/faults', { on: 'GET /balance', ...fault });
      expect(answer).toMatchObject({ status: 400, body: { param, error: expect.stringContaining(says) } });
    });
  });

  it('of kind rate_limit is a 429 with Retry-After, and nothing is processed', async () => {
    await setFault({ on: 'POST /charges', kind: 'rate_limit', times: 1 });
    const answer = await charge();
    expect([answer.status, answer.body.type]).toEqual([429, 'rate_limit_error']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await count('/transactions')).toBe(0);
  });

  it('of kind latency holds the answer back', async () => {
    await setFault({ on: 'POST /charges', kind: 'latency', ms: 300, times: 1 });
    const begin = performance.now();
    expect((await charge()).status).toBe(201);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(290);
  });

  it('of kind latency holds no other answer back', async () => {
    await setFault({ on: 'POST /charges', kind: 'latency', ms: 60_000, times: 1 });
    const hangUp = heldCall(`${sandbox.url}/api/v1/charges`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' },
      body: JSON.stringify({ customer_id: customer, amount: 700 }),
    });
    await expect.poll(() => count('/transactions')).toBe(1);
    await hangUp();
  });

  it('of kind drop_connection cuts the connection without an answer, and nothing is processed', async () => {
    await setFault({ on: 'POST /charges', kind: 'drop_connection', times: 1 });
    await expect(charge()).rejects.toThrow();
    expect(await count('/transactions')).toBe(0);
    const { body } = await sandbox.control.get<{ data: { status: number; operation: string }[] }>('/requests?limit=2');
    expect(body.data).toContainEqual(expect.objectContaining({ operation: 'charges.create', status: 0 }));
    expect((await charge()).status).toBe(201);
  });

  it('shows the fields that are set, so that two faults of a kind differ', async () => {
    const detailsOf = async (fault: object) =>
      (await sandbox.control.post<{ data: { details: string } }>('/faults', fault)).body.data.details;
    const onDelivery = { on: 'delivery', kind: 'drop' };
    expect(await detailsOf({ ...onDelivery, event: 'payout.paid', skip: 0, every: 3, times: 2 })).toBe(
      'event payout.paid, every 3',
    );
    expect(await detailsOf({ on: 'balance.get', kind: 'status', status: 418, handling: true })).toBe(
      'status 418, handling',
    );
    expect(await detailsOf(onDelivery)).toBe('');
  });

  it.each([{ resolve: 'approved' }, { after: '5s' }])('is refused with %j where no network is asked', async (field) => {
    const answer = await sandbox.control.post('/faults', { on: 'GET /customers', kind: 'unavailable', ...field });
    const [param] = Object.keys(field);
    expect(answer).toMatchObject({ status: 400, body: { param } });
    expect(answer.body.error).toBe(
      `${param} is valid only for operations that ask the card or bank network; customers.list is not one of them.`,
    );
  });

  it('of kind unavailable is a plain 503 but on charges', async () => {
    await setFault({ on: 'GET /balance', kind: 'unavailable', times: 1 });
    const answer = await sandbox.api.get('/balance');
    expect([answer.status, answer.body.type]).toEqual([503, 'api_error']);
  });
});

describe('a charge whose outcome is unknown', () => {
  const unknown = (resolve: 'approved' | 'failed') =>
    setFault({ on: 'POST /charges', kind: 'unavailable', times: 1, resolve, after: 30_000 });

  it('is a 503 with the fields of failed charges and no data; its reference is refused until it is resolved', async () => {
    await unknown('approved');
    const first = await charge('ref-1');
    expect(first.status).toBe(503);
    expect(first.body).toEqual({
      error: expect.any(String),
      type: 'api_error',
      code: 'gateway_unavailable',
      decline_code: expect.anything(),
      category: 'gateway_unavailable',
      reference_id: 'ref-1',
    });
    const second = await charge('ref-1');
    expect([second.status, second.body.type, second.body.code]).toEqual([
      409,
      'idempotency_error',
      'request_in_progress',
    ]);
    expect(await count('/transactions')).toBe(0);
  });

  it('was made after all, where it resolves so: the same reference gets the transaction, and no second one', async () => {
    await unknown('approved');
    await charge('ref-2');
    await sandbox.control.post('/clock', { advance: '30s' });
    const [again, once] = [await charge('ref-2'), await charge('ref-2')];
    expect([again.status, once.status]).toEqual([201, 201]);
    expect(again.body.data.id).toBe(once.body.data.id);
    expect(await count('/transactions')).toBe(1);
    const other = await sandbox.api.post('/charges', { customer_id: customer, amount: 701, reference_id: 'ref-2' });
    expect([other.status, other.body.code]).toEqual([409, 'reference_id_reused']);
  });

  it('was not made, where it resolves so, and may be tried again', async () => {
    await unknown('failed');
    await charge('ref-3');
    await sandbox.control.post('/clock', { advance: '29s' });
    expect((await charge('ref-3')).status).toBe(409);
    await sandbox.control.post('/clock', { advance: '1s' });
    expect(await count('/transactions')).toBe(0);
    expect((await charge('ref-3')).status).toBe(201);
    expect(await count('/transactions')).toBe(1);
  });

  it('names a made reference where the client sent none, which finds it in the request log', async () => {
    await unknown('failed');
    const { body, headers } = await charge();
    expect(body.reference_id).toMatch(/^ref_/);
    const logged = await sandbox.control.get<{ data: { response: string } }>(`/requests/${headers.get('request-id')}`);
    expect(logged.body.data.response).toContain(String(body.reference_id));
  });
});
