import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { startReceiver } from '../support/receiver.ts';
import { command, startEmulator, temporaryFolder } from './emulator.ts';

let folder: ReturnType<typeof temporaryFolder>;
/** Nothing listens there. */
const dead = 'http://127.0.0.1:9/hook';

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const configure = (settings: object): void =>
  writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify(settings));
const exec = (args: string[], env: Record<string, string> = {}) =>
  command(['exec', ...args, '--', process.execPath, '--version'], { cwd: folder.path, env });

test('exec says which configuration file it read, and where webhooks go', async () => {
  configure({ forwardTo: dead });
  const file = join(realpathSync(folder.path), 'emulator.config.json');
  const settings = `emulator: settings from ${file}`;
  expect(await exec([])).toMatchObject({
    exitCode: 0,
    stdout: process.version,
    stderr: `${settings}; webhooks go to ${dead} (forwardTo in emulator.config.json).`,
  });
  const other = 'http://127.0.0.1:10/';
  expect((await exec(['--forward-to', other])).stderr).toBe(`${settings}; webhooks go to ${other} (--forward-to).`);
  const env = { EMULATOR_FORWARD_TO: other };
  expect((await exec([], env)).stderr).toBe(`${settings}; webhooks go to ${other} (EMULATOR_FORWARD_TO).`);
  expect((await exec(['--quiet'])).stderr).toBe('');
  configure({ settle: 'manual' });
  expect((await exec([])).stderr).toBe(`${settings}; no webhook endpoint yet.`);
});

test('exec without a configuration file and without an endpoint says nothing', async () => {
  expect((await exec([])).stderr).toBe('');
});

test.each(['id', 'url'] as const)('a fault that names an endpoint by its %s leaves a dead one alone', async (by) => {
  const receiver = await startReceiver();
  const { json, run, stop } = await startEmulator(['--ephemeral', '--forward-to', dead]);
  try {
    const endpoint = await json('webhooks', 'add', receiver.url);
    const add = ['faults', 'add', 'duplicate', '--on', 'delivery', '--times', '1', '--endpoint'];
    const fault = await json(...add, endpoint[by]);
    expect(fault.endpoint).toBe(endpoint[by]);
    await json('trigger', 'payment.completed');
    await expect.poll(() => receiver.requests.filter(({ body }) => body.includes('payment.completed')).length).toBe(2);
    expect((await json('faults', 'list')).data).toMatchObject([{ used: 1, spent: true }]);
    expect(await run(...add, 'whe_none')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There is no webhook endpoint whe_none in ws_demo'),
    });
    expect((await run(...add, 'nowhere')).stderr).toContain(
      'endpoint must be the id of a webhook endpoint, or a URL such as',
    );
    const ofCalls = await run('faults', 'add', 'latency', '--on', 'charges.create', '--endpoint', endpoint.id);
    expect(ofCalls.stderr).toContain('endpoint is valid only for faults of deliveries.');
  } finally {
    await stop();
    await receiver.close();
  }
});
