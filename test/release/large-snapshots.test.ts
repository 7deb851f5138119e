import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { call } from '../support/call.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** More than are put back one by one. */
const customers = 10_500;
const folder = mkdtempSync(join(tmpdir(), 'emulator-large-snapshots-'));
const fixture = join(folder, 'many.json');
/** A data folder into which it was loaded. */
const template = join(folder, 'template');

beforeAll(async () => {
  const objects = { test: { customers: { many: { count: customers, email: 'buyer{n}@example.com' } } } };
  const settings = { gateway: 'debit_payouts' };
  const workspace = { id: 'ws_demo', settings, keys: [{ key: 'sk_test_demo' }], objects };
  writeFileSync(fixture, JSON.stringify({ seed: 7, workspaces: [workspace] }));
  const loaded = await createTestSandbox({ fixture, dataDir: template });
  await loaded.stop();
  await ensureBuilt();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let folders = 0;
function dataFolder(): string {
  const copy = join(folder, `data-${++folders}`);
  cpSync(template, copy, { recursive: true });
  return copy;
}

async function start(options: Parameters<typeof createTestSandbox>[0] = {}): Promise<TestSandbox> {
  const sandbox = await createTestSandbox(options);
  ends.push(() => sandbox.stop());
  return sandbox;
}

const goOn = { clock: undefined, freeze: undefined };
const save = (sandbox: TestSandbox) => sandbox.control.post('/snapshots', { name: 'many' });
const restore = (sandbox: TestSandbox) => sandbox.control.post('/snapshots/many/restore');
const replace = (sandbox: TestSandbox) => sandbox.control.post('/fixtures', { fixture: 'default' });
/** A digest: what differs is too much to be shown. Without the ids of calls, which no two calls share. */
const digest = (text: string): string =>
  createHash('sha256')
    .update(text.replace(/"(req|ctl|call)_\w+"/g, '""'))
    .digest('hex');
const exported = async ({ url }: { url: string }) => digest((await call(`${url}/_emulator/export`)).text);
const namedFiles = (dataDir: string): string[] =>
  existsSync(join(dataDir, 'restored')) ? readdirSync(join(dataDir, 'restored')) : [];

/** Calls that draw ids; what they answered. */
async function work(sandbox: TestSandbox): Promise<string> {
  const made = await sandbox.api.post('/customers', { email: 'new@example.com' });
  const triggered = await sandbox.control.post<{ data: unknown }>('/triggers/payment.disputed', {});
  expect([made.status, triggered.status]).toEqual([201, 200]);
  return digest(JSON.stringify([made.body, triggered.body.data]));
}

describe('a snapshot of many objects', () => {
  it.each(['in memory', 'in a data folder'])('takes all of them back where all were replaced: %s', async (where) => {
    const dataDir = where === 'in memory' ? null : dataFolder();
    const sandbox = await start(dataDir === null ? { fixture } : { dataDir });
    await save(sandbox);
    const before = await exported(sandbox);
    const first = [await work(sandbox), await exported(sandbox)];
    for (let times = 0; times < 2; times++) {
      await replace(sandbox);
      expect(await exported(sandbox)).not.toBe(before);
      expect((await restore(sandbox)).status).toBe(200);
      expect(await exported(sandbox)).toBe(before);
      expect([await work(sandbox), await exported(sandbox)]).toEqual(first);
    }
    const newest = await sandbox.api.get<{ data: { email: string }[] }>('/customers?limit=3');
    expect(newest.body.data.map(({ email }) => email)).toContain('buyer10500@example.com');
    if (dataDir !== null) expect(namedFiles(dataDir)).toHaveLength(1);
  });

  it('is whole after a restart too, whether all was replaced or nothing changed', async () => {
    const dataDir = dataFolder();
    const first = await createTestSandbox({ dataDir });
    await save(first);
    const before = await exported(first);
    await first.stop();
    const second = await createTestSandbox({ dataDir, ...goOn });
    await restore(second);
    expect(await exported(second)).toBe(before);
    expect(namedFiles(dataDir)).toEqual([]);
    await replace(second);
    await second.stop();
    const third = await createTestSandbox({ dataDir, ...goOn });
    await restore(third);
    expect(await exported(third)).toBe(before);
    await third.stop();
    expect(namedFiles(dataDir)).toEqual([]);
    const fourth = await start({ dataDir, ...goOn });
    expect(await exported(fourth)).toBe(before);
  });

  it('that was restored is there after kill -9, though its snapshot was deleted', async () => {
    const dataDir = dataFolder();
    const running = await startProcess(['--data-dir', dataDir]);
    ends.push(() => running.child.kill('SIGKILL'));
    await running.json('snapshot', 'save', 'many');
    const before = await exported(running);
    await running.json('fixture', 'load', 'default');
    expect(await exported(running)).not.toBe(before);
    await running.json('snapshot', 'restore', 'many');
    await running.json('snapshot', 'delete', 'many');
    running.child.kill('SIGKILL');
    await running.child;
    expect(namedFiles(dataDir)).toHaveLength(1);

    const again = await startProcess(['--data-dir', dataDir]);
    ends.push(() => again.child.kill('SIGKILL'));
    expect(again.errors).toEqual([]);
    expect(await exported(again)).toBe(before);
    expect((await again.json('doctor', '--data-dir', dataDir)).checks).toBeDefined();
  }, 60_000);

  it('goes on with the deliveries that were under way when it was saved', async () => {
    const receiver = await startReceiver(() => undefined);
    ends.push(() => receiver.close());
    const dataDir = dataFolder();
    const first = await createTestSandbox({ dataDir, forwardTo: `${receiver.url}/hook` });
    expect((await first.control.post('/triggers/payment.disputed', {})).status).toBe(200);
    const count = (await receiver.received(3)).length;
    await save(first);
    await first.stop();
    receiver.answer({ status: 200 });
    const second = await start({ dataDir, ...goOn });
    await receiver.received(2 * count);
    await second.control.post('/settle');
    await replace(second);
    await restore(second);
    const bodies = (await receiver.received(3 * count)).map(({ body }) => body);
    expect(bodies.slice(2 * count).sort()).toEqual(bodies.slice(0, count).sort());
  });

  it('answers others while it is saved and restored', async () => {
    const sandbox = await start({ dataDir: dataFolder() });
    const answeredDuring = async (work: Promise<unknown>): Promise<number> => {
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      let answered = 0;
      while (!isOver) {
        expect((await sandbox.api.get('/customers?limit=1')).status).toBe(200);
        answered++;
      }
      await over;
      return answered;
    };
    expect(await answeredDuring(save(sandbox))).toBeGreaterThan(1);
    await replace(sandbox);
    expect(await answeredDuring(restore(sandbox))).toBeGreaterThan(1);
  });
});
