import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SnapshotDiff } from '../../src/sandbox/control/wire.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options: Parameters<typeof createTestSandbox>[0] = {}): Promise<TestSandbox> {
  const sandbox = await createTestSandbox(options);
  ends.push(() => sandbox.stop());
  return sandbox;
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-snapshots-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const save = (sandbox: TestSandbox, name: string, workspace = 'ws_demo') =>
  sandbox.control.post<{ data: { records: number; at: string; id: string } }>(`/snapshots?workspace=${workspace}`, {
    name,
  });
const restore = (sandbox: TestSandbox, name: string) => sandbox.control.post(`/snapshots/${name}/restore`);
const exported = async (sandbox: TestSandbox, workspace = 'ws_demo') =>
  JSON.stringify((await sandbox.control.get(`/export?workspace=${workspace}`)).body);

/** Calls that draw ids, settle, dispute, renew and pay out; the ids that they gave. */
async function work(sandbox: TestSandbox): Promise<string> {
  const { body } = await sandbox.api.post<{ data: { id: string } }>('/customers', {
    email: 'ada@example.com',
    billing_postal_code: '62701',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
  });
  const charge = await sandbox.api.post('/charges', { customer_id: body.data.id, amount: 4200 });
  const settled = await sandbox.control.post('/clock', { advance: '1h' });
  const disputed = await sandbox.control.post('/triggers/payment.disputed', {});
  const month = await sandbox.control.post('/clock', { advance: '40d' });
  return JSON.stringify([body, charge.body, settled.body, disputed.body, month.body]);
}

