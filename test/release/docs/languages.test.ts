import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isInstalled } from '../../support/follow-documents.ts';
import { unescaped } from '../../support/pages.ts';
import { createTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

/** How an example in a language is run: its title, the program, the arguments before the file, the file. */
const languages: readonly (readonly [title: string, program: string, args: readonly string[], file: string])[] = [
  ['Node', 'node', [], 'call.mjs'],
  ['Python', 'python3', [], 'call.py'],
  ['PHP', 'php', [], 'call.php'],
  ['Ruby', 'ruby', [], 'call.rb'],
  ['Go', 'go', ['run'], 'call.go'],
];

/** Whether an example can run here: that in PHP needs its curl, which is a package of its own. */
const canRun = (program: string): boolean => {
  if (program !== 'php' || !isInstalled(program)) return isInstalled(program);
  return execaSync('php', ['-r', "exit(function_exists('curl_init') ? 0 : 1);"], { reject: false }).exitCode === 0;
};

/** The parts of a page that are in a language, one after another. */
const partsOf = (page: string, title: string): string =>
  [...page.matchAll(/<section class="tab" data-title="(\w+)">([\s\S]*?)<\/section>/g)]
    .filter(([, each]) => each === title)
    .map(([, , part]) => part)
    .join('');

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
});
afterAll(() => sandbox.stop());

const open = async (path: string) => ({ text: await (await fetch(`${sandbox.url}${path}`)).text() });
const blocksOf = (page: string): string[] =>
  [...page.matchAll(/<pre[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)].map(([, text]) => unescaped(text!));

describe('the documents that the emulator serves', () => {
  it('begin with calls that work as they stand', async () => {
    const { text } = await open('/docs');
    const [customer, charge] = blocksOf(text).filter((block) => block.startsWith('curl '));
    const made = JSON.parse((await execa('bash', ['-c', customer!])).stdout);
    const charged = JSON.parse((await execa('bash', ['-c', charge!.replace('cus_…', made.data.id)])).stdout);
    expect(charged.data).toMatchObject({ object: 'transaction', amount: 4200, status: 'pending_settlement' });
  });

  describe.each(languages)('show a call in %s', (name, program, args, file) => {
    it.skipIf(!canRun(program))(
      'that works as it stands',
      async () => {
        for (const path of ['/docs', '/docs/api']) {
          const { text } = await open(path);
          const example = blocksOf(partsOf(text, name)).find((block) => block.includes('/api/v1/customers'))!;
          const folder = mkdtempSync(join(tmpdir(), 'emulator-example-'));
          onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
          writeFileSync(join(folder, file), example);
          const { stdout } = await execa(program, [...args, file], { cwd: folder });
          expect(stdout).toMatch(/\bobject\W+customer\b/);
        }
      },
      60_000,
    );
  });
});
