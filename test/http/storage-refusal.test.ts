import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawRequest } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let folder: string;
let sandbox: TestSandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-refusal-'));
  sandbox = await createTestSandbox({ dataDir: join(folder, 'data') });
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

const journal = () => join(folder, 'data/journal.ndjson');
/** The journal refuses every write from now on: somebody else has written to it. Undone, it takes them again. */
const spoil = () => {
  const { size } = statSync(journal());
  appendFileSync(journal(), 'x');
  return () => truncateSync(journal(), size);
};

/** A kept-alive connection that the server has taken; `send` writes at once and resolves to the answer's status. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const send = async (line: string, body = ''): Promise<number> => {
    const headers = {
      Authorization: 'Bearer sk_test_demo',
      Connection: 'keep-alive',
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    };
    socket.write(rawRequest(`${line} HTTP/1.1`, headers, body));
    const [answer] = await once(socket, 'data');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
  };
  expect(await send('GET /api/v1/customers')).toBe(200);
  return { send, end: () => socket.destroy() };
}

describe('a data folder that refuses writes', () => {
  it('answers writes with 500 storage_unavailable, leaves no trace, goes on reading, and recovers', async () => {
    const before = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'kept@example.com' });
    expect(before.status).toBe(201);
    const kept = await sandbox.control.get('/export');
    const mend = spoil();

    const refused = await sandbox.api.post('/customers', { email: 'refused@example.com' });
    expect(refused.status).toBe(500);
    expect(refused.body).toMatchObject({
      type: 'api_error',
      code: 'storage_unavailable',
      error: expect.stringMatching(/no data was changed/),
    });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('300');
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sandbox.api.post('/customers', { email: `r${at}@example.com` })),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([500]));

    const read = await sandbox.api.get<{ data: { email: string }[] }>('/customers');
    expect([read.status, read.body.data.map(({ email }) => email)]).toEqual([200, ['kept@example.com']]);
    expect((await sandbox.api.get(`/customers/${before.body.data.id}`)).status).toBe(200);
    expect((await sandbox.control.get('/export')).body).toEqual(kept.body);
    expect((await sandbox.control.get('/health')).body).toEqual({ status: 'degraded' });
    const status = await sandbox.control.get<{ data: { storage: { status: string; reason: string } } }>('/status');
    expect(status.body.data.storage).toMatchObject({ status: 'degraded', reason: expect.stringMatching(/journal/) });

    mend();
    expect((await sandbox.api.post('/customers', { email: 'later@example.com' })).status).toBe(201);
    expect((await sandbox.control.get('/health')).body).toEqual({ status: 'ok' });
    const after = await sandbox.api.get<{ data: { email: string }[] }>('/customers');
    expect(after.body.data.map(({ email }) => email)).toEqual(['later@example.com', 'kept@example.com']);
  });

  it('answers reads that came in the same turn as refused writes', async () => {
    const mend = spoil();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? sandbox.api.post('/customers', { email: `mix${at}@example.com` })
          : sandbox.api.get('/customers'),
      ),
    );
    for (const [at, { status, body }] of answers.entries()) {
      if (at % 2 === 0) expect(status).toBe(500);
      else expect([status, body]).toEqual([200, { data: [], has_more: false }]);
    }
    mend();
  });

  it('answers a read of what a refused write of the same turn had made: it is not there', async () => {
    // The same seed and calls give the same ids, so that another emulator tells the id that will be drawn.
    const twin = await createTestSandbox();
    const made = await twin.api.post<{ data: { id: string } }>('/customers', { email: 'twin@example.com' });
    await twin.stop();
    const id = made.body.data.id;
    const mend = spoil();
    const [writer, reader] = [await openConnection(sandbox.url), await openConnection(sandbox.url)];
    // Both are there before the server looks again, so that it does them in one turn of its event loop.
    const refused = writer.send('POST /api/v1/customers', JSON.stringify({ email: 'twin@example.com' }));
    const read = reader.send(`GET /api/v1/customers/${id}`);
    expect([await refused, await read]).toEqual([500, 404]);
    for (const { end } of [writer, reader]) end();
    mend();
    const after = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'twin@example.com' });
    expect([after.status, after.body.data.id]).toEqual([201, id]);
  });

  it('holds for the control API and the token route too', async () => {
    const mend = spoil();
    const refused = [
      await sandbox.control.post('/faults', { on: 'GET /balance', kind: 'latency' }),
      await sandbox.control.patch('/workspaces/ws_demo', { name: 'Other' }),
      await sandbox.control.post('/triggers/payout.created', {}),
      await sandbox.api.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: 'app_demo',
        client_secret: 'app_secret_demo',
      }),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([500, 'storage_unavailable']);
    mend();
    const { body } = await sandbox.control.get<{ data: unknown[] }>('/faults');
    expect(body.data).toEqual([]);
    expect((await sandbox.control.get<{ data: { name: string } }>('/workspaces/ws_demo')).body.data.name).toBe('Demo');
  });

  it('gives numbers and ids out as if the refused writes had never been', async () => {
    const charge = () =>
      sandbox.api.post<{ data: { order_number: number } }>('/charges', { customer_id: customer, amount: 500 });
    const made = await sandbox.api.post<{ data: { id: string } }>('/customers', {
      email: 'numbers@example.com',
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2030',
    });
    const customer = made.body.data.id;
    expect((await charge()).body.data.order_number).toBe(1);
    const mend = spoil();
    expect((await charge()).status).toBe(500);
    mend();
    expect((await charge()).body.data.order_number).toBe(2);
  });
});
