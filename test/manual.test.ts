import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growthPicture, speedTables } from '../bench/page.js';
import beside from '../bench/peer.json' with { type: 'json' };
import results from '../bench/results.json' with { type: 'json' };
import { tablesIn, withTables } from '../scripts/manual-tables.js';
import { buildProgram } from '../src/cli/program.ts';
import { projectFolder } from './support/build.ts';
import { readBlocks } from './support/docs.ts';
import { auditTables } from './support/manual/audit.ts';
import { fixtureTables } from './support/manual/fixtures.ts';
import { operationTables } from './support/manual/operations.ts';
import { outcomeTables } from './support/manual/outcomes.ts';
import { repeatTables, tryRepeats } from './support/manual/repeated-writes.ts';
import { ruleTables } from './support/manual/rule-fields.ts';
import { settingTables } from './support/manual/settings.ts';
import { triggerTables, tryTriggers } from './support/manual/triggers.ts';
import { anchor } from './support/markdown.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';
import { expectFile, readPage } from './support/written-pages.ts';

const docs = readdirSync(join(projectFolder, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const internals = readdirSync(join(projectFolder, 'docs/internals')).map((name) => `docs/internals/${name}`);
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...docs, ...internals];
const examples = readdirSync(join(projectFolder, 'examples'))
  .map((name) => `examples/${name}/README.md`)
  .filter((page) => existsSync(join(projectFolder, page)));
const program = await buildProgram();
const withTable = docs.filter((page) => tablesIn(readPage(page)).length > 0);

let sandbox: TestSandbox;
let tables: Record<string, readonly string[]>;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  tables = {
    ...repeatTables(await tryRepeats(sandbox)),
    ...triggerTables(await tryTriggers(sandbox)),
    ...outcomeTables(),
    ...operationTables(),
    ...fixtureTables(),
    ...settingTables(program),
    ...auditTables(),
    ...ruleTables(),
    ...speedTables(results, beside),
  };
});
afterAll(() => sandbox?.stop());

describe('the manual', () => {
  it.each(withTable)('shows in the tables of %s what the code says', async (page) => {
    await expectFile(page, withTables(readPage(page), tables));
  });

  it('draws how the emulator grows as it was measured', async () => {
    await expectFile('docs/growth.svg', growthPicture(results));
  });

  it('shows every table that is made, on one page', () => {
    expect(withTable.flatMap((page) => tablesIn(readPage(page))).sort()).toEqual(Object.keys(tables).sort());
  });

  it('is found whole from its index', () => {
    const index = readPage('docs/README.md');
    const unlisted = docs.filter((page) => page !== 'docs/README.md' && !index.includes(`](${page.slice(5)})`));
    expect(unlisted).toEqual([]);
  });

  it('leaves no command without a mark that says what the runner does with it', () => {
    const unmarked = ['README.md', ...docs].flatMap((page) =>
      readBlocks(join(projectFolder, page))
        .filter(({ language, mark }) => ['sh', 'js', 'ts', 'yaml'].includes(language) && mark === null)
        .map(({ line }) => `${page}:${line}`),
    );
    expect(unmarked).toEqual([]);
  });

  it('has no remark in a command that may be pasted: at its prompt zsh takes one for arguments', () => {
    const remarks = ['README.md', ...docs, ...examples].flatMap((page) =>
      readBlocks(join(projectFolder, page))
        .filter(({ language }) => language === 'sh')
        .flatMap(({ text }) => text.split('\n').filter((line) => /(^|\s)#\s/.test(line)))
        .map((line) => `${page}: ${line}`),
    );
    expect(remarks).toEqual([]);
  });

  it.each(pages)('names in %s no command or option that there is not', (page) => {
    expect(commandsIn(readPage(page)).filter((words) => !isCommand(words))).toEqual([]);
  });

  it.each(pages)('has no link in %s that leads nowhere', (page) => {
    expect(linksIn(readPage(page)).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});

/** What is said in passing (`emulator events tail`); what stands in blocks is run. */
const commandsIn = (text: string): string[] =>
  [...proseOf(text).matchAll(/`(?:npx payments-)?emulator ([^`]+)`/g)].map(([, words]) => words!);

function isCommand(words: string): boolean {
  const [own] = words.split(/ -- | > |\s+\|\s+/) as [string];
  let command: Command = program;
  for (const word of own.split(' ')) {
    const next = command.commands.find((each) => each.name() === word);
    if (next !== undefined) command = next;
    else if (command.commands.length > 0 && /^[a-z]/.test(word)) return false;
    else break;
  }
  const known = [...program.options, ...command.options].map(({ long }) => long);
  return (own.match(/(?<= |^)--[a-z-]+/g) ?? []).every((option) => option === '--help' || known.includes(option));
}

const proseOf = (text: string): string => text.replace(/^\s*```[\s\S]*?^\s*```/gm, '');

/** What is linked to or shown, but for addresses of the web and of a running emulator. */
function linksIn(text: string): string[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path, title] = link.split('#') as [string, string | undefined];
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(projectFolder, target))) return false;
  if (title === undefined) return true;
  const headings = [...readPage(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));
  return headings.includes(title);
}