describe('a snapshot', () => {
  it('takes a workspace back: data, clock, jobs, settings, keys, endpoints, rules and faults', async () => {
    const sandbox = await start();
    await sandbox.control.post('/triggers/subscription.created', {});
    await sandbox.control.post('/rules', { when: { amount: 777 }, then: { kind: 'decline' } });
    const before = await exported(sandbox);
    const { status, body } = await save(sandbox, 'calm');
    expect({ status, at: body.data.at }).toEqual({ status: 201, at: '2026-03-01T09:00:00.000Z' });
    await work(sandbox);
    await sandbox.control.patch('/workspaces/ws_demo', { settings: { settlement: { mode: 'manual' } } });
    await sandbox.control.post('/faults', { on: 'POST /charges', kind: 'unavailable' });
    await sandbox.control.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' });
    expect(await exported(sandbox)).not.toBe(before);
    expect(await restore(sandbox, 'calm')).toMatchObject({
      status: 200,
      body: { data: { now: '2026-03-01T09:00:00.000Z', mode: 'frozen' } },
    });
    expect(await exported(sandbox)).toBe(before);
  });

  it('lets a run repeat to the byte: the same ids, events and times, as often as one likes', async () => {
    const sandbox = await start();
    await work(sandbox);
    await save(sandbox, 'here');
    const first = [await work(sandbox), await exported(sandbox)];
    for (let again = 0; again < 2; again++) {
      await restore(sandbox, 'here');
      const second = [await work(sandbox), await exported(sandbox)];
      // The id of the call that triggered is the request's own.
      expect(second.map(plain)).toEqual(first.map(plain));
    }
  });

  it('keeps lists in their order, also where records went away since', async () => {
    const sandbox = await start();
    const customer = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'ada@example.com' });
    const path = `/customers/${customer.body.data.id}/payment-methods`;
    const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030' };
    const ids: string[] = [];
    for (let made = 0; made < 4; made++)
      ids.push((await sandbox.api.post<{ data: { id: string } }>(path, card)).body.data.id);
    await save(sandbox, 'four');
    await sandbox.api.delete(`${path}/${ids[1]}`);
    await sandbox.api.post(path, card);
    await restore(sandbox, 'four');
    const { body } = await sandbox.api.get<{ data: { id: string }[] }>(path);
    expect(body.data.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('leaves other workspaces alone, and is theirs by their own names', async () => {
    const sandbox = await start();
    await save(sandbox, 'same');
    await save(sandbox, 'same', 'ws_demo_a');
    await work(sandbox);
    await sandbox.as('sk_test_demo_a').post('/customers', { email: 'a@example.com' });
    const other = await exported(sandbox, 'ws_demo_a');
    await restore(sandbox, 'same');
    expect(await exported(sandbox, 'ws_demo_a')).toBe(other);
  });

  it('lets a clock that runs go on from the instant at which it was saved', async () => {
    const sandbox = await start({ freeze: false });
    await save(sandbox, 'then');
    await sandbox.control.post('/clock', { advance: '30d' });
    await restore(sandbox, 'then');
    const { body } = await sandbox.control.get<{ data: { now: string; mode: string } }>('/clock');
    expect(body.data.mode).toBe('running');
    expect(Date.parse(body.data.now) - Date.parse('2026-03-01T09:00:00Z')).toBeLessThan(60_000);
  });

  it('is compared with now: what was added, changed and removed, and the fields of what changed', async () => {
    const sandbox = await start();
    const customer = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'ada@example.com' });
    const { id } = customer.body.data;
    const rule = await sandbox.control.post<{ data: { id: string } }>('/rules', { then: { kind: 'decline' } });
    await save(sandbox, 'then');
    const compare = async (query = '') =>
      (await sandbox.control.get<{ data: SnapshotDiff }>(`/snapshots/then/diff${query}`)).body.data;
    expect(await compare()).toMatchObject({ name: 'then', kinds: [] });
    await sandbox.api.patch(`/customers/${id}`, { first_name: 'Ada' });
    await sandbox.control.delete(`/rules/${rule.body.data.id}`);
    await sandbox.control.patch('/workspaces/ws_demo', { settings: { settlement: { mode: 'manual' } } });
    for (let made = 0; made < 3; made++) await sandbox.control.post('/triggers/payout.created', {});
    await sandbox.control.post('/clock', { advance: '1h' });
    const { kinds, ...span } = await compare('?limit=2');
    expect(span).toEqual({ name: 'then', at: '2026-03-01T09:00:00.000Z', now: '2026-03-01T10:00:00.000Z' });
    const of = (kind: string) => kinds.find((each) => each.kind === kind);
    expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(kinds.length);
    const changed = { added: 0, changed: 1, removed: 0, more: 0 };
    expect(of('customer')?.records).toContainEqual({
      id,
      change: 'changed',
      about: expect.objectContaining({ text: expect.stringContaining('@') }),
      fields: [{ field: 'first_name', from: null, to: 'Ada' }],
    });
    expect(of('workspace')).toEqual({
      ...changed,
      kind: 'workspace',
      records: [
        {
          id: 'ws_demo',
          change: 'changed',
          about: expect.any(Object),
          fields: [{ field: 'settings.settlement.mode', from: 'auto', to: 'manual' }],
        },
      ],
    });
    expect(of('rule')).toMatchObject({ removed: 1, records: [{ id: rule.body.data.id, change: 'removed' }] });
    expect(of('payout')).toMatchObject({ added: 3, changed: 0, removed: 0, more: 1 });
    expect(of('payout')?.records).toHaveLength(2);
    expect((await compare('?kind=rule')).kinds).toEqual([of('rule')]);
    expect((await sandbox.control.get('/snapshots/then/diff?kind=rules')).body).toMatchObject({ param: 'kind' });
    expect((await sandbox.control.get('/snapshots/none/diff')).status).toBe(404);
    await restore(sandbox, 'then');
    expect((await compare()).kinds).toEqual([]);
  });

  it('is renamed, with or without a data folder, and keeps what it holds', async () => {
    for (const options of [{}, { dataDir: dataFolder() }]) {
      const sandbox = await start(options);
      await save(sandbox, 'old');
      await save(sandbox, 'other');
      const before = await exported(sandbox);
      await work(sandbox);
      const rename = (name: string, to: string) => sandbox.control.patch(`/snapshots/${name}`, { name: to });
      expect(await rename('old', 'other')).toMatchObject({ status: 400, body: { param: 'name' } });
      expect(await rename('none', 'new')).toMatchObject({ status: 404 });
      expect((await rename('old', '../new')).status).toBe(400);
      expect(await rename('old', 'new')).toMatchObject({ status: 200, body: { data: { name: 'new' } } });
      expect((await restore(sandbox, 'old')).status).toBe(404);
      await restore(sandbox, 'new');
      expect(await exported(sandbox)).toBe(before);
    }
  });

  it('is listed newest first, replaced by one of its name, and deleted', async () => {
    const sandbox = await start();
    for (const name of ['a', 'b', 'a']) await save(sandbox, name);
    const list = async () =>
      (await sandbox.control.get<{ data: { name: string }[] }>('/snapshots')).body.data.map(({ name }) => name);
    expect(await list()).toEqual(['a', 'b']);
    expect((await sandbox.control.delete('/snapshots/a')).body).toEqual({ data: { id: 'a', deleted: true } });
    expect(await list()).toEqual(['b']);
    expect((await sandbox.control.delete('/snapshots/a')).status).toBe(404);
    expect((await restore(sandbox, 'a')).body).toMatchObject({ code: 'resource_missing' });
    expect((await save(sandbox, '../b')).status).toBe(400);
  });

  it('goes with its workspace', async () => {
    const sandbox = await start();
    await save(sandbox, 'gone', 'ws_demo_b');
    await sandbox.control.delete('/workspaces/ws_demo_b');
    await sandbox.control.post('/workspaces', { id: 'ws_demo_b' });
    expect((await sandbox.control.get<{ data: unknown[] }>('/snapshots?workspace=ws_demo_b')).body.data).toEqual([]);
  });

  it('outlasts reset', async () => {
    const sandbox = await start();
    await work(sandbox);
    const before = await exported(sandbox);
    await save(sandbox, 'kept');
    await sandbox.control.post('/reset');
    await restore(sandbox, 'kept');
    expect(await exported(sandbox)).toBe(before);
  });
});

