import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const consumer = `
import { ClientError, connectEmulator, EmulatorError, startEmulator, WaitTimeoutError, type Emulator, type StartOptions } from 'payments-emulator';

const options: StartOptions = { freeze: true, clock: '2026-03-01T09:00:00Z', settle: 'manual', seed: 1 };
export async function play(): Promise<number> {
  await using emulator: Emulator = await startEmulator(options);
  await using workspace = await emulator.workspaces.create({ settings: { gateway: 'gateway_a' } });
  const made = await workspace.trigger('payout.returned', { amount: 100, code: 'R03' });
  const id: string = made.objects[0]!.id;
  const event = await workspace.events.waitFor('payout.returned', { id, where: ({ data }) => data.amount === 100 });
  const verb: string = event.change.verb;
  const { summary } = await workspace.clock.advance('30d');
  const [delivery] = await workspace.webhooks.deliveries({ status: 'delivered' });
  const status: number | null | undefined = delivery?.attempts[0]?.status;
  const listed = await emulator.api.get('/transactions', { limit: 3 });
  if (listed.status !== 200) throw new Error(listed.body.error);
  await emulator.restore(await emulator.snapshot());
  await emulator.rules.add({ when: { operation: 'payouts.create' }, then: { kind: 'fail' } });
  await emulator.faults.add({ on: 'POST /charges', kind: 'unavailable', times: 1 });
  const same: Emulator = await connectEmulator(emulator.url, { workspace: workspace.id, mode: 'test' });
  await same.rules.add({ then: { kind: 'latency', ms: '2s' } });
  const keys: string | null = emulator.live.keys.secret.live;
  try {
    await emulator.mail.list({ to: verb });
  } catch (error) {
    if (error instanceof ClientError) return error.status + error.body.error.length;
    if (error instanceof WaitTimeoutError) return error.seen.length;
    if (error instanceof EmulatorError && error.code === 'stopped') return 0;
  }
  return summary.jobs + listed.body.data.length + (status ?? 0) + (keys ?? '').length;
}

// @ts-expect-error there is no such option
void startEmulator({ prot: 1 });
// @ts-expect-error an address is needed
void connectEmulator();
// @ts-expect-error nor such a way to settle
void startEmulator({ settle: 'never' });
`;

/** What is right to say of names that the declarations have. */
const namesUsed = `
import type { Emulator, EventType, EventView, Models, TriggerName } from 'payments-emulator';

export async function right(emulator: Emulator, id: string, given: string) {
  const { objects: [made], events } = await emulator.trigger('payout.returned', { amount: 100, code: 'R03', reason: 'x' });
  await emulator.trigger('payout.returned', { id, code: 'R03' });
  await emulator.trigger('payment.completed', { set: { 'metadata.order': 7, rail: 'ach' }, count: 3 });
  await emulator.trigger(given as TriggerName, { id });
  if (made?.object === 'payout' && made.moved !== null) made.moved.to satisfies 'in_transit' | 'returned' | Exclude<typeof made.status, null>;
  const type: EventType | undefined = events[0]?.type;
  const returned = await emulator.events.waitFor('payout.returned', { where: ({ data }) => data.amount === 100 });
  returned.data.amount.toFixed();
  returned.change.to satisfies 'returned';
  const one: EventView = await emulator.events.waitFor(type ?? 'payout.paid');
  if (one.type === 'payment.completed') one.data.transaction_id.length;
  for (const { type, data } of await emulator.events.list()) if (type === 'payout.paid') data.amount.toFixed();
  const charged = await emulator.api.post('/charges', { amount: 4200, payment_token: 'ptok' });
  if (charged.status === 201) charged.body.data satisfies Models['Transaction'];
  else if (charged.status === 402) charged.body.data.id.length;
  else charged.body.error.length;
  const read = await emulator.api.get(\`/transactions/\${id}\`);
  if (read.status === 200) read.body.data.amount.toFixed();
  await emulator.api.get(\`/transactions?limit=\${3}\`);
  await emulator.api.post(\`/transactions/\${id}/refund\`, { amount: 1 });
  await emulator.api.post('/transactions/txn_1/void');
  await emulator.api.delete('/customers/cus_1/payment-methods/pm_1');
  await emulator.api.call('POST', given, { anything: true });
  await emulator.assert({ requested: 'POST /charges', with: { metadata: { order: '7' } }, status: 201 });
  await emulator.assert({ requested: \`POST /transactions/\${id}/refund\`, times: 1 });
  await emulator.assert({ delivered: 'payout.paid', with: { amount: 3 }, status: 200 });
  await emulator.assert({ balance: { available: 3 } });
  await emulator.rules.add({ when: { operation: 'subscriptions.renew' }, then: { kind: 'decline', code: 'insufficient_funds' } });
  await emulator.rules.add({ when: { on: 'POST /charges', amount: { lt: 5 } }, then: { kind: 'latency', ms: '2s' } });
  await emulator.faults.add({ operation: 'charges.create', kind: 'unavailable', resolve: 'approved' });
  await emulator.faults.add({ on: 'delivery', kind: 'drop', event: 'payout.paid' });
  await emulator.webhooks.add({ url: 'http://127.0.0.1:1', events: ['payout.paid'] });
  await emulator.webhooks.add({ url: 'http://127.0.0.1:1', events: ['*'] });
  await emulator.workspaces.create({ settings: { gateway: 'gateway_a', settlement: { mode: 'manual' } } });
  await emulator.ledger({ account: 'available' });
}
`;

