import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emulator, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

/** A test run in which the second of two tests fails. */
const program = `
const { EMULATOR_URL: url, EMULATOR_SECRET_KEY: key } = process.env;
const send = (method, path, body) => fetch(url + path, {
  method,
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
}).then((answer) => answer.json());
const mark = (text, failed) => send('POST', '/_emulator/markers', { text, failed });
await mark('charges a card');
const { data } = await send('POST', '/_emulator/triggers/payment.completed', {});
const { id } = data.objects.find(({ object }) => object === 'transaction');
await mark('refunds twice');
await send('POST', '/api/v1/transactions/' + id + '/refund', { amount: 100 });
await send('POST', '/api/v1/transactions/' + id + '/refund', { amount: 100_000 });
await mark('refunds twice', true);
console.log('AssertionError: <b>expected</b> 200');
process.exitCode = Number(process.argv[2] ?? 1);
`;

let folder: ReturnType<typeof temporaryFolder>;
let receiver: Receiver;
beforeAll(ensureBuilt);
beforeEach(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'run.mjs'), program);
  receiver = await startReceiver({ status: 200 });
});
afterEach(async () => {
  await receiver.close();
  folder.remove();
});

const inFolder = (words: readonly string[]) => emulator([...words], { cwd: folder.path });
const record = (words: readonly string[] = [], status = '1') =>
  inFolder(['exec', '--forward-to', receiver.url, '--record', 'run.html', ...words, '--', 'node', 'run.mjs', status]);
const file = () => join(folder.path, 'run.html');

// biome-ignore lint/suspicious/noExplicitAny: answers of several kinds, of which single fields are read
const read = async (url: string, path: string): Promise<any> =>
  ((await (await fetch(`${url}/_emulator${path}`)).json()) as { data: unknown }).data;