describe('a snapshot in a data folder', () => {
  it('outlasts the process, and what was restored does too', async () => {
    const dataDir = dataFolder();
    const first = await createTestSandbox({ dataDir });
    await work(first);
    const before = await exported(first);
    await save(first, 'kept');
    await work(first);
    await first.stop();
    const second = await createTestSandbox({ dataDir, clock: undefined, freeze: undefined });
    expect(await exported(second)).not.toBe(before);
    expect((await restore(second, 'kept')).status).toBe(200);
    expect(await exported(second)).toBe(before);
    const repeated = await work(second);
    await restore(second, 'kept');
    await second.stop();
    const third = await start({ dataDir, clock: undefined, freeze: undefined });
    expect(await exported(third)).toBe(before);
    expect(plain(await work(third))).toBe(plain(repeated));
  });

  it('that is damaged is refused, and the state stays', async () => {
    const dataDir = dataFolder();
    const first = await createTestSandbox({ dataDir });
    await work(first);
    await save(first, 'torn');
    await first.stop();
    const [name] = readdirSync(join(dataDir, 'snapshots'));
    const file = join(dataDir, 'snapshots', name!);
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 10]! ^= 1;
    writeFileSync(file, flipped);
    const second = await start({ dataDir, clock: undefined, freeze: undefined });
    const before = await exported(second);
    expect(await restore(second, 'torn')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/is damaged: it cannot be unpacked/) },
    });
    writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
    expect((await restore(second, 'torn')).body.error).toMatch(/damaged/);
    expect(await exported(second)).toBe(before);
  });
});

/** Without the ids of requests and calls, which no two calls share. */
const plain = (text: string): string => text.replace(/"(req|ctl|call)_\w+"/g, '"…"').replace(/"offset_ms":-?\d+/g, '');

it('a folder of snapshots that is a link is not followed', async () => {
  const folder = dataFolder();
  const elsewhere = dataFolder();
  symlinkSync(elsewhere, join(folder, 'snapshots'));
  const linked = await start({ dataDir: folder });
  const { status, body } = await linked.control.post('/snapshots', { name: 'x' });
  expect({ status, body }).toMatchObject({
    status: 500,
    body: { code: 'storage_unavailable', error: expect.stringMatching(/snapshots is a symbolic link/) },
  });
  for (const [method, path, says] of [
    ['get', '/snapshots', 'The snapshots could not be listed'],
    ['delete', '/snapshots/x', 'The snapshot was not deleted'],
    ['delete', '/workspaces/ws_demo_a', 'The workspace was not removed'],
  ] as const) {
    expect(await linked.control[method](path)).toMatchObject({
      status: 500,
      body: { code: 'storage_unavailable', error: expect.stringMatching(`^${says}: .*snapshots is a symbolic link`) },
    });
  }
  expect((await linked.control.get('/workspaces/ws_demo_a')).status).toBe(200);
  expect(readdirSync(elsewhere)).toEqual([]);
});
