import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryFolder } from './emulator.ts';

interface Locked {
  packages: Record<string, { dev?: boolean }>;
}

const folder = temporaryFolder();
const installed = join(folder.path, 'node_modules/payments-emulator');
let files: string[];
/** Of what is downloaded, in bytes. */
let size: number;

/** What npm would put into an empty project: the files that the package names, and its dependencies, which the lock marks. */
beforeAll(async () => {
  await ensureBuilt();
  const packing = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await execa('npm', packing, { cwd: projectFolder, stdin: 'ignore' });
  const [packed] = JSON.parse(stdout) as [{ size: number; files: { path: string }[] }];
  size = packed.size;
  files = packed.files.map(({ path }) => path);
  for (const path of files) cpSync(join(projectFolder, path), join(installed, path));
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')) as Locked;
  const libraries = Object.entries(packages).filter(
    ([path, { dev }]) => /^node_modules\/[^/]+(\/[^/]+)?$/.test(path) && dev !== true,
  );
  for (const [path] of libraries) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    symlinkSync(join(projectFolder, path), join(folder.path, path));
  }
}, 120_000);
afterAll(() => folder.remove());

const run = (program: string, args: readonly string[] = []) =>
  execa(process.execPath, ['--preserve-symlinks', program, ...args], { cwd: folder.path, stdin: 'ignore' });

describe('an install', () => {
  test('serves, delivers, writes mails and draws with the libraries that it names', async () => {
    const receiver = await startReceiver();
    writeFileSync(
      join(folder.path, 'use.mjs'),
      `import { startEmulator } from 'payments-emulator';
      import '${join(installed, 'dist/dashboard.js')}';
      const emulator = await startEmulator({ fixture: 'shop', forwardTo: '${receiver.url}' });
      await emulator.trigger('invoice.send');
      await emulator.trigger('payment.completed');
      const mail = (await emulator.mail.list()).find(({ subject }) => subject.includes('nvoice'));
      console.log((await emulator.mail.get(mail.id)).attachments[0].filename);
      await emulator.stop();`,
    );
    try {
      const { stdout } = await run('use.mjs');
      expect(stdout).toMatch(/\.pdf$/);
      expect(receiver.requests.length).toBeGreaterThan(0);
    } finally {
      await receiver.close();
    }
    const checked = await run(join(installed, 'bin/emulator.js'), [
      'fixture',
      'check',
      join(installed, 'fixtures/shop.yaml'),
    ]);
    expect(checked.exitCode).toBe(0);
  });

  test('says where in the sources a fault is, to who looks for it', async () => {
    const { stderr } = await execa(
      process.execPath,
      ['--preserve-symlinks', join(installed, 'bin/emulator.js'), 'status', '--url', 'http://127.0.0.1:9'],
      { cwd: folder.path, stdin: 'ignore', reject: false, env: { EMULATOR_DEBUG: '1' } },
    );
    const line = Number(/src\/client\/transport\.ts:(\d+)/.exec(stderr)?.[1]);
    const source = readFileSync(join(projectFolder, 'src/client/transport.ts'), 'utf8').split('\n');
    expect(source[line - 1]).toContain('ConnectionError(');
  });

  test('has the licences of the libraries that are bundled', () => {
    const licences = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of ['ajv', 'avvio', 'commander', 'fastify', 'find-my-way', 'lowdb', 'typebox']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n[^]*?(Permission|Copyright|MIT)`, 'm'));
    }
    const pages = readFileSync(join(installed, 'dist/browser/THIRD-PARTY-LICENSES'), 'utf8');
    expect(pages).toMatch(/^highlight\.js \d+\.\d+\.\d+\n\nBSD 3-Clause License/m);
    expect(readFileSync(join(installed, 'dist/fonts/OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE');
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
    expect(size).toBeLessThan(4_000_000);
  });

  test('comes without code that another machine compiled', () => {
    expect(files).toContain('dist/cli.cjs');
    expect(files.filter((path) => path.startsWith('dist/code-cache'))).toEqual([]);
  });
});
