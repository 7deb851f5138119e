import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keptAnswers } from '../../src/core/kernel/idempotency.ts';
import { heldCall } from '../support/call.ts';
import { merchantOperations } from '../support/declared.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

type Fields = Record<string, unknown>;
type Refusal = { type: string; code: string; param?: string };
type Made = { data: { id: string } };

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

let customer: string;
beforeEach(async () => {
  await sandbox.control.post('/reset', {});
  customer = await saveCustomer(sandbox, '4000056655665556');
});

async function saveCustomer(on: TestSandbox, cc_number: string): Promise<string> {
  const card = { cc_number, cc_exp_month: '12', cc_exp_year: '2099', billing_postal_code: '62701' };
  const { body } = await on.api.post<Made>('/customers', { email: `${cc_number}@example.com`, ...card });
  return body.data.id;
}

/** Posts under a key, with `sk_test_demo` where no other caller is named. */
const post = <B = Made>(path: string, body: unknown, key: string, by = sandbox.api) =>
  by.post<B>(path, body, { 'idempotency-key': key });
const countOf = async (path: string, on = sandbox) =>
  (await on.api.get<{ data: unknown[] }>(`${path}?limit=100`)).body.data.length;
const keptIn = (on: TestSandbox) => on.sandbox.engine.dataSet('ws_demo', 'test').of(keptAnswers).size;

describe('a POST under an Idempotency-Key', () => {
  it('is performed once; after that it is answered as the first time', async () => {
    const first = await post('/charges', { customer_id: customer, amount: 4200, metadata: { a: 1, b: 2 } }, 'key-1');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await sandbox.api.post(`/transactions/${first.body.data.id}/void`);
    const again = await post('/charges', { metadata: { b: 2, a: 1 }, amount: 4200, customer_id: customer }, 'key-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await countOf('/transactions')).toBe(1);
  });

  it('belongs to the API key of its caller', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'two-keys-'));
    const fixture = join(folder, 'shop.json');
    const keys = ['sk_test_one', 'sk_test_two'].map((key) => ({ key }));
    writeFileSync(fixture, JSON.stringify({ workspaces: [{ id: 'ws_shop', settings: {}, keys }] }));
    const shop = await createTestSandbox({ fixture });
    try {
      const [one, two] = ['sk_test_one', 'sk_test_two'].map((key) => shop.as(key));
      const made = async (by = one) => (await post('/customers', { email: 'a@example.com' }, 'key-1', by)).body.data;
      const [first, other] = [await made(one), await made(two)];
      await one!.post('/customers', { email: 'a@example.com', first_name: 'Ann' });
      expect([await made(one), await made(two)]).toEqual([first, other]);
      expect((await post('/customers', { email: 'b@example.com' }, 'key-1', two)).status).toBe(409);
      expect((await post('/customers', { email: 'b@example.com' }, 'key-2', two)).status).toBe(201);
      expect((await post('/customers', { email: 'c@example.com' }, 'key-2', one)).status).toBe(201);
    } finally {
      await shop.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('may not be another request: 409', async () => {
    const { body } = await post('/charges', { customer_id: customer, amount: 4200 }, 'key-2');
    const { body: other } = await post('/charges', { customer_id: customer, amount: 4300 }, 'key-3');
    await sandbox.control.post('/settle', {});
    await post(`/transactions/${body.data.id}/refund`, { amount: 1 }, 'key-2');
    for (const [path, sent] of [
      ['/charges', { customer_id: customer, amount: 4300 }],
      ['/charges', { customer_id: customer, amount: 4200, note: 'x' }],
      [`/transactions/${body.data.id}/refund`, { amount: 2 }],
      [`/transactions/${other.data.id}/refund`, { amount: 1 }],
    ] as const) {
      expect(await post<Refusal>(path, sent, 'key-2'), path).toMatchObject({
        status: 409,
        body: { type: 'idempotency_error', code: 'idempotency_key_reused', param: 'Idempotency-Key' },
      });
    }
    expect(await countOf('/transactions')).toBe(2);
  });

  it('belongs to the caller and to the operation', async () => {
    const body = { name: 'Mug', price: 900 };
    const made = [
      await post('/products', body, 'shared'),
      await post('/products', body, 'shared', sandbox.as('sk_live_demo')),
      await post('/products', body, 'shared', sandbox.as('sk_test_demo_a')),
      await post('/customers', { email: 'a@b.test' }, 'shared'),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(made.some(({ headers }) => headers.has('idempotency-replayed'))).toBe(false);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(4);
  });

  it('keeps a decline with its failed transaction', async () => {
    const declined = { customer_id: await saveCustomer(sandbox, '4000000000000002'), amount: 4200 };
    const first = await post<Fields>('/charges', declined, 'declined');
    const again = await post<Fields>('/charges', declined, 'declined');
    expect([first.status, again.status]).toEqual([402, 402]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await countOf('/transactions')).toBe(1);
  });

  it('keeps no refusal of what was not performed', async () => {
    const charge = { customer_id: customer, amount: 4200 };
    expect((await post('/charges', { ...charge, amount: 0 }, 'free')).status).toBe(400);
    expect((await post('/transactions/txn_none/void', undefined, 'free')).status).toBe(404);
    for (const status of [429, 500]) {
      await sandbox.control.post('/faults', { on: 'POST /charges', kind: 'status', status, times: 1 });
      expect((await post('/charges', charge, 'free')).status).toBe(status);
    }
    expect(keptIn(sandbox)).toBe(0);
    expect((await post('/charges', charge, 'free')).status).toBe(201);
  });

  it('keeps no unknown outcome: the reference_id says what to do about that', async () => {
    const charge = { customer_id: customer, amount: 4200, reference_id: 'order-1' };
    await sandbox.control.post('/faults', { on: 'POST /charges', kind: 'unavailable', times: 1 });
    expect((await post('/charges', charge, 'unknown')).status).toBe(503);
    expect(await post('/charges', charge, 'unknown')).toMatchObject({
      status: 409,
      body: { code: 'request_in_progress', param: 'reference_id' },
    });
    await sandbox.control.post('/clock', { advance: '1m' });
    const charged = await post('/charges', charge, 'unknown');
    expect(charged.status).toBe(201);
    const again = await post('/charges', charge, 'another key');
    expect([again.body, again.headers.has('idempotency-replayed')]).toEqual([charged.body, false]);
  });

  it('is in flight while its answer is held back: 409', async () => {
    const charge = { customer_id: customer, amount: 4200 };
    const latency = { on: 'POST /charges', kind: 'latency', times: 1 };
    await sandbox.control.post('/faults', { ...latency, ms: 60_000 });
    const hangUp = heldCall(`${sandbox.url}/api/v1/charges`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_demo',
        'content-type': 'application/json',
        'idempotency-key': 'slow',
      },
      body: JSON.stringify(charge),
    });
    await expect.poll(() => countOf('/transactions')).toBe(1);
    expect(await post('/charges', charge, 'slow')).toMatchObject({
      status: 409,
      body: { type: 'idempotency_error', code: 'request_in_progress' },
    });
    await hangUp();
    await sandbox.control.post('/faults', { ...latency, ms: 50 });
    const { body } = await post('/charges', charge, 'less slow');
    expect((await post('/charges', charge, 'less slow')).body).toEqual(body);
    expect(await countOf('/transactions')).toBe(2);
  });

  it('is known for 24 emulated hours, and forgotten after them', async () => {
    const body = { name: 'Mug', price: 900 };
    const first = await post('/products', body, 'old');
    for (let at = 0; at < 3; at++) await post('/products', { ...body, name: `Mug ${at}` }, `old-${at}`);
    await sandbox.control.post('/clock', { advance: '23h59m' });
    expect((await post('/products', body, 'old')).body).toEqual(first.body);
    await sandbox.control.post('/clock', { advance: '1m' });
    const anew = await post('/products', body, 'old');
    expect(anew.body.data.id).not.toBe(first.body.data.id);
    expect(keptIn(sandbox)).toBe(1);
  });

  it.each([
    ['', 400],
    ['x', 201],
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
  ])('has a key of 1 to 255 characters: %j is answered with %i', async (key, status) => {
    const answer = await post<Refusal>('/products', { name: 'Mug', price: 900 }, key);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ code: 'parameter_invalid', param: 'Idempotency-Key' });
  });

  it('need not have a key at all, and then keeps nothing', async () => {
    for (let at = 0; at < 2; at++) await sandbox.api.post('/products', { name: 'Mug', price: 900 });
    expect([await countOf('/products'), keptIn(sandbox)]).toEqual([2, 0]);
  });

  it('may be one that needs no API key: each app gets its own token', async () => {
    const body = { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' };
    const token = async (sent: Fields) => (await post<Fields>('/oauth/token', sent, 'token')).body;
    const first = await token(body);
    expect(first.access_token).toMatch(/^pat_/);
    expect(await token(body)).toEqual(first);
    expect(await token({ ...body, mode: 'live' })).not.toEqual(first);
    expect(await token({ ...body, client_secret: 'wrong' })).toMatchObject({ error: 'invalid_client' });
  });
});

