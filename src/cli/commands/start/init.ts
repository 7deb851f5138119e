import { isUtf8 } from 'node:buffer';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { withJsonValue } from '../../../core/base/json-text.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { quoted } from '../../../core/base/terminal-text.ts';
import { type OutputKind, writeOutput } from '../../../core/system/output-file.ts';
import { readRegularFile, readTextFile } from '../../../core/system/regular-file.ts';
import { startOptions, whyRefused } from '../../../emulator/start-options.ts';
import { agree } from '../../agree.ts';
import { wrongUsage } from '../../failure.ts';
import { clean } from '../../output.ts';
import type { Session } from '../../session.ts';

export interface InitOptions {
  readonly yes?: boolean;
  /** Where the application receives webhooks. */
  readonly forwardTo?: string;
}

interface Change {
  readonly file: string;
  readonly text: string;
  /** The printed part: the complete text of a new file, or the added lines. */
  readonly shown: string;
  /** Whether the change edits an existing file, instead of creating a new one. */
  readonly isEdit?: boolean;
}

const config = 'emulator.config.json';
const fixture = 'emulator.fixture.yaml';
const workflow = '.github/workflows/payments.yml';
const testCommand = 'npx payments-emulator exec --seed 1 --record payments.html --record-when failure -- npm test';

/** The script for `package.json`, with its name. */
const script = { name: 'emulator', command: 'emulator start' };

/**
 * Sets up a project: a configuration file, a fixture, a script in `package.json`, a line in `.gitignore`, and a
 * workflow if the project has a `.github` folder and a `package-lock.json`. Shows what it will write, asks for
 * confirmation, and overwrites nothing.
 * @throws CommandFailure without a terminal to ask in, after a no, or if a file cannot be read or written
 */
export async function init({ out }: Session, { yes = false, forwardTo }: InitOptions): Promise<void> {
  const refused = forwardTo === undefined ? null : whyRefused(startOptions.forwardTo, forwardTo);
  if (refused !== null) throw wrongUsage(`--forward-to ${refused}`);
  const manifest = readManifest();
  const files = [
    { file: config, text: configText(forwardTo) },
    { file: fixture, text: fixtureText },
    ...(existsSync('.github') && existsSync('package-lock.json') ? [{ file: workflow, text: workflowText }] : []),
  ];
  const there = files.filter(({ file }) => existsSync(file)).map(({ file }) => file);
  const changes: Change[] = files
    .filter(({ file }) => !there.includes(file))
    .map(({ file, text }) => ({ file, text, shown: text }));
  for (const edit of [manifest === null ? null : withScript(manifest), withIgnoredState()])
    if (edit !== null) changes.push(edit);
  for (const file of there) out.note(`${file} already exists and was not changed.`);
  if (forwardTo !== undefined && there.includes(config))
    out.note(`Add "forwardTo": ${JSON.stringify(forwardTo)} to emulator.config.json.`);
  if (changes.length > 0) {
    out.note(changes.map(({ file, shown }) => `${file}\n${shown.trimEnd().replace(/^(?=.)/gm, '  ')}`).join('\n\n'));
    if (!yes) await agree('No files were written.');
    for (const change of changes) await write(change);
  }
  out.document({ written: changes.map(({ file }) => file), kept: there }, () =>
    [...changes.map(({ file }) => `wrote ${file}`), ...nextSteps(manifest, files.length === 2)].join('\n'),
  );
}

async function write({ file, text, isEdit = false }: Change): Promise<void> {
  // A new file is written without force, because another process may have created it while the question was open.
  const kind: OutputKind = { noun: 'file', example: file, isOwn: () => false };
  try {
    const path = isEdit ? realpathSync(file) : file;
    if (isEdit) accessSync(path, constants.W_OK);
    const mode = isEdit ? statSync(path).mode & 0o777 : 0o644;
    await mkdir(dirname(path), { recursive: true });
    await writeOutput(path, text, kind, { force: isEdit, mode });
  } catch (error) {
    throw wrongUsage(`${file} cannot be written: ${(error as Error).message}`);
  }
}

