import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/fixtures/kinds.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { emulator, type Running, startEmulator, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
const read = (name: string): string => readFileSync(join(projectFolder, 'docs', name), 'utf8');

/** The blocks of a language, in their order. */
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1]!);

const commandsOf = (name: string): string[] =>
  blocks(read(name), 'sh').flatMap((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')));

let running: Running;
beforeAll(async () => {
  await ensureBuilt();
  for (const block of blocks(read('fixtures.md'), 'yaml')) {
    const name = /^# (\S+\.yaml)\n/.exec(block)?.[1];
    if (name !== undefined) writeFileSync(join(folder.path, name), block);
  }
  running = await startEmulator(['--data-dir', 'state'], { cwd: folder.path });
}, 60_000);
afterAll(async () => {
  await running.stop();
  folder.remove();
});

/** Runs a command as it stands there; an emulator that it starts is stopped when it is ready. */
async function runs(line: string): Promise<void> {
  const [, ...words] = line.split(/\s+/);
  if (words[0] === 'start') {
    const started = await startEmulator([...words.slice(1), '--data-dir', `data-${words.length}`], {
      cwd: folder.path,
    });
    await started.stop();
    return;
  }
  const { stderr, exitCode } = await emulator(words, {
    cwd: folder.path,
    env: { EMULATOR_URL: running.url, EMULATOR_DATA_DIR: words.includes('--repair') ? 'other' : 'state' },
  });
  expect({ line, stderr, exitCode }).toEqual({ line, stderr: '', exitCode: 0 });
}

describe('docs/fixtures.md', () => {
  it('shows commands that work, in their order', async () => {
    for (const line of commandsOf('fixtures.md')) await runs(line);
  }, 60_000);

  it('shows fixtures that are good, and parts of some', () => {
    const names = blocks(read('fixtures.md'), 'yaml').map((block) => /^# (\S+)\n/.exec(block)?.[1] ?? null);
    expect(names).toEqual(['first.yaml', null, 'many.yaml']);
  });

  it('names every section of objects and no other', () => {
    const chapter = read('fixtures.md').split('## Objects')[1]!.split('`card` is the number')[0]!;
    const named = [...chapter.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);
    expect(named).toEqual(Object.keys(kinds));
  });
});

describe('docs/troubleshooting.md', () => {
  it('shows commands that work', async () => {
    const lines = commandsOf('troubleshooting.md').filter((line) => line.startsWith('emulator doctor'));
    expect(lines).toEqual(['emulator doctor', 'emulator doctor --repair']);
    for (const line of lines) await runs(line);
  });

  it('loads the completion as it says', async () => {
    const [line] = commandsOf('troubleshooting.md').filter((each) => each.startsWith('source'));
    const script = `emulator() { "${process.execPath}" "${join(projectFolder, 'bin/emulator.js')}" "$@"; }; ${line}; complete -p emulator`;
    const { stdout } = await execa('bash', ['--norc', '-c', script], {
      env: { PATH: [process.env.PATH].join(delimiter) },
    });
    expect(stdout).toBe('complete -o filenames -F _emulator emulator');
  });
});