describe('an answer that is kept', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'idempotency-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('outlives a restart, and comes back with a snapshot', async () => {
    const body = { name: 'Mug', price: 900 };
    const before = await createTestSandbox({ dataDir });
    const first = await post('/products', body, 'kept', before.api);
    await before.stop();
    const after = await createTestSandbox({ dataDir });
    try {
      const again = await post('/products', body, 'kept', after.api);
      expect([again.status, again.body]).toEqual([201, first.body]);
      await after.control.post('/snapshots', { name: 'then' });
      await after.control.post('/reset', {});
      expect(keptIn(after)).toBe(0);
      await after.control.post('/snapshots/then/restore', {});
      expect((await post('/products', body, 'kept', after.api)).body).toEqual(first.body);
      expect(await countOf('/products', after)).toBe(1);
    } finally {
      await after.stop();
    }
  });
});

describe('the interface description', () => {
  it('lists the header on every POST, and on nothing else', async () => {
    type Described = { parameters: { name: string; required: boolean }[] };
    const { paths } = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Described>>;
    };
    for (const { method, path } of merchantOperations) {
      const { parameters } = paths[path]![method.toLowerCase()]!;
      const header = parameters.find(({ name }) => name === 'Idempotency-Key');
      expect(header?.required, `${method} ${path}`).toBe(method === 'POST' ? false : undefined);
    }
  });
});