interface Manifest {
  readonly text: string;
  readonly value: Record<string, unknown>;
}

/** The project's `package.json`; null if there is none. @throws CommandFailure if it is not a JSON object */
function readManifest(): Manifest | null {
  if (!existsSync('package.json')) return null;
  try {
    const text = readTextFile('package.json');
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { text, value };
  } catch (error) {
    throw wrongUsage(`package.json cannot be read: ${clean((error as Error).message)}`);
  }
  throw wrongUsage('package.json must contain a JSON object.');
}

/** Adds the script, and leaves the rest of the text unchanged; null if there is already a script with that name. */
function withScript({ text, value }: Manifest): Change | null {
  const { scripts = {} } = value;
  if (!isObject(scripts)) throw wrongUsage('scripts in package.json must be a JSON object.');
  if (scripts[script.name] !== undefined) return null;
  const shown = `"scripts": { … "${script.name}": "${script.command}" }`;
  const changed = withJsonValue(text, ['scripts', script.name], script.command);
  return { file: 'package.json', text: changed, shown, isEdit: true };
}

/** Matches lines of `.gitignore` that exclude the state. */
const ignoresState = /^(\*\*)?\/?\.emulator\/?[ \t]*\r?$/m;

/**
 * Adds the state folder to `.gitignore`; null if it is already there. @throws CommandFailure if it is not UTF-8 text
 */
function withIgnoredState(): Change | null {
  const [file, line] = ['.gitignore', '.emulator/'];
  if (!existsSync(file)) return { file, text: `${line}\n`, shown: line };
  const text = readText(file);
  if (ignoresState.test(text)) return null;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? text : `${text}${end}`;
  return { file, text: `${before}${line}${end}`, shown: `… ${line}`, isEdit: true };
}

function readText(file: string): string {
  try {
    const bytes = readRegularFile(file);
    if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${clean((error as Error).message)}`);
  }
  throw wrongUsage(`${file} is not UTF-8 text; save it as UTF-8.`);
}

function nextSteps(manifest: Manifest | null, isWithoutWorkflow: boolean): string[] {
  const libraries = [manifest?.value.dependencies, manifest?.value.devDependencies];
  const isInstalled = libraries.some((each) => isObject(each) && each['payments-emulator'] !== undefined);
  return [
    ...(isInstalled ? [] : [`next: npm install --save-dev ${quoted(packageToInstall())}`]),
    manifest === null ? 'start: npx payments-emulator start' : `start: npm run ${script.name}`,
    ...(isWithoutWorkflow ? [`in CI: ${testCommand}`] : []),
  ];
}

/** The package name in the registry; for a program that runs from a clone, its path, which npm can also install. */
function packageToInstall(): string {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) root = dirname(root);
  const isClone = existsSync(join(root, 'src/cli'));
  return isClone ? relative(realpathSync('.'), root).replaceAll('\\', '/') : 'payments-emulator';
}

const configText = (forwardTo: string | undefined): string =>
  `${JSON.stringify(
    {
      $schema: './node_modules/payments-emulator/emulator.config.schema.json',
      fixture,
      ...(forwardTo === undefined ? {} : { forwardTo }),
    },
    null,
    2,
  )}\n`;

const fixtureText = `# The initial state of the sandbox; 'npx payments-emulator reset' restores it.
$schema: ./node_modules/payments-emulator/fixture.schema.json
workspaces:
  - id: ws_demo
    settings: { gateway: debit_payouts }
    keys: [{ key: sk_test_demo }, { key: pk_test_demo }]
    webhook_secret: whsec_demo
    objects:
      test:
        products:
          tea: { name: Tea, price: 1200, stock_quantity: 50 }
        customers:
          ada:
            email: ada@example.com
            billing_postal_code: '62701'
            billing_country: US
            card: visa_debit
        transactions:
          first: { customer_id: $ada, amount: 1200, at: -3d }
`;

const workflowText = `name: payments
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      - run: ${testCommand}
      - uses: actions/upload-artifact@v7
        if: failure()
        with:
          path: payments.html
          archive: false
`;
