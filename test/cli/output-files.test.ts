import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, type Running, startEmulator } from './emulator.ts';

/** A file that a user names is replaced only by what the emulator itself has written there before. */

let emulator: Running;
beforeAll(async () => {
  emulator = await startEmulator(['--ephemeral']);
});
afterAll(() => emulator.stop());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-'));
});

const run = (words: readonly string[]) => command(words, { cwd: folder, env: { EMULATOR_URL: emulator.url } });
const at = (name: string): string => join(folder, name);

/** The command of `exec` and `audit` leaves a trace, and fails, so that everything is kept. */
const traced = ['--', 'sh', '-c', 'touch ran; exit 1'];
const theirs = 'import test from "node:test";\n';

const ways: readonly (readonly [name: string, words: readonly string[], file: string])[] = [
  ['exec --record', ['exec', '--record', 'a.test.mjs', ...traced], 'a.test.mjs'],
  ['exec --keep', ['exec', '--keep', 'package.json', ...traced], 'package.json'],
  ['exec --junit', ['exec', '--audit', '--junit', 'pom.xml', ...traced], 'pom.xml'],
  ['exec --json-file', ['exec', '--audit', '--json-file', 'package.json', ...traced], 'package.json'],
  ['audit --record', ['audit', '--record', 'index.html', ...traced], 'index.html'],
  ['audit --junit', ['audit', '--junit', 'pom.xml', ...traced], 'pom.xml'],
  ['record save', ['record', 'save', 'index.html'], 'index.html'],
  ['fixture save', ['fixture', 'save', 'notes.yaml'], 'notes.yaml'],
  ['requests export', ['requests', 'export', 'other.har'], 'other.har'],
];

describe('a file that somebody else wrote', () => {
  it.each(ways)('stays, and nothing is run: %s', async (_name, words, file) => {
    writeFileSync(at(file), theirs);
    const { exitCode, stderr } = await run(words);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^emulator: \S+ \S+ already exists and is not an? .* written by the emulator\. Choose another file, or overwrite this one with --force\.$/,
      ),
    });
    expect(readdirSync(folder)).toEqual([file]);
    expect(readFileSync(at(file), 'utf8')).toBe(theirs);
  });

  it.each(ways.filter(([name]) => !name.startsWith('audit')))(
    'is replaced by --force, and then without it: %s',
    async (_name, words, file) => {
      writeFileSync(at(file), theirs);
      const dashes = words.indexOf('--');
      const forced =
        dashes === -1 ? [...words, '--force'] : [...words.slice(0, dashes), '--force', ...words.slice(dashes)];
      await run(forced);
      const written = readFileSync(at(file), 'utf8');
      expect(written).not.toBe(theirs);
      const again = await run(words);
      expect(again.stderr).not.toContain('already exists');
      expect(readFileSync(at(file), 'utf8').slice(0, 20)).toBe(written.slice(0, 20));
      expect(readdirSync(folder).filter((name) => name !== 'ran')).toEqual([file]);
    },
  );
});

describe('a file', () => {
  it('that is empty is replaced, and so is a fixture that somebody wrote', async () => {
    writeFileSync(at('run.html'), '');
    expect((await run(['record', 'save', 'run.html'])).exitCode).toBe(0);
    writeFileSync(at('shop.yaml'), '# The shop.\n$schema: x\n\nworkspaces:\n  - id: ws_demo\n');
    expect((await run(['fixture', 'save', 'shop.yaml'])).exitCode).toBe(0);
  });

  it('is not written through a link that waits beside it', async () => {
    writeFileSync(at('theirs'), theirs);
    // Nobody can guess the name of the file beside it; these are the names that follow from the process.
    for (const name of ['log.har', 'run.html', 'kept.json'])
      for (const suffix of [`${process.pid}.tmp`, `${process.pid}.new`, 'new', 'tmp'])
        symlinkSync(at('theirs'), at(`${name}.${suffix}`));
    expect((await run(['requests', 'export', 'log.har'])).exitCode).toBe(0);
    expect((await run(['record', 'save', 'run.html'])).exitCode).toBe(0);
    expect((await run(['fixture', 'save', 'kept.json'])).exitCode).toBe(0);
    expect(readFileSync(at('theirs'), 'utf8')).toBe(theirs);
    expect(statSync(at('kept.json')).mode & 0o077).toBe(0);
  });
});
