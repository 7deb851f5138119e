import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestSandbox } from '../control/sandbox.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';

beforeAll(ensureBuilt, 120_000);

it('events tail goes on after a restart of the emulator, and says once that it waits', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tail-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await startTestSandbox({ dataDir });
  const printed = { stdout: '', stderr: '' };
  const tail = execa(process.execPath, [join(projectFolder, 'bin/emulator.js'), 'events', 'tail', '--json'], {
    env: { EMULATOR_URL: first.url },
    reject: false,
  });
  for (const stream of ['stdout', 'stderr'] as const) {
    tail[stream].on('data', (text) => {
      printed[stream] += text;
    });
  }
  const triggered = async ({ client }: typeof first) =>
    (await client.call('triggers.run', { name: 'payout.created' })).events.at(-1)!.id;
  // What is triggered before it listens is not printed.
  await expect
    .poll(async () => {
      await triggered(first);
      return printed.stdout;
    })
    .not.toBe('');
  await first.stop();
  await expect.poll(() => printed.stderr).toMatch(/The emulator at \S+ stopped\. Waiting up to two minutes/);

  const second = await startTestSandbox({ dataDir, port: Number(new URL(first.url).port) });
  onTestFinished(() => second.stop());
  const id = await triggered(second);
  await expect.poll(() => printed.stdout).toContain(id);
  expect(printed.stderr.match(/Waiting/g)).toHaveLength(1);
  tail.kill('SIGINT');
  expect((await tail).exitCode).toBe(130);
});