/** Mistakes, each of which no compiler lets pass. */
const mistakes = [
  "emulator.trigger('payout.retorned')",
  'emulator.trigger(given)',
  "emulator.trigger('payout.paid', { code: 'R03' })",
  "emulator.trigger('payout.returned', { code: 'R99' })",
  "emulator.trigger('payout.returned', { cod: 'R01' })",
  "emulator.trigger('payout.returned', { id: given, count: 2 })",
  "emulator.trigger('payout.returned', { id: given, amount: 2 })",
  "emulator.trigger('payout.returned', { set: { amuont: 2 } })",
  "ran.objects[0].object === 'payuot'",
  "ran.objects[0].status === 'payd'",
  "ran.objects[0].moved?.to === 'payd'",
  "ran.events[0].type === 'payout.payd'",
  "emulator.events.waitFor('payout.payd')",
  "emulator.events.waitFor('payout.paid', { where: ({ data }) => data.amuont === 1 })",
  "emulator.events.list({ type: 'payout.payd' })",
  'event.kind',
  'event.data.amuont',
  "event.change.to === 'payd'",
  "emulator.api.post('/chargess', { amount: 1 })",
  "emulator.api.post('/charges', { amuont: 1 })",
  "emulator.api.post('/charges', { amount: '1' })",
  "emulator.api.post('/payouts')",
  "emulator.api.get('/charges')",
  'emulator.api.get(given)',
  "emulator.api.get('/transactions', { limitt: 1 })",
  "emulator.api.get('/payouts', { status: 'payd' })",
  `emulator.api.post(\`/transactions/\${given}/refundd\`)`,
  `emulator.api.post(\`/transactions/\${given}/refund/x\`)`,
  'charged.body.data',
  "emulator.assert({ requested: 'POST /chargess' })",
  "emulator.assert({ requested: 'charges.creat' })",
  "emulator.assert({ requested: 'POST /charges', with: { amuont: 1 } })",
  "emulator.assert({ emitted: 'payout.payd' })",
  "emulator.assert({ emitted: 'payout.paid', with: { amuont: 1 } })",
  "emulator.assert({ emitted: 'payout.paid', status: 200 })",
  'emulator.assert({ balance: { availabel: 1 } })',
  "emulator.ledger({ account: 'availabel' })",
  "emulator.rules.add({ when: { operation: 'payouts.creat' }, then: { kind: 'fail' } })",
  "emulator.rules.add({ when: { operation: 'payouts.create', on: 'payouts.create' }, then: { kind: 'fail' } })",
  "emulator.rules.add({ then: { kind: 'latency', code: 'M001' } })",
  "emulator.rules.add({ then: { kind: 'fail', code: 'M0011' } })",
  "emulator.faults.add({ on: 'POST /chargess', kind: 'unavailable' })",
  "emulator.faults.add({ on: 'POST /charges', kind: 'drop' })",
  "emulator.faults.add({ on: 'delivery', kind: 'drop', event: 'payout.payd' })",
  "emulator.faults.add({ on: 'POST /charges', kind: 'unavailable', ms: 3 })",
  "emulator.webhooks.add({ url: given, events: ['payout.payd'] })",
  "delivery.event_type === 'payout.payd'",
  "emulator.workspaces.create({ settings: { gatway: 'gateway_a' } })",
  "emulator.workspaces.create({ settings: { gateway: 'gateway_x' } })",
  "emulator.requests.list({ method: 'PUT' })",
  "request.operation === 'charges.creat'",
  "expect(emulator).toHaveRequested('POST /chargess')",
  "expect(emulator).not.toHaveRequested('charges.creat')",
  "expect(emulator).toHaveRequested('POST /charges', { amuont: 1 })",
  "expect(emulator).toHaveEmitted('payout.payd')",
  "expect(emulator).toHaveEmitted('payout.paid', { amuont: 1 })",
  "expect(emulator).toHaveDelivered('payout.payd')",
  'expect(emulator).toHaveBalance({ availabel: 1 })',
  "expect(emulator).toHaveEmittedEvent('payout.payd')",
  "expect(emulator).toHaveReceivedEvent('payout.payd')",
] as const;

