import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Running, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const folder = temporaryFolder();
const spy = join(folder.path, 'spy.cjs');
beforeAll(async () => {
  await ensureBuilt();
  // Loaded before the program: writes down who sets a flag of V8, and who makes it collect garbage.
  writeFileSync(
    spy,
    `const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const v8 = require('node:v8');
const { Session } = require('node:inspector/promises');
const { post } = Session.prototype;
const note = (what) => appendFileSync(process.env.SPIED, what + '\\n');
v8.setFlagsFromString = (flag) => note('flag ' + flag);
Session.prototype.post = function (method, ...rest) { note(method); return post.call(this, method, ...rest); };
syncBuiltinESMExports();
`,
  );
});
afterAll(() => folder.remove());

/** So little is moved into db.json, packed, kept in a cache, and garbage enough. */
const env = (name: string) => ({
  EMULATOR_COMPACT_AT: '1000',
  EMULATOR_PACK_AT: '5',
  EMULATOR_CACHE_AT: '5',
  NODE_OPTIONS: `--require ${spy}`,
  SPIED: join(folder.path, name),
});

const spied = (name: string): string[] => {
  const path = join(folder.path, name);
  return existsSync(path) ? [...new Set(readFileSync(path, 'utf8').trim().split('\n'))] : [];
};

it('is collected by an emulator with a process of its own', async () => {
  const emulator: Running = await startProcess(['--data-dir', join(folder.path, 'own')], { env: env('own.txt') });
  await emulator.run('trigger', 'payment.completed', '--count', '100');
  await expect.poll(() => spied('own.txt')).toEqual(['HeapProfiler.collectGarbage']);
  await emulator.stop();
});

it("is left alone in somebody else's process, in which much is packed", async () => {
  const runner = join(folder.path, 'runner.mjs');
  writeFileSync(
    runner,
    `import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmulator } from '${projectFolder}/dist/index.js';
const emulator = await startEmulator({ dataDir: process.argv[2] });
for (let count = 0; count < 100; count++) await emulator.trigger('payment.completed');
// It is written when everything is packed.
while (!existsSync(process.argv[2] + '/db.cache')) await sleep(20);
await emulator.stop();
process.stdout.write(String(typeof gc));
`,
  );
  const ran = await execa(process.execPath, [runner, join(folder.path, 'theirs')], { env: env('theirs.txt') });
  expect(ran.stdout).toBe('undefined');
  expect(spied('theirs.txt')).toEqual([]);
}, 120_000);
