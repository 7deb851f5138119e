import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../cli/emulator.ts';
import { SmtpServer } from '../../mail/smtp-server.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { startReceiver } from '../../support/receiver.ts';

const folder = temporaryFolder();
const installed = join(folder.path, 'node_modules/payments-emulator');
let files: string[];
/** Of what is downloaded, and of what is there afterwards, in bytes. */
let sizes: { size: number; unpackedSize: number };

/** What npm would put into an empty project: the files that the package names. */
beforeAll(async () => {
  await ensureBuilt();
  const packing = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await execa('npm', packing, { cwd: projectFolder, stdin: 'ignore' });
  const [packed] = JSON.parse(stdout) as [{ size: number; unpackedSize: number; files: { path: string }[] }];
  sizes = packed;
  files = packed.files.map(({ path }) => path);
  for (const path of files) cpSync(join(projectFolder, path), join(installed, path));
}, 120_000);
afterAll(() => folder.remove());

/** The blocks of a section of the manual's page, in their order. */
function blocksOf(section: string, ...languages: string[]): string[] {
  const page = readFileSync(join(installed, 'docs/programmatic-api.md'), 'utf8');
  const text = page.split(`\n## ${section}\n`)[1]!.split('\n## ')[0]!;
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => languages.includes(language!))
    .map(([, , block]) => block!);
}

const run = (program: string, args: readonly string[] = []) =>
  execa(process.execPath, [program, ...args], { cwd: folder.path, stdin: 'ignore' });
const emulator = (...args: readonly string[]) => run(join(installed, 'bin/emulator.js'), args);

