import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { emulatorTest } from '../../../src/testing/vitest.ts';
import { temporaryFolder } from '../../cli/emulator.ts';
import { projectFolder } from '../../support/build.ts';
import { startReceiver } from '../../support/receiver.ts';

const test = emulatorTest({ freeze: true, clock: '2026-03-01T09:00:00.000Z' });
const seen: string[] = [];

/** The message of an assertion that does not hold. */
const messageOf = (assertion: Promise<unknown>): Promise<string> =>
  assertion.then(
    () => 'it holds',
    (error: Error) => error.message,
  );

test('gives each test a workspace of its own', async ({ emulator, workspace }) => {
  seen.push(workspace.id);
  expect(workspace.id).not.toBe(emulator.id);
  expect((await emulator.workspaces.list()).map(({ id }) => id)).toContain(workspace.id);
});

test('marks the log with the name of each test', async ({ emulator, workspace }) => {
  const answer = await fetch(`${emulator.url}/_emulator/markers?workspace=${workspace.id}`);
  expect(await answer.json()).toMatchObject({
    data: [{ kind: 'marker', text: 'marks the log with the name of each test', failed: false }],
  });
});

test('a test that fails has its own failure alone, and its mark says so', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(projectFolder, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(
    join(folder.path, 'shop.test.ts'),
    `import { expect } from 'vitest';
    import { emulatorTest } from '${projectFolder}/src/testing/vitest.ts';
    const test = emulatorTest();
    const marks = [];
    let removed;
    test('refunds twice', async ({ emulator, workspace }) => {
      removed = workspace.id;
      const { remove } = workspace;
      workspace.remove = async () => {
        const answer = await fetch(emulator.url + '/_emulator/markers?workspace=' + workspace.id);
        marks.push(...(await answer.json()).data.map(({ failed }) => failed));
        await remove.call(workspace);
      };
      expect(1).toBe(2);
    });
    test('the one before', async ({ emulator }) => {
      expect(marks).toEqual([true, false]);
      expect((await emulator.workspaces.list()).map(({ id }) => id)).not.toContain(removed);
    });`,
  );
  const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--reporter=json', '--testTimeout=60000', `--root=${folder.path}`];
  const { stdout } = await execa(process.execPath, args, { reject: false, env: { VITEST: undefined } });
  folder.remove();
  const { testResults } = JSON.parse(stdout) as Results;
  const told = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(told.map(({ title, failureMessages }) => [title, failureMessages.map((text) => text.split('\n')[0])])).toEqual(
    [
      ['refunds twice', ['AssertionError: expected 1 to be 2 // Object.is equality']],
      ['the one before', []],
    ],
  );
});

interface Results {
  testResults: { assertionResults: { title: string; failureMessages: string[] }[] }[];
}

test('removes it after the test, and keeps the emulator for the file', async ({ emulator, workspace }) => {
  const ids = (await emulator.workspaces.list()).map(({ id }) => id);
  expect(ids).toContain(workspace.id);
  expect(ids).not.toContain(seen[0]);
});

test('toHaveEmittedEvent waits for the event, and says what came instead', async ({ workspace }) => {
  await expect(workspace).not.toHaveEmittedEvent('payout.paid');
  const waiting = expect(workspace).toHaveEmittedEvent('payout.paid', { where: ({ data }) => data.amount === 300 });
  const { objects } = await workspace.trigger('payout.paid', { amount: 300 });
  await waiting;
  const id = objects[0]!.id;
  expect(await messageOf(expect(workspace).toHaveEmittedEvent('payout.returned', { id, timeout: 20 }))).toContain(
    `No payout.returned about ${id} within 0.02 s. What came about ${id}: payout.created, payout.updated, payout.paid.`,
  );
  expect(await messageOf(expect(workspace).not.toHaveEmittedEvent('payout.paid'))).toMatch(
    new RegExp(`^payout\\.paid about ${id} was emitted: evt_\\w+$`),
  );
});

test('toHaveReceivedEvent wants a receiver that has taken it', async ({ workspace }) => {
  const receiver = await startReceiver({ status: 500 });
  await workspace.webhooks.add({ url: receiver.url, events: ['payout.paid'] });
  await workspace.trigger('payout.paid');
  await receiver.received(1);
  await expect(workspace).not.toHaveReceivedEvent('payout.paid');
  receiver.answer({ status: 200 });
  const waiting = expect(workspace).toHaveReceivedEvent('payout.paid');
  await workspace.clock.advance('5m');
  await waiting;
  expect(await messageOf(expect(workspace).toHaveReceivedEvent('payout.created', { timeout: 20 }))).toContain(
    'No payout.created delivered within 0.02 s.',
  );
  await receiver.close();
});

