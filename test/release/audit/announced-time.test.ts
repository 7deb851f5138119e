import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';

const folder = temporaryFolder();
beforeAll(ensureBuilt);
afterAll(() => folder.remove());

/** Two writes, and a pause that is much longer than what a machine needs for them. */
const scenario = `const { EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key } = process.env;
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  for (const name of ['ada', 'bob']) {
    let answer;
    do answer = await fetch(api + '/customers', { method: 'POST', headers: { ...headers, 'idempotency-key': name },
      body: JSON.stringify({ email: name + '@example.com' }) }).catch(() => ({ ok: false }));
    while (!answer.ok);
  }
  await new Promise((resolve) => setTimeout(resolve, 3_000));`;

it('announces a time that its runs take, within a factor of 1.5', async () => {
  writeFileSync(join(folder.path, 'scenario.mjs'), scenario);
  const words = ['audit', '--only', 'answer-lost,answer-grown,rate-limited', '--', 'node', 'scenario.mjs'];
  const { stderr, exitCode } = await command(words, { cwd: folder.path });
  expect(exitCode, stderr).toBe(0);
  const announced = Number(/takes about (\d+) s/.exec(stderr)?.[1]);
  const lines = stderr.slice(stderr.indexOf('takes about')).matchAll(/\((\d+\.\d) s, /g);
  const runs = [...lines].map(([, seconds]) => Number(seconds));
  expect(runs.length).toBeGreaterThanOrEqual(3);
  const real = runs.reduce((sum, each) => sum + each, 0);
  expect(announced / real, stderr).toBeLessThan(1.5);
  expect(real / announced, stderr).toBeLessThan(1.5);
});
