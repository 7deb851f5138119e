import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emulator, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { SmtpServer } from '../../mail/smtp-server.ts';
import { ensureBuilt } from '../../support/build.ts';
import { startReceiver } from '../../support/receiver.ts';

const recorder = join(import.meta.dirname, 'outward.cjs');
const folder = temporaryFolder();
const log = join(folder.path, 'outward.log');
const env = { NODE_OPTIONS: `--require "${recorder}"`, OUTWARD_LOG: log };

beforeAll(ensureBuilt);
beforeEach(() => rmSync(log, { force: true }));
afterAll(folder.remove);

/** What was asked of the network so far. */
const asked = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
const outward = (): string[] => asked().filter((line) => !line.startsWith('here '));

it.each([
  ["fetch('https://example.invalid/usage')", 'OUT tcp example.invalid:443'],
  ["require('node:http').get('http://192.0.2.1/')", 'OUT tcp 192.0.2.1:80'],
  ["require('node:net').connect(443, '192.0.2.1')", 'OUT tcp 192.0.2.1:443'],
  ["import('node:dns').then(({ lookup }) => lookup('example.invalid', () => {}))", 'OUT dns example.invalid'],
  ["require('node:dns').promises.resolveTxt('example.invalid')", 'OUT dns example.invalid'],
  ["require('node:dgram').createSocket('udp4').send('usage', 8125, '192.0.2.1')", 'OUT udp send'],
  ["require('node:child_process').spawn('curl', ['https://example.invalid'])", 'OUT program curl'],
])('would be seen: %s', async (code, line) => {
  await execa(process.execPath, ['-e', code], { env, reject: false });
  expect(outward()).toEqual([line]);
});

it('leaves this machine for nothing in a whole run, neither the emulator nor its commands', async () => {
  const receiver = await startReceiver();
  const catcher = await SmtpServer.start();
  const args = ['--data-dir', 'data', '--forward-to', `${receiver.url}/hooks`, '--smtp', catcher.url];
  const running = await startProcess(args, { cwd: folder.path, env });
  const run = async (...words: string[]) => {
    const { stdout, stderr, exitCode } = await emulator([...words, '--json'], {
      cwd: folder.path,
      env: { ...env, EMULATOR_URL: running.url },
    });
    expect({ words, exitCode, stderr }).toMatchObject({ exitCode: 0 });
    return JSON.parse(stdout);
  };
  const fetched = async (path: string) => {
    const answer = await fetch(new URL(path, running.url));
    expect({ path, status: answer.status }).toMatchObject({ status: 200 });
    return answer.text();
  };
  try {
    const card = ['-d', 'cc_number=4000056655665556', '-d', 'cc_exp_month=12', '-d', 'cc_exp_year=2030'];
    const made = await running.json('post', '/customers', '-d', 'email=a@b.co', '-d', 'billing_postal_code=1', ...card);
    await running.json('post', '/charges', '-d', `customer_id=${made.data.id}`, '-d', 'amount=4200');
    const order = ['-d', 'amount=4200', '-d', 'success_url=http://127.0.0.1:1/thanks', '-d', 'customer_email=a@b.co'];
    const { data: session } = await running.json('post', '/checkout-sessions', ...order);
    const page = await fetched(session.url);
    const loaded = [...page.matchAll(/<(?:link|script|img|iframe)\b[^>]*? (?:href|src)="([^"]+)"/g)].map(
      (each) => each[1]!,
    );
    expect(loaded.length).toBeGreaterThan(2);
    for (const path of loaded) {
      expect(new URL(path, running.url).origin).toBe(running.url);
      await fetched(path);
    }
    await run('trigger', 'invoice.send');
    await running.json('trigger', 'payout.returned');
    await running.json('trigger', 'checkout_session.complete', '--id', session.id);
    await run('clock', 'advance', '30d');
    await running.json('snapshot', 'save', 'before');
    await running.json('snapshot', 'restore', 'before');
    await run('audit');
    await run('doctor');
    await fetched('/docs');
    await expect.poll(() => catcher.received.map(({ message }) => message).join()).toContain('application/pdf');
    await receiver.waitFor((requests) => requests.some(({ body }) => body.includes('"payout.returned"')));
  } finally {
    await running.stop();
    await receiver.close();
    await catcher.stop();
  }
  expect(running.child.exitCode).toBe(0);
  expect(outward()).toEqual([]);
  expect(asked()).toEqual(
    expect.arrayContaining([receiver.port, catcher.port].map((port) => `here tcp 127.0.0.1:${port}`)),
  );
}, 60_000);
