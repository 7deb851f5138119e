import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { environmentIn, installInto } from '../support/project.ts';

const folder = temporaryFolder();
beforeAll(async () => {
  await ensureBuilt();
  installInto(folder.path);
  for (const name of ['app', 'vitest', 'node', 'jest', 'pytest']) {
    cpSync(join(projectFolder, `examples/testing-${name}`), join(folder.path, `testing-${name}`), { recursive: true });
  }
});
afterAll(() => folder.remove());

/** Of a test runner, for a busy machine: the five seconds that it gives a test are its own affair. */
const patient = ['--', '--testTimeout=60000'];

/** What a run of an example's own tests printed, and how it ended. */
async function testsOf(example: string, args: string[] = []): Promise<{ exitCode?: number; printed: string }> {
  const { exitCode, all } = await execa('npm', ['test', ...args], {
    cwd: join(folder.path, `testing-${example}`),
    env: environmentIn(folder.path),
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'ignore',
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  return { exitCode, printed: String(all).replace(/\u001b\[[\d;]*m/g, '') };
}

describe('the example of tests with', { timeout: 180_000 }, () => {
  it('vitest passes', async () => {
    const { exitCode, printed } = await testsOf('vitest', patient);
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/Tests\s+4 passed/) });
  });

  it('node:test passes', async () => {
    const { exitCode, printed } = await testsOf('node');
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/pass 3\n/) });
  });

  it.skipIf(!existsSync(join(projectFolder, 'node_modules/jest')))('jest passes', async () => {
    const { exitCode, printed } = await testsOf('jest', patient);
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/Tests:\s+3 passed/) });
  });

  it('pytest passes', async ({ skip }) => {
    const { failed } = await execa('python3', ['-c', 'import pytest'], { reject: false });
    skip(failed, 'python3 with pytest is not there');
    const { exitCode, printed } = await testsOf('pytest');
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/ 5 passed/) });
  });
});
