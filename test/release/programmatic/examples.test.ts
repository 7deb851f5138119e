import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emulator, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { environmentIn, installInto } from '../../support/project.ts';

const folder = temporaryFolder();
/** The examples, whose shops ship each order that is paid. */
const broken = join(folder.path, 'broken');
beforeAll(async () => {
  await ensureBuilt();
  installInto(folder.path);
  for (const name of ['app', 'vitest', 'node', 'jest', 'pytest']) {
    for (const path of [folder.path, broken]) {
      cpSync(join(projectFolder, `examples/testing-${name}`), join(path, `testing-${name}`), { recursive: true });
    }
  }
  for (const name of ['testing-app/shop.js', 'testing-pytest/shop.py']) {
    const file = join(broken, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/status(: '|=")paid/, 'status$1shipped'));
  }
});
afterAll(() => folder.remove());

/** Of a test runner, for a busy machine: the five seconds that it gives a test are its own affair. */
const patient = ['--', '--testTimeout=60000'];

/** What a run of an example's own tests printed, and how it ended. */
const testsOf = (example: string, args: string[] = []) => run('npm', ['test', ...args], example, folder.path);

async function run(program: string, words: string[], example: string, path: string) {
  const { exitCode, all } = await execa(program, words, {
    cwd: join(path, `testing-${example}`),
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

/** What the record of a failed example tells, whose place its output names. */
async function failureIn(example: string, file: string, [program, ...words]: string[]) {
  const { exitCode, printed } = await run(program!, words, example, broken);
  expect({ exitCode, printed }).toMatchObject({ exitCode: 1, printed: expect.stringMatching(/shipped/) });
  const path = join(broken, `testing-${example}`, file);
  const { summary } = JSON.parse((await emulator(['--json', 'record', 'show', path])).stdout);
  return { printed, first: summary.failures[0] as { kind: string; text: string; place: string } };
}

describe('a failed example of tests with', { timeout: 180_000 }, () => {
  const paid = 'an order is paid when the webhook says so';

  it('vitest leaves its record, and says so under the error', async () => {
    const file = 'records/shop.test.js.html';
    const { printed, first } = await failureIn('vitest', file, ['npm', 'test', ...patient]);
    expect(first).toMatchObject({ kind: 'test', place: expect.stringMatching(/paid|twice/) });
    expect(printed).toContain(`emulator start --ephemeral --from ${file} --at '${paid}'`);
  });

  it('node:test leaves its record', async () => {
    const { first } = await failureIn('node', 'run.html', ['npm', 'test']);
    expect(first).toMatchObject({ kind: 'test', place: paid });
  });

  it.for([
    ['beside emulator exec', ['npm', 'test']],
    ['with an emulator of its own', ['python3', '-m', 'pytest']],
  ] as const)('pytest %s leaves its record, and says so under the error', async ([, command], { skip }) => {
    const { failed } = await execa('python3', ['-c', 'import pytest'], { reject: false });
    skip(failed, 'python3 with pytest is not there');
    const { printed, first } = await failureIn('pytest', 'run.html', [...command]);
    const test = 'test_shop.py::test_an_order_is_paid_when_the_webhook_says_so';
    expect(first).toMatchObject({ kind: 'test', place: test });
    expect(printed).toMatch(
      new RegExp(`Just before it .*\\nnpx payments-emulator start --ephemeral --from \\S*run\\.html --at ${test}`),
    );
  });
});