describe('exec --record', () => {
  it('leaves the run as one page, and says how to go back to what failed', async () => {
    const { exitCode, stderr, stdout } = await record();
    expect(exitCode).toBe(1);
    expect(stdout).toContain('AssertionError');
    expect(stderr).toMatch(
      /emulator: the record is in run\.html\. First failure: refunds twice\nemulator: to resume just before the failure: npx payments-emulator start --ephemeral --from run\.html --at 'refunds twice' --webhooks keep$/,
    );
    const page = readFileSync(file(), 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page).not.toContain('<b>expected</b>');
  });

  it('tells what it is of, what went wrong, and with --json all of it', async () => {
    await record();
    const { stdout, exitCode } = await inFolder(['record', 'show', 'run.html']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/node run\.mjs 1\nended with status 1/);
    expect(stdout).toMatch(/2 requests \(1 not 2xx\)/);
    expect(stdout).toMatch(/test {6}refunds twice\n/);
    expect(stdout).toMatch(
      /request {3}POST \/api\/v1\/transactions\/txn_\w+\/refund was answered 400: Only 4100 cents/,
    );
    const told = JSON.parse((await inFolder(['--json', 'record', 'show', 'run.html'])).stdout);
    expect(told.head).toMatchObject({ record: 1, workspace: 'ws_demo' });
    expect(told.end.run).toMatchObject({ command: ['node', 'run.mjs', '1'], status: 1 });
    expect(told.end.run.output).toContain('AssertionError: <b>expected</b> 200');
    expect(told.summary.sections).toEqual([
      { text: 'charges a card', failed: false },
      { text: 'refunds twice', failed: true },
    ]);
  });

  it('writes none of a run that ended well where failures alone are wanted', async () => {
    expect((await record(['--record-when', 'failure'], '0')).exitCode).toBe(0);
    expect(existsSync(file())).toBe(false);
    expect((await record(['--record-when', 'failure'])).exitCode).toBe(1);
    expect(existsSync(file())).toBe(true);
  });

  it('refuses a place where nothing can be written before the command runs', async () => {
    const { exitCode, stderr, stdout } = await inFolder(['exec', '--record', 'no/run.html', '--', 'node', 'run.mjs']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(
      /^emulator: --record no\/run\.html cannot be written, because the folder no does not exist\.$/,
    );
  });

  it('holds no secret, and what everybody knows', async () => {
    await record();
    const { stdout } = await inFolder(['--json', 'record', 'show', 'run.html']);
    expect(stdout).toContain('sk_test_demo');
    const secrets = stdout.match(/\b(?:sk_test|sk_live|whsec)_\w+/g)!;
    expect(secrets.filter((secret) => !/_demo|_hidden\d+$/.test(secret))).toEqual([]);
  });
});

describe('going back in', () => {
  it('begins just before a mark, with the state of then', async () => {
    await record();
    const running = await startProcess(['--ephemeral', '--from', 'run.html', '--at', 'refunds twice'], {
      cwd: folder.path,
    });
    try {
      expect((await read(running.url, '/objects?kind=transaction&limit=1')).objects[0].state).toBe('settled');
      expect(await read(running.url, '/requests')).toEqual([]);
    } finally {
      await running.stop();
    }
  });

  it('makes a data folder of a record, and none of one that holds a state', async () => {
    await record();
    const words = ['--data-dir', 'data', '--from', 'run.html'];
    const first = await startProcess(words, { cwd: folder.path });
    await first.stop();
    const second = await startProcess(['--data-dir', 'data'], { cwd: folder.path });
    expect((await read(second.url, '/objects?kind=transaction&limit=1')).objects[0].state).toBe('partially_refunded');
    await second.stop();
    const { exitCode, stderr } = await inFolder(['start', ...words, '--port', '0']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /already contains a state, which --from would replace\. Choose another --data-dir, or remove the folder\.$/,
    );
  });

  it.each([
    [
      'a place that it does not have',
      ['--from', 'run.html', '--at', 'refunds twic'],
      /has no place 'refunds twic'\. Did you mean 'refunds twice'\?$/,
    ],
    ['a file that is not a record', ['--from', 'run.mjs'], /run\.mjs is not a record\. Create one with/],
    ['a file that is not there', ['--from', 'none.html'], /The file .*none\.html does not exist\.$/],
    ['a record that was cut', ['--from', 'cut.html'], /is an incomplete record: its end is missing/],
    ['a record that was garbled', ['--from', 'garbled.html'], /is a record with damaged content/],
    ['an empty file', ['--from', 'empty.html'], /is empty\. Create a record with/],
    ['a place without a record', ['--at', 'start'], /--at requires a record. Specify the record with --from\.$/],
  ])('refuses %s in one line', async (_, words, message) => {
    await record();
    const page = readFileSync(file(), 'utf8');
    writeFileSync(join(folder.path, 'cut.html'), page.slice(0, page.length >> 2));
    writeFileSync(join(folder.path, 'empty.html'), '');
    const at = page.indexOf('id="run"') + 200;
    writeFileSync(join(folder.path, 'garbled.html'), `${page.slice(0, at)}AAAAAAAA${page.slice(at + 8)}`);
    const { exitCode, stderr, stdout } = await inFolder(['start', '--ephemeral', '--port', '0', ...words]);
    expect({ exitCode, stdout, lines: stderr.trim().split('\n').length }).toEqual({
      exitCode: 2,
      stdout: '',
      lines: 1,
    });
    expect(stderr).toMatch(message);
  });
});

describe('record resend', () => {
  it('sends what was delivered to a fixed handler, and fails where one still fails', async () => {
    receiver.answer({ status: 500, body: "KeyError: 'plan'" });
    await record();
    const sent = receiver.requests.length;
    expect(sent).toBeGreaterThan(0);
    const failing = await inFolder(['record', 'resend', 'run.html', '--forward-to', receiver.url]);
    expect(failing.exitCode).toBe(1);
    expect(failing.stdout).toMatch(/payment\.completed .* before 500 KeyError: 'plan', now 500 KeyError: 'plan'/);
    receiver.answer({ status: 200 });
    const mended = await inFolder(['record', 'resend', 'run.html', '--forward-to', receiver.url, '--only', 'failed']);
    expect(mended.exitCode).toBe(0);
    expect(mended.stderr).toMatch(/that failed before (is|are) now accepted, 0 still fail\.$/);
    const bodies = receiver.requests.map(({ body }) => body);
    expect(bodies.slice(2 * sent)).toEqual(bodies.slice(0, sent));
  });
});
