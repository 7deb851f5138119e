import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { emulator, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';
import { environmentIn, installInto } from '../../support/project.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
  installInto(folder.path);
  mkdirSync(join(folder.path, 'test'));
});
afterEach(() => folder.remove());

const usual = 'node_modules/.cache/payments-emulator/test/shop.test.js.html';

/** A test file: `test` is that of an emulator, `refund` asks for one that is refused. */
const write = (tests: string, options = ''): void =>
  writeFileSync(
    join(folder.path, 'test/shop.test.js'),
    `import { emulatorTest } from 'payments-emulator/vitest';
    import { expect } from 'vitest';
    const test = emulatorTest(${options});
    const refund = (workspace) => workspace.api.call('POST', '/transactions/txn_none/refund', {});
    ${tests}`,
  );

const failing = `
  test('pays', async ({ workspace }) => void (await workspace.trigger('payment.completed')));
  test('refunds twice', async ({ workspace }) => {
    await refund(workspace);
    expect(1).toBe(2);
  });`;

async function run(program = ['vitest'], words: string[] = []): Promise<string> {
  const [name = '', ...args] = [...program, 'run', '--testTimeout=60000', '--hookTimeout=60000', ...words];
  const { all } = await execa(join(folder.path, 'node_modules/.bin', name), args, {
    cwd: folder.path,
    env: { ...environmentIn(folder.path), NO_COLOR: '1' },
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'ignore',
  });
  return String(all);
}

/** What `emulator record show` tells of a record. */
const summaryOf = async (file: string) =>
  JSON.parse((await emulator(['--json', 'record', 'show', file], { cwd: folder.path })).stdout).summary;

it('the error of a failed test names its record, which goes back to just before the test', async () => {
  write(failing);
  const printed = await run();
  expect(printed).toMatch(
    new RegExp(
      `AssertionError: expected 1 to be 2.*\\n\\nThe record of the emulator is in ${usual}\\nTo resume just before this test: npx payments-emulator start --ephemeral --from ${usual} --at 'refunds twice' --webhooks keep\\n`,
    ),
  );
  const { sections, failures } = await summaryOf(usual);
  expect(sections).toEqual([
    { text: 'pays', failed: false },
    { text: 'refunds twice', failed: true },
  ]);
  expect(failures[0]).toMatchObject({ kind: 'test', text: 'refunds twice', place: 'refunds twice' });
  const back = await startProcess(['--ephemeral', '--from', usual, '--at', 'refunds twice'], { cwd: folder.path });
  await back.stop();
});

it('none is left where all tests pass or are expected to fail', async () => {
  write(`
    test('pays', async ({ workspace }) => void (await workspace.trigger('payment.completed')));
    test.fails('refunds twice', async ({ workspace }) => expect((await refund(workspace)).status).toBe(200));
  `);
  expect(await run()).toMatch(/Tests {2}1 passed \| 1 expected fail/);
  expect(existsSync(join(folder.path, usual))).toBe(false);
});

it('each try of a test has a mark of its own', async () => {
  write(`
    let tries = 0;
    test('refunds twice', { retry: 2 }, async ({ workspace }) => {
      await refund(workspace);
      expect(++tries).toBe(3);
    });`);
  expect(await run()).toMatch(/Tests {2}1 passed/);
  expect((await summaryOf(usual)).sections).toEqual([
    { text: 'refunds twice', failed: true },
    { text: 'refunds twice (retry 1)', failed: true },
  ]);
});

it('tests that fail at once are in one whole record, of a name that somebody chose', async () => {
  const tests = [1, 2, 3, 4].map(
    (number) => `test.concurrent('${number}', async ({ workspace }) => {
    await refund(workspace);
    throw new Error('no ${number}');
  });`,
  );
  write(tests.join('\n'), `{ record: 'out/run.html' }`);
  const printed = await run();
  expect(printed.match(/The record of the emulator is in out\/run\.html/g)).toHaveLength(4);
  const { failures, sections } = await summaryOf('out/run.html');
  expect(sections).toHaveLength(4);
  const places = failures
    .filter(({ kind }: { kind: string }) => kind === 'test')
    .map(({ place }: { place: string }) => place);
  expect(places.toSorted()).toEqual(['1', '2', '3', '4']);
});

it('the test fails for its own reason where none is wanted, or none can be written', async () => {
  write(failing, '{ record: false }');
  expect(await run()).not.toContain('record');
  writeFileSync(join(folder.path, 'out'), '');
  write(failing, `{ record: 'out' }`);
  const printed = await run();
  expect(printed).toMatch(/AssertionError: expected 1 to be 2.*\n\nThe record of the emulator could not be written: /);
  expect(printed).toMatch(/Tests {2}1 failed \| 1 passed/);
});

it('beside emulator exec, the error names the record of the whole run', async () => {
  // This emulator is none of the workspaces of exec.
  write(failing.replaceAll('refunds twice', 'refunds elsewhere'), '{ strict: true }');
  writeFileSync(join(folder.path, 'vitest.config.mjs'), `export default { test: { setupFiles: './marks.js' } };`);
  writeFileSync(join(folder.path, 'marks.js'), `import { markTests } from 'payments-emulator/vitest'; markTests();`);
  writeFileSync(
    join(folder.path, 'test/marked.test.js'),
    `import { expect, test } from 'vitest';
    test('pays', () => {});
    test('refunds twice', () => expect(1).toBe(2));`,
  );
  const printed = await run(['emulator', 'exec', '--record', 'run.html', '--', 'vitest']);
  const file = join(folder.path, 'run.html');
  expect(printed).toContain(`\n\nThe record of the emulator is in ${file}\nTo resume just before this test: `);
  expect(printed).toContain(`--from ${usual} --at 'refunds elsewhere'`);
  expect(printed).toContain(`--from ${file} --at 'refunds twice'`);
  expect((await summaryOf(file)).sections).toContainEqual({ text: 'refunds twice', failed: true });
});
