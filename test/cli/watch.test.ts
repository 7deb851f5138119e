import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Running, startProcess, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
let cwd: string;
let made = 0;
let running: Running | null = null;
beforeAll(ensureBuilt, 60_000);
beforeEach(() => {
  cwd = join(folder.path, String(made++));
  mkdirSync(cwd);
});
afterEach(async () => {
  await running?.stop();
  running = null;
});
afterAll(() => folder.remove());

async function start(...args: string[]): Promise<Running> {
  running = await startProcess(['--watch', ...args], { cwd });
  return running;
}

/** Waits until a line of the emulator's remarks fits; a line counts once. */
async function said(emulator: Running, pattern: RegExp): Promise<string> {
  for (const deadline = performance.now() + 25_000; performance.now() < deadline; await sleep(20)) {
    const at = emulator.errors.findIndex((line) => pattern.test(line));
    if (at !== -1) return emulator.errors.splice(at, 1)[0]!;
  }
  throw new Error(`It never said ${pattern}: ${emulator.errors.join('\n')}`);
}

const fixture = (email: string, more = '') =>
  [
    'workspaces:',
    '  - id: ws_demo',
    '    settings: { gateway: debit_payouts }',
    '    keys: [{ key: sk_test_demo }]',
    '    objects:',
    '      test:',
    '        customers:',
    `          one: { email: ${email}${more} }`,
  ].join('\n');

const emails = async (emulator: Running): Promise<string[]> =>
  (await emulator.json('get', '/customers')).data.map(({ email }: { email: string }) => email);

describe('start --watch', () => {
  it('loads the fixture anew when its file changes, and keeps the state where the file is wrong', async () => {
    writeFileSync(join(cwd, 'mine.yaml'), fixture('first@example.com'));
    const emulator = await start('--ephemeral', '--fixture', 'mine.yaml');
    expect(await emails(emulator)).toEqual(['first@example.com']);
    writeFileSync(join(cwd, 'mine.yaml'), fixture('second@example.com'));
    await said(emulator, /mine\.yaml has changed\. Reloaded: ws_demo\./);
    expect(await emails(emulator)).toEqual(['second@example.com']);

    writeFileSync(join(cwd, 'mine.yaml'), fixture('third@example.com', ', fist_name: Three'));
    const line = await said(emulator, /has changed but was not loaded/);
    expect(line).toMatch(
      /mine\.yaml:8:\d+, .*customers\.one: there is no field 'fist_name'. Did you mean 'first_name'\?/,
    );
    expect(await emails(emulator)).toEqual(['second@example.com']);

    // As many editors save: a new file in the place of the old one.
    writeFileSync(join(cwd, 'mine.yaml.tmp'), fixture('fourth@example.com'));
    renameSync(join(cwd, 'mine.yaml.tmp'), join(cwd, 'mine.yaml'));
    await said(emulator, /mine\.yaml has changed\. Reloaded: ws_demo\./);
    expect(await emails(emulator)).toEqual(['fourth@example.com']);
  });

  it('takes over what may change of the configuration file, names the rest, and refuses a wrong file', async () => {
    const receiver = await startReceiver();
    const config = join(cwd, 'emulator.config.json');
    writeFileSync(config, '{}');
    const emulator = await start('--ephemeral');
    writeFileSync(config, JSON.stringify({ forwardTo: receiver.url, strict: true, fsync: true }));
    await said(emulator, /forwardTo, strict hold now/);
    await said(emulator, /restart the emulator to apply fsync/);
    await emulator.run('trigger', 'payout.paid', '--wait');
    expect(receiver.requests.length).toBeGreaterThan(0);
    expect((await emulator.run('post', '/customers', '-d', 'email=a@example.com', '-d', 'nope=1')).stderr).toMatch(
      /nope/,
    );
    writeFileSync(config, JSON.stringify({ strikt: false }));
    expect(await said(emulator, /was changed, but the changes were not applied/)).toMatch(/Did you mean 'strict'/);
    const status = await fetch(`${emulator.url}/_emulator/status`);
    expect(await status.json()).toMatchObject({ data: { options: { strict: true } } });
    await receiver.close();
  });

  describe('on a data folder', () => {
    const db = () => join(cwd, '.emulator', 'db.json');

    /** Waits until `db.json` holds a text: it is brought up to date a moment after the last change. */
    async function saved(text: string): Promise<string> {
      for (const deadline = performance.now() + 25_000; performance.now() < deadline; await sleep(20)) {
        const content = existsSync(db()) ? readFileSync(db(), 'utf8') : '';
        const seq = /"seq":(\d+)/.exec(content)?.[1];
        const journal = readFileSync(join(cwd, '.emulator', 'journal.ndjson'), 'utf8');
        const isLast = new RegExp(`"after":${seq}\\b`).test(journal) && journal.trim().split('\n').length === 1;
        if (content.includes(text) && isLast) return content;
      }
      throw new Error(`db.json never held ${text}`);
    }

    it('takes an edit of db.json over whole, and the state outlasts the next start', async () => {
      const emulator = await start('--data-dir', '.emulator');
      await emulator.json('post', '/customers', '-d', 'email=before@example.com');
      const content = await saved('before@example.com');
      writeFileSync(db(), content.replace('before@example.com', 'edited@example.com'));
      await said(emulator, /db\.json was edited\. The running state now matches it/);
      expect(await emails(emulator)).toEqual(['edited@example.com']);
      await emulator.stop();
      const next = await start('--data-dir', '.emulator');
      expect(await emails(next)).toEqual(['edited@example.com']);
    });

    it('refuses an edit with its line and reason; the state stays, and the edit is kept', async () => {
      const emulator = await start('--data-dir', '.emulator');
      await emulator.json('post', '/customers', '-d', 'email=before@example.com');
      const content = await saved('before@example.com');
      const line = content.split('\n').findIndex((each) => each.includes('before@example.com')) + 1;

      writeFileSync(db(), content.replace('"email":"before@example.com"', '"email":7'));
      expect(await said(emulator, /was edited, but the edit was not applied/)).toMatch(
        new RegExp(`\\(line ${line}\\): customer cus_\\w+, email: must be a string`),
      );
      writeFileSync(db(), content.replace('"email":"before@example.com",', '"email":before,'));
      expect(await said(emulator, /was edited, but the edit was not applied/)).toMatch(
        new RegExp(`\\(line ${line}\\)`),
      );
      expect(await emails(emulator)).toEqual(['before@example.com']);

      writeFileSync(db(), content.replace('before@example.com', 'late@example.com').replace(/"seq":\d+/, '"seq":1'));
      expect(await said(emulator, /was edited, but the edit was not applied/)).toMatch(
        /its seed, seq or starts was changed/,
      );
      await emulator.stop();
      expect(readFileSync(`${db()}.edited`, 'utf8')).toContain('late@example.com');
      const next = await start('--data-dir', '.emulator');
      expect(await emails(next)).toEqual(['before@example.com']);
    });
  });
});
