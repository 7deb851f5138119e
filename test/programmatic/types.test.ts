import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';

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
  const { body } = await emulator.api.get<{ data: { id: string }[] }>('/transactions');
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
  return summary.jobs + body.data.length + (status ?? 0) + (keys ?? '').length;
}

// @ts-expect-error there is no such option
void startEmulator({ prot: 1 });
// @ts-expect-error an address is needed
void connectEmulator();
// @ts-expect-error nor such a way to settle
void startEmulator({ settle: 'never' });
export async function wrong(emulator: Emulator) {
  const event = await emulator.events.waitFor('payout.paid');
  // @ts-expect-error an event has no such field
  event.kind;
  // @ts-expect-error what it says is not known to be a number
  const amount: number = event.data.amount;
  return amount;
}
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

  it('serve tests with vitest', { timeout: 60_000 }, async () => {
    const options = { moduleResolution: 'bundler', module: 'esnext', skipLibCheck: true, types: [] };
    expect(await complaintsOf('with-vitest.ts', options)).toBe('');
  });

  it('need no other file, and no library', () => {
    const text = readFileSync(join(projectFolder, 'dist/index.d.ts'), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
    expect(text).not.toMatch(/\bimport\b|\bfrom '/);
    expect(text).not.toMatch(/\bany\b/);
  });

  it('declare no value that the program does not have', async () => {
    const text = readFileSync(join(projectFolder, 'dist/index.d.ts'), 'utf8');
    const declared = [...text.matchAll(/^export declare (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
    const program = (await import(join(projectFolder, 'dist/index.js'))) as object;
    expect(declared.sort()).toEqual(Object.keys(program).sort());
  });
});