describe('an install', () => {
  test('is one package', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest.dependencies ?? {}).toEqual({});
  });

  test('serves, delivers, writes and relays mails, draws and watches files', async () => {
    const receiver = await startReceiver();
    const catcher = await SmtpServer.start();
    writeFileSync(
      join(folder.path, 'use.mjs'),
      `import { startEmulator } from 'payments-emulator';
      import '${join(installed, 'dist/dashboard.js')}';
      const smtp = 'smtp://127.0.0.1:${catcher.port}';
      const emulator = await startEmulator({ fixture: 'shop', forwardTo: '${receiver.url}', smtp });
      await emulator.trigger('invoice.send');
      await emulator.trigger('payment.completed');
      await emulator.idle();
      const mail = (await emulator.mail.list()).find(({ subject }) => subject.includes('nvoice'));
      console.log((await emulator.mail.get(mail.id)).attachments[0].filename);
      await emulator.stop();`,
    );
    try {
      const { stdout } = await run('use.mjs');
      expect(stdout).toMatch(/\.pdf$/);
      expect(receiver.requests.length).toBeGreaterThan(0);
      expect((await catcher.have(1))[0]!.message).toContain('Subject: Invoice ');
    } finally {
      await receiver.close();
      await catcher.stop();
    }
  });

  test('reads and writes fixtures in YAML, and follows their edits', async () => {
    const mine = join(folder.path, 'mine.yaml');
    const text = readFileSync(join(installed, 'fixtures/default.json'), 'utf8');
    writeFileSync(mine, stringify(JSON.parse(text)));
    const args = ['start', '--ephemeral', '--port', '0', '--no-tui', '--watch', '--fixture', mine];
    const running = execa(process.execPath, [join(installed, 'bin/emulator.js'), ...args], {
      all: true,
      reject: false,
    });
    for await (const line of running.iterable({ from: 'all' })) {
      const url = /ready (http:\S+)/.exec(line)?.[1];
      if (url !== undefined) {
        await emulator('fixture', 'save', 'saved.yaml', '--url', url);
        writeFileSync(mine, `# edited\n${readFileSync(mine, 'utf8')}`);
      }
      if (line.includes('has changed. Reloaded')) running.kill();
    }
    expect((await running).all).toMatch(/mine\.yaml has changed\. Reloaded: ws_demo, ws_demo_a, ws_demo_b\./);
    expect(readFileSync(join(folder.path, 'saved.yaml'), 'utf8')).toMatch(/^workspaces:\n {2}- id: ws_demo/);
  });

  test('serves tests with jest that know no modules, as the manual has them', async () => {
    const project = join(folder.path, 'jest');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{}');
    const [shown] = blocksOf('With jest', 'js');
    // Realms, timers that are faked, https, and names that nothing has.
    const further = `
const { ClientError } = require('payments-emulator');
test('what is answered is of the test itself', async () => {
  expect((await emulator.api.get('/transactions')).body).toStrictEqual({ data: [], has_more: false });
  await expect(emulator.trigger('payout.retorned')).rejects.toThrow(Error);
  await expect(emulator.trigger('payout.retorned')).rejects.toThrow(ClientError);
  await expect(startEmulator({ prot: 1 })).rejects.toThrow("Did you mean 'port'?");
  await expect(expect(emulator).toHaveRequested('POST /chargess')).rejects.toThrow("Did you mean 'POST /charges'?");
  await expect(expect(emulator).not.toHaveRequested('POST /chargess')).rejects.toThrow("Did you mean 'POST /charges'?");
  await expect(expect(emulator).not.toHaveBalance({ availabel: 1 })).rejects.toThrow("Did you mean 'available'?");
});
test('timers that are faked are the test\\'s alone', async () => {
  jest.useFakeTimers();
  const secure = await startEmulator({ tls: true });
  const waiting = secure.events.waitFor('payout.paid');
  await secure.trigger('payout.paid');
  expect((await waiting).type).toBe('payout.paid');
  await secure.stop();
});`;
    writeFileSync(join(project, 'payouts.test.js'), shown + further);
    const { all, exitCode } = await execa(
      process.execPath,
      [join(projectFolder, 'node_modules/jest/bin/jest.js'), '--rootDir', project, '--testTimeout', '60000'],
      { cwd: project, stdin: 'ignore', reject: false, all: true, env: { NODE_OPTIONS: '' } },
    );
    expect({ exitCode, all }).toMatchObject({ exitCode: 0, all: expect.stringMatching(/Tests: +3 passed/) });
  });

  test('serves TypeScript that becomes CommonJS', async () => {
    const project = join(folder.path, 'commonjs');
    mkdirSync(join(project, 'types'), { recursive: true });
    writeFileSync(join(project, 'package.json'), '{}');
    const [, declared] = blocksOf('With jest', 'ts', 'js');
    writeFileSync(join(project, 'matchers.cts'), declared!);
    // As @types/jest has them.
    writeFileSync(
      join(project, 'jest.d.ts'),
      'declare namespace jest { interface Matchers<R> { not: Matchers<R> } }\n' +
        'declare const expect: (of: unknown) => jest.Matchers<void>;',
    );
    const program = `
import { EmulatorError, startEmulator, type Emulator } from 'payments-emulator';
import required = require('payments-emulator');
async function play(): Promise<void> {
  const emulator: Emulator = await startEmulator({ freeze: true });
  const { objects } = await emulator.trigger('payout.returned', { code: 'R03' });
  // @ts-expect-error there is no such event
  const seen = await emulator.events.waitFor('payout.retorned').catch(() => objects[0]!.object);
  await emulator.stop();
  const stopped = await emulator.status().catch((error: unknown) => error instanceof EmulatorError && error.code);
  console.log([String(seen), String(stopped), typeof required.connectEmulator].join(' '));
}
export const matched = () => expect(1).not.toHaveRequested('POST /charges');
// @ts-expect-error there is no such operation
export const mistaken = () => expect(1).toHaveRequested('POST /chargess');
void play();
`;
    writeFileSync(join(project, 'play.cts'), program);
    writeFileSync(join(project, 'play.ts'), program);
    const compile = (...options: string[]) =>
      execa(
        process.execPath,
        [
          join(projectFolder, 'node_modules/typescript/bin/tsc'),
          ...['--strict', '--target', 'es2022', '--typeRoots', 'types', ...options, 'matchers.cts', 'jest.d.ts'],
        ],
        { cwd: project, stdin: 'ignore', reject: false },
      );
    for (const resolution of ['node16', 'nodenext']) {
      const made = await compile('--module', resolution, '--moduleResolution', resolution, 'play.cts');
      expect(made.stdout).toBe('');
    }
    const older = await compile('--noEmit', '--module', 'commonjs', '--moduleResolution', 'node10', 'play.ts');
    expect(older.stdout).toBe('');
    const { stdout } = await run(join(project, 'play.cjs'));
    expect(stdout).toBe('payout stopped function');
  });

  test('has no maps; a clone says where in the sources a fault is, to who looks for it', async () => {
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    const { stderr } = await execa(
      process.execPath,
      [join(projectFolder, 'bin/emulator.js'), 'status', '--url', 'http://127.0.0.1:9'],
      { cwd: folder.path, stdin: 'ignore', reject: false, env: { EMULATOR_DEBUG: '1' } },
    );
    const line = Number(/src\/client\/transport\.ts:(\d+)/.exec(stderr)?.[1]);
    const source = readFileSync(join(projectFolder, 'src/client/transport.ts'), 'utf8').split('\n');
    expect(source[line - 1]).toContain('ConnectionError(');
  });

  test('has the licences of the libraries and fonts in it', () => {
    expect(files).toContain('dist/THIRD-PARTY-LICENSES');
    expect(files).toContain('dist/browser/THIRD-PARTY-LICENSES');
    expect(readFileSync(join(installed, 'dist/fonts/OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE');
  });

  test('has schema files that people can read', () => {
    for (const name of ['fixture', 'profile', 'run-record']) {
      const text = readFileSync(join(installed, `${name}.schema.json`), 'utf8');
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
  });

  test('has the manual, and all that its README and its pages lead to', () => {
    const pages = files.filter((path) => /^(README|docs\/.*)\.md$/.test(path));
    const links = pages.flatMap((page) =>
      [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => ({
        page,
        to: to!,
      })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ page, to }) => !existsSync(join(installed, dirname(page), to)))).toEqual([]);
  });

  test('has no script whose file is not in it, and packing leaves package.json as it was', async () => {
    const packing = temporaryFolder();
    const inFolder = (path: string) => join(packing.path, path);
    const manifest = readFileSync(join(projectFolder, 'package.json'), 'utf8');
    writeFileSync(inFolder('package.json'), manifest);
    cpSync(join(projectFolder, 'scripts/manifest.js'), inFolder('scripts/manifest.js'), { recursive: true });
    writeFileSync(inFolder('scripts/build.js'), '');
    try {
      await execa('npm', ['pack'], { cwd: packing.path, stdin: 'ignore' });
      const tarball = `payments-emulator-${JSON.parse(manifest).version}.tgz`;
      const { stdout } = await execa('tar', ['-xzOf', tarball, 'package/package.json'], { cwd: packing.path });
      const install = ['preinstall', 'install', 'postinstall', 'prepare'];
      expect(Object.keys(JSON.parse(stdout).scripts).filter((name) => install.includes(name))).toEqual([]);
      expect(readFileSync(inFolder('package.json'), 'utf8')).toBe(manifest);
    } finally {
      packing.remove();
    }
  });

  test('is small enough to be fetched in a moment', () => {
    expect(sizes.size).toBeLessThan(4_500_000);
    expect(sizes.unpackedSize).toBeLessThan(14_000_000);
  });
});
