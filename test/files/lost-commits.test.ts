import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { command, type RunningProcess, startProcess, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt } from '../support/build.ts';
import { countsOf, whenCounted } from './counted.ts';
import { crash, makeDirectory, open, putThing, removeDirectories, thing } from './things.ts';

const folder = temporaryFolder();
beforeAll(ensureBuilt);
afterEach(removeDirectories);
afterAll(() => folder.remove());

/** Removes the last `count` lines of a file. */
function dropLines(path: string, count: number): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  truncateSync(path, Buffer.byteLength(`${lines.slice(0, -1 - count).join('\n')}\n`));
}

async function kill(running: RunningProcess): Promise<void> {
  const ended = running.child.catch(() => {});
  running.child.kill('SIGKILL');
  await ended;
}

/** Starts an emulator, and stops it cleanly. @returns what it said about losses */
async function lossesAtStart(dataDir: string): Promise<string[]> {
  const running = await startProcess(['--data-dir', dataDir]);
  await running.stop();
  return running.errors.filter((line) => line.includes('could not be found'));
}

describe('a folder whose emulator was killed', () => {
  it('says at the start how many commits its journal has lost, until the next change', async () => {
    const dataDir = join(folder.path, 'cut');
    const killed = await startProcess(['--data-dir', dataDir]);
    for (let count = 0; count < 4; count++) await killed.run('trigger', 'payout.created');
    await whenCounted(dataDir);
    await kill(killed);
    dropLines(join(dataDir, 'journal.ndjson'), 3);

    const { stdout, exitCode } = await command(['--json', 'doctor', '--data-dir', dataDir]);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; says: string }[] };
    expect(checks.find(({ name }) => name === 'data folder')).toMatchObject({
      status: 'warning',
      says: expect.stringMatching(/journal\.ndjson ends with commit \d+, but \d+ were written: 3 commits could not be/),
    });
    expect(exitCode).toBe(0);

    const running = await startProcess(['--data-dir', dataDir]);
    expect(running.errors.join('\n')).toMatch(
      /journal\.ndjson ends with commit \d+, but \d+ were written: 3 commits could not be found\. Restore a complete copy/,
    );
    await running.run('trigger', 'payout.created');
    await whenCounted(dataDir);
    await kill(running);
    expect(await lossesAtStart(dataDir)).toEqual([]);
  });

  it('says nothing where nothing is lost, and tells the snapshots that are gone', async () => {
    const dataDir = join(folder.path, 'snapshots');
    const killed = await startProcess(['--data-dir', dataDir]);
    await killed.run('trigger', 'payout.created');
    for (const name of ['one', 'two', 'three']) await killed.run('snapshot', 'save', name);
    await killed.run('snapshot', 'delete', 'one');
    await expect.poll(() => countsOf(dataDir)).toContain('snapshots 000002\n');
    await kill(killed);
    expect(await lossesAtStart(dataDir)).toEqual([]);
    rmSync(join(dataDir, 'snapshots'), { recursive: true });
    expect(await lossesAtStart(dataDir)).toEqual([
      expect.stringMatching(/snapshots is missing: its 2 snapshots could not be found\. Restore a complete copy/),
    ]);
  });
});

describe('the counts of a data folder', () => {
  const made = async (directory: string, commits: number) => {
    const opened = await open(directory);
    for (let count = 0; count < commits; count++) {
      putThing(opened.engine, thing(`t${count}`));
      await opened.engine.kept();
    }
    await whenCounted(directory);
    return opened;
  };
  const warningsOf = async (directory: string): Promise<string[]> => {
    const { folder, warnings } = await open(directory);
    await folder.close();
    return warnings;
  };
  const withCommits = (text: string, commits: number): string =>
    text.replace(/\d{16}/, String(commits).padStart(16, '0'));

  it('go on over compactions and starts', async () => {
    const directory = makeDirectory();
    const opened = await made(directory, 3);
    await opened.folder.compact();
    putThing(opened.engine, thing('after'));
    await opened.engine.kept();
    await whenCounted(directory);
    expect(countsOf(directory)).toMatch(/^commits 0{15}4\nsnapshots 000000\nof \w{12}\n$/);
    crash(opened);
    expect(await warningsOf(directory)).toEqual([]);
    const again = await made(directory, 2);
    expect(countsOf(directory)).toMatch(/^commits 0{15}6\n/);
    crash(again);
    dropLines(join(directory, 'journal.ndjson'), 1);
    expect(await warningsOf(directory)).toEqual([
      expect.stringMatching(/commit 5, but 6 were written: 1 commit could/),
    ]);
  });

  it('tell how many commits are gone with the whole journal', async () => {
    const directory = makeDirectory();
    const opened = await made(directory, 2);
    await opened.folder.compact();
    for (const id of ['a', 'b', 'c']) putThing(opened.engine, thing(id));
    await opened.engine.kept();
    await whenCounted(directory);
    crash(opened);
    rmSync(join(directory, 'journal.ndjson'));
    expect(await warningsOf(directory)).toEqual([
      expect.stringMatching(
        /journal\.ndjson is missing, and db\.json ends with commit 2, but 5 .*: 3 commits could not/,
      ),
    ]);
  });

  it.each([
    ['behind the journal, as after a crash between both', (text: string) => withCommits(text, 2)],
    ['of another folder', (text: string) => withCommits(text, 9).replace(/of \w+/, 'of 000000000000')],
    ['damaged', (text: string) => text.replace('commits', 'commit')],
    ['empty', () => ''],
  ])('say nothing if they are %s, and are right after the next change', async (_, change) => {
    const directory = makeDirectory();
    crash(await made(directory, 3));
    writeFileSync(join(directory, 'counts'), change(countsOf(directory)));
    const again = await open(directory);
    expect(again.warnings).toEqual([]);
    putThing(again.engine, thing('next'));
    await again.engine.kept();
    expect(countsOf(directory)).toMatch(/^commits 0{15}4\n/);
    await again.folder.close();
  });

  it('are missing from a folder of an earlier version, and stay as they are where a start is given up', async () => {
    const directory = makeDirectory();
    crash(await made(directory, 3));
    const before = countsOf(directory);
    const givenUp = await made(directory, 1);
    await givenUp.folder.discard();
    expect(countsOf(directory)).toBe(before);
    rmSync(join(directory, 'counts'));
    dropLines(join(directory, 'journal.ndjson'), 1);
    expect(await warningsOf(directory)).toEqual([]);
  });
});
