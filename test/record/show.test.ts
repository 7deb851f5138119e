import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command, emulator, startEmulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';

const folder = temporaryFolder();
beforeAll(ensureBuilt, 120_000);
afterAll(() => folder.remove());

/** Every call goes well, and then the program fails on its own. */
const program = `
const headers = { 'content-type': 'application/json' };
const send = (path, body) =>
  fetch(process.env.EMULATOR_URL + '/_emulator' + path, { method: 'POST', headers, body: JSON.stringify(body) });
await send('/markers', { text: 'keeps the order' });
await send('/triggers/payment.completed', {});
console.log('one order');
throw new TypeError('plan is not known');
`;

it('a start from a record says that it does not load a fixture too', async () => {
  await emulator(['exec', '--record', 'calm.html', '--', 'node', '-e', ''], { cwd: folder.path });
  const running = await startEmulator(['--ephemeral', '--from', 'calm.html', '--fixture', 'shop'], {
    cwd: folder.path,
  });
  await expect
    .poll(() => running.errors)
    .toContain(
      '--fixture was not loaded: the emulator starts from the record in --from. Use only one of the two options.',
    );
  await running.stop();
});

it('a record of a command that failed though every call went well tells what it printed last, and how to go back', async () => {
  writeFileSync(join(folder.path, 'run.mjs'), program);
  const cwd = { cwd: folder.path };
  const ran = await emulator(['exec', '--seed', '7', '--record', 'run.html', '--', 'node', 'run.mjs'], cwd);
  const way = "npx payments-emulator start --ephemeral --from run.html --at 'keeps the order'";
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain('First failure: TypeError: plan is not known\n');
  expect(ran.stderr).toContain(`to resume just before the failure: ${way} --webhooks keep`);

  const { stdout } = await command(['record', 'show', 'run.html'], cwd);
  expect(stdout).toContain('seed 7; another run with --seed 7 has the same ids\n');
  expect(stdout).toMatch(/\nLast output of the command:\n(?: {2}.*\n)*? {2}TypeError: plan is not known\n/);
  expect(stdout).toMatch(/\nWhat went wrong:\n {2}command {3}TypeError: plan is not known\n/);
  expect(stdout).toMatch(new RegExp(`To resume just before the first failure: ${way}$`));
});