/** The mistakes, one a line. */
const mistaken = `import type { Emulator } from 'payments-emulator'; import 'payments-emulator/vitest'; import { expect } from 'vitest'; declare const emulator: Emulator; declare const given: string; const ran = await emulator.trigger('payout.paid'); const event = await emulator.events.waitFor('payout.paid'); const charged = await emulator.api.post('/charges', { amount: 1 }); const delivery = (await emulator.webhooks.deliveries())[0]; const request = (await emulator.requests.list())[0];
${mistakes.map((each) => `void (${each});`).join('\n')}
`;

const withVitest = `
import { expect } from 'vitest';
import { emulatorTest } from 'payments-emulator/vitest';

const test = emulatorTest({ freeze: true });
test('gets a workspace', async ({ emulator, workspace }) => {
  const { objects } = await workspace.trigger('payout.paid');
  await expect(workspace).toHaveEmittedEvent('payout.paid', { id: objects[0]!.id });
  await expect(emulator).not.toHaveReceivedEvent('payout.paid');
  // @ts-expect-error a wait has no such condition
  await expect(emulator).toHaveEmittedEvent('payout.paid', { ids: 1 });
});
`;

const folder = temporaryFolder();
beforeAll(async () => {
  await ensureBuilt();
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(projectFolder, join(folder.path, 'node_modules/payments-emulator'));
  symlinkSync(join(projectFolder, 'node_modules/vitest'), join(folder.path, 'node_modules/vitest'));
  writeFileSync(join(folder.path, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder.path, 'consumer.ts'), consumer);
  writeFileSync(join(folder.path, 'with-vitest.ts'), withVitest);
  writeFileSync(join(folder.path, 'names-used.ts'), namesUsed);
  writeFileSync(join(folder.path, 'mistaken.ts'), mistaken);
});
afterAll(() => folder.remove());

async function complaintsOf(file: string, compilerOptions: Record<string, unknown>): Promise<string> {
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true };
  const project = { compilerOptions: { target: 'es2022', ...strict, ...compilerOptions }, files: [file] };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(project));
  const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc');
  const { stdout } = await execa(process.execPath, [compiler, '-p', folder.path], { reject: false });
  return stdout;
}

describe('the published types', () => {
  it.each([
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ])(
    'serve a strict project that resolves modules as %s does',
    { timeout: 60_000 },
    async (moduleResolution, module) => {
      // Without any types around, and with the declarations themselves checked.
      const options = { moduleResolution, module, lib: ['es2022'], types: [], skipLibCheck: false };
      expect(await complaintsOf('consumer.ts', options)).toBe('');
    },
  );

  it('know every name that the declarations have, and what goes with it', { timeout: 60_000 }, async () => {
    const options = {
      moduleResolution: 'nodenext',
      module: 'nodenext',
      lib: ['es2022'],
      types: [],
      skipLibCheck: true,
    };
    expect(await complaintsOf('names-used.ts', options)).toBe('');
  });

  it('let no mistake of a name pass', { timeout: 60_000 }, async () => {
    const options = { moduleResolution: 'bundler', module: 'esnext', skipLibCheck: true, types: [] };
    const said = await complaintsOf('mistaken.ts', { ...options, noUncheckedIndexedAccess: false });
    const lines = [...said.matchAll(/mistaken\.ts\((\d+),/g)].map(([, line]) => Number(line) - 2);
    const missed = mistakes.filter((_, at) => !lines.includes(at));
    expect({ missed, elsewhere: lines.filter((line) => line < 0) }).toEqual({ missed: [], elsewhere: [] });
  });

  it('serve tests with vitest', { timeout: 60_000 }, async () => {
    const options = { moduleResolution: 'bundler', module: 'esnext', skipLibCheck: true, types: [] };
    expect(await complaintsOf('with-vitest.ts', options)).toBe('');
  });

  it('need no other file, and no library', () => {
    const text = readFileSync(join(projectFolder, 'dist/index.d.cts'), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
    expect(text).not.toMatch(/\bimport\b|\bfrom '/);
    expect(text).not.toMatch(/\bany\b/);
  });

  it('declare no value that the program does not have', async () => {
    const text = readFileSync(join(projectFolder, 'dist/index.d.cts'), 'utf8');
    const declared = [...text.matchAll(/^export declare (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
    const program = (await import(join(projectFolder, 'dist/index.js'))) as object;
    expect(declared.sort()).toEqual(Object.keys(program).sort());
  });
});
