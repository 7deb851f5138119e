import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';

const folder = temporaryFolder();
beforeAll(() => ensureBuilt());
afterAll(() => folder.remove());

const beginning = `import { connectEmulator, startEmulator } from '${projectFolder}/dist/index.js';
const emulator = await startEmulator({ onWarning() {} });
setTimeout(() => process.exit(9), 60_000).unref();
`;

/** What Node prints of an error that nobody catches, which comes from a statement of a test. */
async function uncaught(statement: string): Promise<string> {
  const file = join(folder.path, 'shop.mjs');
  writeFileSync(
    file,
    `${beginning}async function refundTwice() {\n  ${statement}\n}\nawait refundTwice().finally(() => emulator.stop());\n`,
  );
  const { stderr, exitCode } = await execa(process.execPath, [file], { reject: false });
  expect(exitCode).toBe(1);
  return stderr.replaceAll(file, 'shop.mjs');
}

const errors = [
  ['ClientError', `await emulator.trigger('payment.complet');`, 'Did you mean payment.completed?'],
  ['ClientError', `await emulator.events.list({ type: 'x.y' });`, "There is no event type 'x.y'."],
  ['ClientError', `await emulator.live.restore('none');`, "No such snapshot: 'none'."],
  ['ClientError', `await (await emulator.workspaces.create()).clock.advance('x');`, 'advance'],
  ['ClientError', `await connectEmulator(emulator.url, { workspace: 'ws_no' });`, "No such workspace: 'ws_no'."],
  ['EmulatorError', `await startEmulator({ fixtur: 'shop' });`, "Did you mean 'fixture'?"],
  ['EmulatorError', `await emulator.audit({ only: ['x/y'] });`, "There is no rule 'x/y'."],
  ['EmulatorError', `await emulator.stop(); await emulator.clock.get();`, 'This emulator was stopped'],
  [
    'WaitTimeoutError',
    `await emulator.events.waitFor('payout.paid', { timeout: 10 });`,
    'No payout.paid within 0.01 s.',
  ],
] as const;

it.each(errors)(
  'an uncaught %s of %s is told with its message and the line of the test',
  async (name, statement, message) => {
    const printed = await uncaught(statement);
    const [place, line, , , told] = printed.split('\n');
    expect([place, line]).toEqual(['file://shop.mjs:5', `  ${statement}`]);
    expect(told).toContain(`${name}: `);
    expect(printed).toContain(message);
    expect(printed).toMatch(/^ {4}at (async )?refundTwice \(file:\/\/shop\.mjs:5:\d+\)$/m);
    // Nothing of what is inside: neither its lines, nor the short names that it was given.
    expect(printed).not.toContain('dist/');
    expect(printed).not.toMatch(/\w+ \[\w+Error\]/);
    expect(printed.length).toBeLessThan(1_500);
  },
);

it('a call that is caught has the class and the fields of its error', async () => {
  const { ClientError, EmulatorError, startEmulator, WaitTimeoutError } = await import('../../src/index.ts');
  await using emulator = await startEmulator();
  const refused = await emulator.trigger('payment.complet' as never).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ClientError);
  expect(refused).toMatchObject({ name: 'ClientError', status: 404, body: { code: 'resource_missing' } });
  const late = await emulator.events.waitFor('payout.paid', { timeout: 1 }).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(WaitTimeoutError);
  expect(late).toBeInstanceOf(EmulatorError);
  expect(late).toMatchObject({ code: 'wait_timeout', seen: [] });
  const away = await startEmulator({ host: '203.0.113.1', allowRemote: true }).catch((error: unknown) => error);
  expect(away).toMatchObject({ code: 'address_unavailable', cause: expect.any(Error) });
});

it('a refusal is a ClientError to whoever has loaded the package the other way', async () => {
  const file = join(folder.path, 'both.mjs');
  writeFileSync(
    file,
    `${beginning}import { createRequire } from 'node:module';
const { ClientError } = createRequire(import.meta.url)('${projectFolder}/dist/index.cjs');
const refusal = await emulator.trigger('payment.complet').catch((error) => error);
console.log([refusal, new Error('other'), null].map((error) => error instanceof ClientError).join());
await emulator.stop();
`,
  );
  expect((await execa(process.execPath, [file])).stdout).toBe('true,false,false');
});
