import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator as startInProcess } from '../../src/index.ts';
import { ensureBuilt } from '../support/build.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { command, startEmulator, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
beforeAll(ensureBuilt, 60_000);
afterAll(() => folder.remove());

const customer = {
  email: 'alice@example.com',
  billing_postal_code: '62701',
  billing_country: 'US',
  card: 'visa_debit',
};
const workspaceWith = (objects: object, further: object = {}) => ({
  workspaces: [{ id: 'ws_demo', settings: { gateway: 'debit_payouts' }, ...further, objects: { test: objects } }],
});

/** Six problems: of the form, of a name, of an id, of a reference, of an amount, and one that the API finds. */
const faulty = workspaceWith(
  {
    customers: {
      alice: { ...customer, fist_name: 'Alice' },
      bob: { ...customer, email: 'bob@example.com', id: 'bob' },
    },
    transactions: { one: { customer_id: '$alcie', amount: 100 }, two: { customer_id: '$bob', amount: 12.5 } },
    payouts: { huge: { customer_id: '$alice', amount: 999_999_999, rail: 'carrier' } },
  },
  { keys: [{ key: 'sk_tst_a' }] },
);
const reasons = [
  "customers.alice: there is no field 'fist_name'. Did you mean 'first_name'?",
  'customers.bob.id: must be a prefix, an underscore, and up to 40 letters and digits, such as pm_seller1, not "bob".',
  "transactions.one.customer_id: customers contains no object '$alcie'. Did you mean '$alice'?",
  'transactions.two.amount: must be a whole number of cents of at least 1, such as 1250, not 12.5.',
  'payouts.huge.rail: must be one of',
  'keys.0.key: must be sk or pk, test or live, and up to 60 letters and digits, such as sk_test_shop or pk_live_shop.',
];

/** The list of problems, which begins with how many there are. */
function expectList(text: string, heading: string, file: string): void {
  const [first, ...lines] = text.split('\n');
  expect(first).toBe(heading);
  expect(lines).toHaveLength(reasons.length);
  for (const line of lines) expect(line).toMatch(new RegExp(`^ {2}${file}:\\d+:\\d+, workspaces\\.0\\.\\S+: `));
  for (const reason of reasons) expect(lines.join('\n')).toContain(reason);
  expect(text).not.toMatch(/[\^$]\[|\]\{\d|\(\?|sk_tst_a/);
}

/** A fixture of the right form that cannot be made: two charges are above the limit. */
const tooLarge = workspaceWith({
  customers: { alice: customer },
  transactions: {
    one: { customer_id: '$alice', amount: 100_000_000 },
    two: { customer_id: '$alice', amount: 200_000_000 },
  },
});

describe('all problems of a fixture', () => {
  beforeAll(() => {
    writeFileSync(at('faulty.json'), JSON.stringify(faulty, null, 1));
    writeFileSync(at('too-large.json'), JSON.stringify(tooLarge, null, 1));
  });
  const run = (...args: string[]) => command(args, { cwd: folder.path });
  const heading = 'faulty.json has 6 problems:';

  it.each([
    ['start', ['start', '--ephemeral', '--port', '0', '--fixture', 'faulty.json']],
    ['exec', ['exec', '--fixture', 'faulty.json', '--', process.execPath, '--version']],
  ])('are listed by %s', async (_command, args) => {
    const { stdout, stderr, exitCode } = await run(...args);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expectList(stderr, `emulator: ${heading}`, 'faulty.json');
  });

  it('are listed by fixture check', async () => {
    const { stdout, exitCode } = await run('fixture', 'check', 'faulty.json');
    expect(exitCode).toBe(2);
    expectList(stdout, heading, 'faulty.json');
  });

  it('are listed by fixture load and by reset, of a file that became faulty', async () => {
    writeFileSync(at('edited.json'), JSON.stringify(workspaceWith({ customers: { alice: customer } })));
    const running = await startEmulator(['--ephemeral', '--fixture', 'edited.json'], { cwd: folder.path });
    try {
      const loaded = await command(['--url', running.url, 'fixture', 'load', 'faulty.json'], { cwd: folder.path });
      expect(loaded.exitCode).toBe(2);
      expectList(loaded.stderr, `emulator: ${heading}`, 'faulty.json');
      writeFileSync(at('edited.json'), JSON.stringify(faulty, null, 1));
      const reset = await command(['--url', running.url, 'reset'], { cwd: folder.path });
      expect(reset.exitCode).not.toBe(0);
      expectList(reset.stderr, 'emulator: edited.json has 6 problems:', 'edited.json');
    } finally {
      await running.stop();
    }
  });

  it('are the message of the error of a start from code', async () => {
    const error = await startInProcess({ fixture: at('faulty.json') }).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'fixture_invalid' });
    expectList((error as Error).message, heading, 'faulty.json');
  });

  it('are in the refusal of the control API, also of a fixture that the call sends', async () => {
    const sandbox = await createTestSandbox();
    try {
      const { status, body } = await sandbox.control.post<{ error: string }>('/fixtures', { fixture: faulty });
      expect(status).toBe(400);
      expectList(body.error, 'fixture has 6 problems:', 'fixture');
    } finally {
      await sandbox.stop();
    }
  });

  it('include those that show only when the objects are made', async () => {
    const { stderr, exitCode } = await run('start', '--ephemeral', '--port', '0', '--fixture', 'too-large.json');
    expect(exitCode).toBe(2);
    expect(stderr.split('\n')).toEqual([
      'emulator: too-large.json has 2 problems:',
      expect.stringMatching(
        /^ {2}too-large\.json:\d+:\d+, \S+transactions\.one\.amount: amount must be at most 99999999 cents \(at \S+\)\.$/,
      ),
      expect.stringMatching(
        /^ {2}too-large\.json:\d+:\d+, \S+transactions\.two\.amount: amount must be at most 99999999 cents \(at \S+\)\.$/,
      ),
    ]);
  });

  it('are the first twenty of many, with how many there are', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, { emial: 'x' }]));
    writeFileSync(at('many.json'), JSON.stringify(workspaceWith({ customers: many(15) })));
    writeFileSync(at('more.json'), JSON.stringify(workspaceWith({ customers: many(500) })));
    const few = (await run('start', '--ephemeral', '--port', '0', '--fixture', 'many.json')).stderr.split('\n');
    expect(few).toHaveLength(22);
    expect([few[0], few.at(-1)]).toEqual(['emulator: many.json has 30 problems:', '  and 10 more.']);
    const all = (await run('start', '--ephemeral', '--port', '0', '--fixture', 'more.json')).stderr.split('\n');
    expect(all).toHaveLength(22);
    expect(all[0]).toMatch(/^emulator: more\.json has at least \d+ problems:$/);
    expect(all.at(-1)).toMatch(/^ {2}and at least \d+ more\.$/);
  });
});
