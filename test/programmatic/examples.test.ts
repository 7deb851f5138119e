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
  for (const name of ['app', 'vitest', 'node', 'jest']) {
    cpSync(join(projectFolder, `examples/testing-${name}`), join(folder.path, `testing-${name}`), { recursive: true });
  }
});
afterAll(() => folder.remove());

/** What a run of an example's own tests printed, and how it ended. */
async function testsOf(example: string): Promise<{ exitCode: number | undefined; printed: string }> {
  const { exitCode, all } = await execa('npm', ['test'], {
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

describe('the example of tests with', { timeout: 60_000 }, () => {
  it('vitest passes', async () => {
    const { exitCode, printed } = await testsOf('vitest');
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/Tests\s+4 passed/) });
  });

  it('node:test passes', async () => {
    const { exitCode, printed } = await testsOf('node');
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/pass 3\n/) });
  });

  it.skipIf(!existsSync(join(projectFolder, 'node_modules/jest')))('jest passes', async () => {
    const { exitCode, printed } = await testsOf('jest');
    expect({ exitCode, printed }).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/Tests:\s+2 passed/) });
  });
});
