import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmulator as startInProcess } from '../../src/index.ts';
import { ensureBuilt } from '../support/build.ts';
import { startEmulator, temporaryFolder } from './emulator.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify({ fixture: 'shop.fixture.yaml' }));
  writeFileSync(join(folder.path, 'tea.png'), picture);
});
afterEach(() => folder.remove());

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const workspace = (id: string, price: number): string =>
  `  - id: ${id}\n    settings: { gateway: debit_payouts }\n    objects:\n      test:\n        products:\n          tea: { name: Tea, price: ${price}, image_url: tea.png }\n`;
const write = (...workspaces: string[]): void =>
  writeFileSync(join(folder.path, 'shop.fixture.yaml'), `workspaces:\n${workspaces.join('')}`);

/** What a start says on stderr about the fixture, and what it prints. */
async function started(...args: string[]): Promise<{ said: string[]; lines: string[] }> {
  const running = await startEmulator(args, { cwd: folder.path });
  await running.stop();
  return { said: running.errors.filter((line) => line.includes('has changed')), lines: running.lines };
}

const remark =
  'shop.fixture.yaml has changed since this state was created. Run npx payments-emulator reset to load it.';

test('a fixture that was edited is reported at the next start until it is loaded, with --json too', async () => {
  write(workspace('ws_demo', 1200));
  expect((await started()).said).toEqual([]);
  expect((await started()).said).toEqual([]);
  write(workspace('ws_demo', 1300));
  const { said } = await started();
  expect(said).toEqual([remark]);
  const json = await started('--json');
  expect(json.said).toEqual([remark]);
  expect(json.lines.join('\n')).not.toContain('has changed');
  const running = await startEmulator([], { cwd: folder.path });
  expect((await running.run('reset')).exitCode).toBe(0);
  await running.stop();
  expect((await started()).said).toEqual([]);
});

test('so is a picture of it, and a file that only was written again is not', async () => {
  write(workspace('ws_demo', 1200));
  expect((await started()).said).toEqual([]);
  write(workspace('ws_demo', 1200));
  writeFileSync(join(folder.path, 'tea.png'), picture);
  expect((await started()).said).toEqual([]);
  writeFileSync(join(folder.path, 'tea.png'), Buffer.concat([picture, Buffer.from([0])]));
  expect((await started()).said).toEqual([remark]);
});

test('the remark names the command that loads it for other workspaces, and comes to a program too', async () => {
  write(workspace('ws_demo', 1200), workspace('ws_b', 1200));
  await started();
  write(workspace('ws_demo', 1300), workspace('ws_b', 1300));
  expect((await started()).said).toEqual([
    remark.replace('payments-emulator reset', 'payments-emulator fixture load shop.fixture.yaml'),
  ]);
  const warnings: string[] = [];
  const emulator = await startInProcess({
    dataDir: join(folder.path, '.emulator'),
    fixture: join(folder.path, 'shop.fixture.yaml'),
    onWarning: (message) => warnings.push(message),
  });
  await emulator.stop();
  expect(warnings).toEqual([expect.stringContaining(`shop.fixture.yaml has changed since this state was created.`)]);
});

test('a state of an earlier version, which has no hash, says nothing', async () => {
  write(workspace('ws_demo', 1200));
  await started();
  const file = join(folder.path, '.emulator/db.json');
  const text = readFileSync(file, 'utf8');
  const without = text.replace(/,\s*"fixture_files":\s*\[[^\]]*\]/, '');
  expect(without.length).toBeLessThan(text.length);
  writeFileSync(file, without);
  write(workspace('ws_demo', 1300));
  expect((await started()).said).toEqual([]);
});

test('a bundled fixture is not a file, and says nothing', async () => {
  writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify({ fixture: 'shop' }));
  await started();
  expect((await started()).said).toEqual([]);
});
