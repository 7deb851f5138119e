import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

let count = 0;
let dataDir: string;
let aside: string;
beforeEach(() => {
  dataDir = join(folder.path, `${++count}`, '.emulator');
  aside = join(folder.path, `${count}`, 'backup');
});

/** Makes a customer, and returns the status of the answer. */
const addCustomer = async ({ api }: TestSandbox, email: string): Promise<number> =>
  (await api.post('/customers', { email, billing_postal_code: '62701', billing_country: 'US' })).status;

async function emailsIn(directory: string): Promise<string[]> {
  const sandbox = await createTestSandbox({ dataDir: directory });
  const { body } = await sandbox.api.get<{ data: { email: string }[] }>('/customers');
  await sandbox.stop();
  return body.data.map(({ email }) => email).filter((email) => email.endsWith('@example.com'));
}

/** Every file of a folder with its content, but the lock and its socket. */
const contentOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => !name.startsWith('lock') && statSync(join(directory, name)).isFile())
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );

/** The ways in which a folder disappears while its emulator runs. */
const ways: readonly (readonly [what: string, take: () => void])[] = [
  ['moved away', () => renameSync(dataDir, aside)],
  ['removed', () => rmSync(dataDir, { recursive: true })],
  [
    'replaced by a copy of itself',
    () => {
      cpSync(dataDir, aside, { recursive: true, filter: (path) => !path.includes('lock') });
      rmSync(dataDir, { recursive: true });
      renameSync(aside, dataDir);
    },
  ],
];

describe.each(ways)('a data folder that is %s while its emulator runs', (_, take) => {
  it('is left to the emulator that begins there next, and nothing that it acknowledged is lost', async () => {
    const first = await createTestSandbox({ dataDir });
    expect(await addCustomer(first, 'first@example.com')).toBe(201);
    take();
    // A folder that was moved away still gets the writes of a moment.
    let late = 0;
    const addLate = () => addCustomer(first, `late${++late}@example.com`);
    await expect.poll(addLate, { timeout: 20_000 }).toBeGreaterThanOrEqual(500);
    const second = await createTestSandbox({ dataDir });
    expect(await addCustomer(second, 'second@example.com')).toBe(201);
    const { status, body } = await second.control.post<{ error?: string }>('/snapshots', { name: 'kept' });
    expect([status, body.error]).toEqual([201, undefined]);
    expect((await first.control.post('/snapshots', { name: 'late' })).status).toBeGreaterThanOrEqual(500);
    await second.stop();
    const left = contentOf(dataDir);
    await expect(first.stop()).rejects.toThrow('was moved or removed while the emulator ran');
    expect(contentOf(dataDir)).toEqual(left);
    expect(await emailsIn(dataDir)).toContain('second@example.com');
    expect((await emailsIn(dataDir)).filter((email) => email.startsWith('late'))).toEqual([]);
  });

  it('is left alone while the other emulator still runs', async () => {
    const first = await createTestSandbox({ dataDir });
    await addCustomer(first, 'first@example.com');
    take();
    const second = await createTestSandbox({ dataDir });
    await expect(first.stop()).rejects.toThrow('another emulator is using it now');
    expect(await addCustomer(second, 'second@example.com')).toBe(201);
    await second.stop();
    expect(await emailsIn(dataDir)).toContain('second@example.com');
  });
});

describe('a data folder that was moved away', () => {
  beforeAll(ensureBuilt);

  it('has everything that was acknowledged before, and its emulator ends with 1 and says so in a line', async () => {
    const running = await startProcess(['--data-dir', dataDir]);
    expect((await running.run('trigger', 'payout.created')).exitCode).toBe(0);
    const payouts = (await running.json('objects', 'list', 'payout')).objects.length;
    renameSync(dataDir, aside);
    const ended = running.child.catch((error) => error);
    running.child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 1 });
    expect(running.errors.filter((line) => line !== '').at(-1)).toMatch(
      /^emulator: .*\.emulator was moved or removed while the emulator ran, or another emulator is using it now\. No data was written/,
    );
    const again = await startProcess(['--data-dir', aside]);
    expect((await again.json('objects', 'list', 'payout')).objects).toHaveLength(payouts);
    await again.stop();
  });
});

describe('a lock that somebody removes', () => {
  it('is told at the stop, and what was acknowledged is there', async () => {
    const sandbox = await createTestSandbox({ dataDir });
    await addCustomer(sandbox, 'first@example.com');
    rmSync(join(dataDir, 'lock'));
    await expect(sandbox.stop()).rejects.toThrow(
      /lock was removed while the emulator ran, so another emulator might be using the folder/,
    );
    expect(await emailsIn(dataDir)).toEqual(['first@example.com']);
  });
});

describe('a journal that somebody changes while its emulator runs', () => {
  beforeAll(ensureBuilt);
  const journal = () => join(dataDir, 'journal.ndjson');
  const damages: readonly (readonly [what: string, damage: () => void, said: RegExp])[] = [
    ['cut', () => truncateSync(journal(), statSync(journal()).size - 10), /journal\.ndjson was changed while/],
    ['emptied', () => truncateSync(journal(), 0), /journal\.ndjson was changed while/],
    ['removed', () => rmSync(journal()), /journal\.ndjson was moved or removed while/],
    [
      'replaced',
      () => {
        cpSync(journal(), `${journal()}.copy`);
        renameSync(`${journal()}.copy`, journal());
      },
      /journal\.ndjson was moved or removed while/,
    ],
  ];

  it.each(damages)('(%s) is told at the stop, and nothing that was acknowledged is lost', async (_, damage, said) => {
    const sandbox = await createTestSandbox({ dataDir });
    expect(await addCustomer(sandbox, 'first@example.com')).toBe(201);
    damage();
    expect(await addCustomer(sandbox, 'late@example.com')).toBe(500);
    await expect(sandbox.stop()).rejects.toThrow(said);
    // As the message says: a start refuses an empty journal, and nothing is lost with it.
    rmSync(journal(), { force: true });
    expect(await emailsIn(dataDir)).toEqual(['first@example.com']);
  });

  it('ends with 1 and a line, also where db.json is so large that a stop would not write it', async () => {
    await (await createTestSandbox({ dataDir })).stop();
    const running = await startProcess(['--data-dir', dataDir], { env: { EMULATOR_COMPACT_AT: '1' } });
    expect((await running.run('trigger', 'payout.created')).exitCode).toBe(0);
    const payouts = (await running.json('objects', 'list', 'payout')).objects.length;
    truncateSync(journal(), 0);
    const ended = running.child.catch((error) => error);
    running.child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 1 });
    expect(running.errors.filter((line) => line.startsWith('emulator: '))).toEqual([
      expect.stringMatching(
        /^emulator: .*was changed while the emulator ran\. db\.json contains all acknowledged changes/,
      ),
    ]);
    rmSync(journal());
    const again = await startProcess(['--data-dir', dataDir]);
    expect((await again.json('objects', 'list', 'payout')).objects).toHaveLength(payouts);
    await again.stop();
  });
});

describe('a lock that is not a file', () => {
  it('is refused in a line, whatever it is', async () => {
    for (const put of [
      (path: string) => mkdirSync(path),
      (path: string) => symlinkSync('nowhere', path),
      (path: string) => symlinkSync('db.json', path),
    ]) {
      mkdirSync(dataDir, { recursive: true });
      put(join(dataDir, 'lock'));
      await expect(createTestSandbox({ dataDir })).rejects.toThrow(/lock is not a regular file. Remove it/);
      rmSync(dataDir, { recursive: true });
    }
  });
});
