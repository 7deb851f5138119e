import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

let folder: ReturnType<typeof temporaryFolder>;
let bin: string;
let beside: string;
let caches: string;

beforeAll(ensureBuilt);
/** An install of its own, of what `--version` needs. */
beforeEach(() => {
  folder = temporaryFolder();
  bin = join(folder.path, 'bin/emulator.js');
  beside = join(folder.path, 'dist/code-cache');
  caches = join(folder.path, 'caches');
  cpSync(join(projectFolder, 'bin'), join(folder.path, 'bin'), { recursive: true });
  mkdirSync(join(folder.path, 'dist'));
  for (const file of ['cli.cjs', 'client.cjs']) {
    cpSync(join(projectFolder, 'dist', file), join(folder.path, 'dist', file));
  }
});
afterEach(() => folder.remove());

async function printVersion(flags: readonly string[] = [], env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr } = await execa(process.execPath, [...flags, bin, '--version'], {
    env: { XDG_CACHE_HOME: caches, NODE_OPTIONS: '', ...env },
  });
  expect(stderr).toBe('');
  return stdout;
}

/** The one file of a folder, and what tells whether it was written anew. */
function fileIn(path: string): { path: string; inode: number; bytes: Buffer } {
  const names = readdirSync(path);
  expect(names).toEqual([`client-${process.version}-${process.arch}`]);
  const file = join(path, names[0]!);
  return { path: file, inode: statSync(file).ino, bytes: readFileSync(file) };
}

const version = /^\d+\.\d+\.\d+$/;

describe('what V8 compiled', () => {
  test('is kept beside the program by the first process, and used by the next', async () => {
    expect(await printVersion()).toMatch(version);
    const { inode } = fileIn(beside);
    expect(await printVersion()).toMatch(version);
    expect(fileIn(beside).inode).toBe(inode);
  });

  test('is kept whole by processes that start at once', async () => {
    const printed = await Promise.all([printVersion(), printVersion(), printVersion()]);
    expect(new Set(printed).size).toBe(1);
    const { inode } = fileIn(beside);
    await printVersion();
    expect(fileIn(beside).inode).toBe(inode);
  });

  test.each([
    ['flipped', (bytes: Buffer) => bytes.fill(~bytes[2_000]!, 2_000, 2_001)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['emptied', () => Buffer.alloc(0)],
    ['zeroed', (bytes: Buffer) => bytes.fill(0)],
  ])('is made anew where its file was %s', async (_how, damage) => {
    await printVersion();
    const { path, bytes } = fileIn(beside);
    writeFileSync(path, damage(Buffer.from(bytes)));
    expect(await printVersion()).toMatch(version);
    expect(fileIn(beside).bytes.length).toBeGreaterThan(bytes.length / 2);
  });

  test('is not taken from a Node that compiles otherwise', async () => {
    await printVersion(['--no-opt']);
    const { inode } = fileIn(beside);
    expect(await printVersion()).toMatch(version);
    expect(fileIn(beside).inode).not.toBe(inode);
  });

  test('is not taken from another build, be it as long as this one', async () => {
    const before = await printVersion();
    const program = join(folder.path, 'dist/client.cjs');
    const text = readFileSync(program, 'latin1');
    const next = '9.9.9'.padEnd(before.length, '9');
    writeFileSync(program, text.replace(`"${before}"`, `"${next}"`).replace(/^\/\/\w{4}/, '//0000'), 'latin1');
    expect(await printVersion()).toBe(next);
    expect(await printVersion()).toBe(next);
  });
});

describe('a program in a folder that cannot be written to', () => {
  // A file in the way refuses root as well.
  beforeEach(() => writeFileSync(beside, ''));

  test('keeps it in the cache of the user', async () => {
    expect(await printVersion()).toMatch(version);
    const { inode } = fileIn(join(caches, 'payments-emulator'));
    await printVersion();
    expect(fileIn(join(caches, 'payments-emulator')).inode).toBe(inode);
  });

  test('keeps nothing where that cannot be written to either, and says nothing', async () => {
    writeFileSync(caches, '');
    expect(await printVersion()).toMatch(version);
    rmSync(caches);
    expect(await printVersion([], { EMULATOR_CODE_CACHE: 'off' })).toMatch(version);
    expect(readdirSync(folder.path)).not.toContain('caches');
  });

  test.runIf(process.getuid?.() === 0)('takes nothing there that somebody else wrote', async () => {
    await printVersion();
    const { path, inode } = fileIn(join(caches, 'payments-emulator'));
    chownSync(path, 12_345, 12_345);
    expect(await printVersion()).toMatch(version);
    expect(fileIn(join(caches, 'payments-emulator')).inode).not.toBe(inode);
  });
});