test('a name that is no event fails at once, with the nearest', async ({ workspace }) => {
  // @ts-expect-error the compiler knows the name as little
  expect(await messageOf(expect(workspace).toHaveEmittedEvent('payout.payd'))).toContain(
    "There is no event type 'payout.payd'",
  );
});

test('toHaveNoViolations looks at the report of an audit', async ({ workspace }) => {
  const only = ['request/unknown-fields', 'webhook/slow'];
  await workspace.api.post('/customers', { email: 'ada@example.com' });
  expect(await workspace.audit({ only })).toHaveNoViolations({ failOn: 'note' });
  await workspace.api.call('POST', '/customers', { email: 'ada@example.com', nmae: 'Ada' });
  const report = await workspace.audit({ only });
  expect(report.counts).toEqual({ violation: 1, pass: 0, incomplete: 0, inapplicable: 1 });
  expect(report).toHaveNoViolations();
  expect(() => expect(report).toHaveNoViolations({ failOn: 'note' })).toThrow(
    'customers.create was sent nmae, which the API does not read.',
  );
  const accept = [{ rule: 'request/unknown-fields', reason: 'an older version reads it' }];
  expect(await workspace.audit({ only, accept })).toHaveNoViolations({ failOn: 'note' });
  expect(await messageOf(workspace.audit({ only: ['webhook/slw'] }))).toContain("There is no rule 'webhook/slw'");
  expect(() => expect({}).toHaveNoViolations()).toThrow('toHaveNoViolations expects the result of audit()');
});

test('toHaveRequested says which request came nearest, and how it differs', async ({ workspace }) => {
  await workspace.api.post('/customers', { email: 'ada@example.com' });
  const { body } = await workspace.api.post('/charges', { amount: 12.5, metadata: { order: '7' } });
  expect(body).toMatchObject({ code: 'parameter_invalid' });
  await expect(workspace).toHaveRequested('POST /customers', { email: 'ada@example.com' });
  await expect(workspace).toHaveRequested('charges.create', { metadata: { order: '7' } }, { status: 400, times: 1 });
  await expect(workspace).not.toHaveRequested('POST /payouts');
  expect(await messageOf(expect(workspace).toHaveRequested('POST /charges', { amount: 12 }, { within: 0 }))).toMatch(
    /^Not so: POST \/charges was requested with \{"amount":12\}\.\nNearest:\n {2}req_\w+ at 2026\S+: amount is 12\.5, not 12$/,
  );
  expect(await messageOf(expect(workspace).toHaveRequested('POST /payouts', {}, { within: 0 }))).toContain(
    'Actual requests: POST /api/v1/charges (1), POST /api/v1/customers (1).',
  );
  expect(await messageOf(expect(workspace).not.toHaveRequested('POST /customers'))).toMatch(
    /^POST \/customers was requested 1 time: req_\w+\.$/,
  );
  // @ts-expect-error the compiler knows the name as little
  await expect(expect(workspace).toHaveRequested('POST /chargs/{id}')).rejects.toThrow('There is no operation');
});

test('toHaveEmitted, toHaveDelivered and toHaveBalance look at results', async ({ workspace }) => {
  const receiver = await startReceiver({ status: 500 });
  await workspace.webhooks.add({ url: receiver.url, events: ['payout.paid'] });
  const waiting = expect(workspace).toHaveEmitted('payout.paid', { amount: 300 });
  const { objects } = await workspace.trigger('payout.paid', { amount: 300 });
  await waiting;
  await receiver.received(1);
  const id = objects[0]!.id;
  await expect(workspace).toHaveEmitted('payout.paid', { amount: 300 }, { id, times: 1 });
  await expect(workspace).toHaveDelivered('payout.paid', {}, { status: 500 });
  expect(await messageOf(expect(workspace).toHaveDelivered('payout.paid', {}, { within: 0 }))).toMatch(
    /Nearest:\n {2}del_\w+ of evt_\w+ to \S+: the receiver answered 500, not 2xx$/,
  );
  expect(
    await messageOf(expect(workspace).toHaveEmitted('payout.paid', { amount: 4 }, { id: 'po_x', within: 0 })),
  ).toContain(`the event is about ${id}, not po_x; amount is 300, not 4`);
  receiver.answer({ status: 200 });
  const delivered = expect(workspace).toHaveDelivered('payout.paid', {}, { id });
  await workspace.clock.advance('5m');
  await delivered;
  await receiver.close();
  const { available } = (await workspace.status()).balances[0]!;
  await expect(workspace).toHaveBalance({ available, currency: 'USD' });
  expect(await messageOf(expect(workspace).toHaveBalance({ available: -1 }))).toContain(
    `the balance in USD: available is ${available}, not -1`,
  );
});
