import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';

beforeAll(ensureBuilt);
const smoke = (...args: string[]) =>
  execa('node', ['scripts/smoke.js', ...args], { cwd: projectFolder, stdin: 'ignore', reject: false, all: true });

describe('the smoke program', () => {
  it('finds that the package works, and leaves nothing behind', async () => {
    const { exitCode, all } = await smoke();
    expect({ exitCode, all }).toMatchObject({ exitCode: 0, all: expect.stringMatching(/stopped: everything works$/) });
    const [, folder] = /^in (.*), with Node/m.exec(all)!;
    expect(folder).toMatch(/ .*ü/);
    expect(existsSync(folder!)).toBe(false);
  });

  it('says which step failed', async () => {
    const { exitCode, stderr } = await smoke(join(projectFolder, 'none.tgz'));
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^smoke: .* install .*none\.tgz' ended with/),
    });
  });
});
