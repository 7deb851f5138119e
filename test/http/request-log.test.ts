import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { clipMasked, type LoggedRequest, RequestLog, usuallyKept } from '../../src/sandbox/requests/log.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

type Entry = Record<string, unknown> & { id: string; path: string; status: number };

const logged = async (answer: { headers: Headers }, workspace = 'ws_demo') =>
  (await sandbox.control.get<{ data: Entry }>(`/requests/${answer.headers.get('request-id')}?workspace=${workspace}`))
    .body.data;
const list = async (query = '') =>
  (await sandbox.control.get<{ data: Entry[]; has_more: boolean }>(`/requests${query}`)).body;

describe('the request log', () => {
  it('keeps a request under the Request-Id of its answer, with all that a debugger asks', async () => {
    const body = { email: 'log@example.com', metadata: { order: 7 } };
    const answer = await sandbox.api.post('/customers?trace=1', body);
    expect(await logged(answer)).toEqual({
      id: answer.headers.get('request-id'),
      at: '2026-03-01T09:00:00.000Z',
      mode: 'test',
      method: 'POST',
      path: '/api/v1/customers?trace=1',
      operation: 'customers.create',
      key: 'sk_test_…mo',
      status: 201,
      latency_ms: expect.any(Number),
      unknown_fields: ['trace'],
      fault: null,
      audit: null,
      refusal: null,
      body: JSON.stringify(body),
      redacted: false,
      response: JSON.stringify(answer.body),
      page: null,
      idempotency_key: null,
      replayed: false,
      browser_origin: null,
      headers: expect.objectContaining({ authorization: '…', 'content-type': 'application/json' }),
      retry_after: null,
      received: expect.any(Number),
      events: [],
    });
  });

  it('keeps refusals of every kind', async () => {
    const refusals = [
      await sandbox.api.get('/transactions/none'),
      await sandbox.api.post('/charges', {}),
      await sandbox.api.post('/charges', '{'),
      await sandbox.api.post('/charges', '{}', { 'content-type': 'text/plain' }),
      await sandbox.api.post('/charges', 'x'.repeat(1_100_000)),
      await sandbox.as('pk_test_demo').post('/charges', {}),
      await sandbox.api.get('/nothing?x=1'),
      await sandbox.api.delete('/charges'),
      await sandbox.as('sk_test_unknown').get('/balance'),
    ];
    for (const answer of refusals) {
      const entry = await logged(answer);
      expect([entry.status, entry.response]).toEqual([answer.status, JSON.stringify(answer.body)]);
      expect(entry.at).toBe('2026-03-01T09:00:00.000Z');
    }
    const listed = (await list('?limit=100')).data.map(({ id }) => id);
    for (const { headers } of refusals) expect(listed).toContain(headers.get('request-id'));
  });

  it('gives every response an id of its own', async () => {
    const ids = new Set<string | null>();
    for (const path of [
      '/api/v1/balance',
      '/api/v1/nothing',
      '/_emulator/status',
      '/docs',
      '/openapi.json',
      '/openapi-client.json',
      '/nothing',
      '/',
    ]) {
      ids.add((await fetch(sandbox.url + path, { redirect: 'manual' })).headers.get('request-id'));
    }
    expect(ids.size).toBe(8);
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{20}$/);
  });

  it('belongs to the workspace of the key', async () => {
    const answer = await sandbox.as('sk_test_demo_a').get('/transactions');
    const id = answer.headers.get('request-id');
    expect((await logged(answer, 'ws_demo_a')).id).toBe(id);
    expect((await sandbox.control.get(`/requests/${id}`)).status).toBe(404);
    const live = await sandbox.as('sk_live_demo').get('/transactions');
    expect((await list('?limit=100')).data.map((each) => each.id)).not.toContain(live.headers.get('request-id'));
    expect((await list('?limit=1&mode=live')).data[0]?.id).toBe(live.headers.get('request-id'));
  });

  it('tells which events a request caused', async () => {
    const { body } = await sandbox.api.post<{ data: { id: string } }>('/customers', {
      email: 'cause@example.com',
      billing_postal_code: '62701',
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2030',
    });
    const charge = await sandbox.api.post<{ data: { id: string } }>('/charges', {
      customer_id: body.data.id,
      amount: 500,
    });
    await sandbox.control.post('/settle', {});
    const refund = await sandbox.api.post(`/transactions/${charge.body.data.id}/refund`, {});
    expect((await logged(refund)).events).toMatchObject([
      { id: expect.stringMatching(/^evt_/), type: 'payment.refunded', job: null },
    ]);
  });

  it('keeps the request of a caller who hung up before the answer', async () => {
    await sandbox.control.post('/faults', { on: 'GET /balance', kind: 'latency', ms: 1_000, times: 1 });
    const before = (await list('?limit=1')).data[0]?.id;
    const hasty = new AbortController();
    const call = fetch(`${sandbox.url}/api/v1/balance`, {
      headers: { authorization: 'Bearer sk_test_demo' },
      signal: hasty.signal,
    });
    const refused = expect(call).rejects.toThrow();
    // It has arrived once the fault has happened.
    const faults = async () => (await sandbox.control.get<{ data: { spent: boolean }[] }>('/faults')).body.data;
    await expect.poll(async () => (await faults())[0]?.spent, { interval: 5 }).toBe(true);
    hasty.abort();
    await refused;
    await expect.poll(async () => (await list('?limit=1')).data[0]?.id).not.toBe(before);
    expect((await list('?limit=1')).data[0]).toMatchObject({ path: '/api/v1/balance', operation: 'balance.get' });
  });

  it('keeps the latest of a workspace: 1,000, where nothing else is asked for', async () => {
    expect(usuallyKept).toBe(1_000);
    const flood = await createTestSandbox({ requestsKept: 150 });
    try {
      const paths: string[] = [];
      for (let at = 0; at < 330; at++) {
        paths.unshift(`/api/v1/transactions?limit=${at}`);
        await flood.api.get(`/transactions?limit=${at}`);
      }
      const listed: string[] = [];
      for (let after = '', more = true; more; ) {
        const { body } = await flood.control.get<{ data: Entry[]; has_more: boolean }>(`/requests?limit=100${after}`);
        listed.push(...body.data.map(({ path }) => path));
        after = `&starting_after=${body.data.at(-1)!.id}`;
        more = body.has_more;
      }
      expect(listed).toEqual(paths.slice(0, 150));
    } finally {
      await flood.stop();
    }
  });
});

describe('what the log holds of one request', () => {
  it('is bounded: bodies, answers and names', async () => {
    const long = 'x'.repeat(100_000);
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}_${'n'.repeat(500)}`, 1]));
    const answer = await sandbox.api.post('/customers', { email: 'long@example.com', note: long, ...fields });
    const entry = (await logged(answer)) as Entry & { body: string; unknown_fields: string[]; redacted: boolean };
    expect(entry.body.length).toBeLessThan(16_500);
    expect(entry.body).toMatch(/… \(\d+ characters\)$/);
    expect(JSON.stringify(entry.unknown_fields).length).toBeLessThan(16_500);
    // It cannot be sent again as it was.
    expect(entry.redacted).toBe(true);
  });

  it('is let go when others have come: memory does not grow with the requests', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const log = new RequestLog();
    const add = (id: number): WeakRef<LoggedRequest> => {
      const request = { id: `req_${id}`, workspace_id: 'ws_1' } as LoggedRequest;
      log.add(request);
      return new WeakRef(request);
    };
    const first = add(0);
    for (let id = 1; id <= 2_000; id++) add(id);
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(first.deref()).toBeUndefined();
    expect(log.get('ws_1', 'req_2000')).toBeDefined();
  });

  it('is let go with its workspace', () => {
    const log = new RequestLog();
    const heard: string[] = [];
    log.onAdd(({ id }) => heard.push(id));
    const request = (id: string, workspace_id: string) => ({ id, workspace_id }) as LoggedRequest;
    log.add(request('req_1', 'ws_1'));
    log.add(request('req_2', 'ws_2'));
    log.clear('ws_1');
    expect([log.get('ws_1', 'req_1'), log.get('ws_2', 'req_2')?.id, heard]).toEqual([
      undefined,
      'req_2',
      ['req_1', 'req_2'],
    ]);
  });

  it('says how long a text was that it cut', () => {
    const clip = (text: string): string => clipMasked(text, (part) => part);
    expect(clip('a'.repeat(16_384))).toBe('a'.repeat(16_384));
    expect(clip('a'.repeat(16_385))).toBe(`${'a'.repeat(16_384)}… (16385 characters)`);
  });
});
