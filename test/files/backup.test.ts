import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';
import { backupOf, restoreInto } from '../../src/sandbox/files/backup.ts';
import { commit, contentOf, crash, makeDirectory, open, putThing, removeDirectories, thing } from './things.ts';
import { step } from './workload.ts';

afterEach(removeDirectories);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function written(pieces: Iterable<Uint8Array>): string {
  const file = join(makeDirectory(), 'backup.tar');
  writeFileSync(file, Buffer.concat([...pieces]));
  return file;
}

async function unpacked(file: string): Promise<string> {
  const directory = join(makeDirectory(), 'restored');
  const opened = openSync(file, 'r');
  try {
    await restoreInto(directory, opened);
  } finally {
    closeSync(opened);
  }
  return directory;
}

async function contentIn(directory: string): Promise<unknown> {
  const again = await open(directory);
  expect(again.warnings).toEqual([]);
  const content = contentOf(again.folder.state);
  crash(again);
  return content;
}

describe('a backup', () => {
  it('has one moment of the folder, whatever is written and compacted meanwhile', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    for (let at = 0; at < 500; at++) putThing(opened.engine, thing(`t${at}`, at, 'x'.repeat(900)));
    await opened.engine.kept();
    const backups: { file: string; content: unknown }[] = [];
    for (let round = 0; round < 3; round++) {
      let isRunning = true;
      const running = opened.folder.compact().finally(() => {
        isRunning = false;
      });
      while (isRunning) {
        step(opened.engine);
        await opened.engine.kept();
        if (backups.length < 30) {
          backups.push({ content: contentOf(opened.folder.state), file: written(backupOf(directory)) });
        }
        await turn();
      }
      await running;
    }
    expect(backups.length).toBeGreaterThan(5);
    for (const { file, content } of backups) expect(await contentIn(await unpacked(file))).toEqual(content);
    await opened.folder.close();
  });

  it('is a tar file that other programs unpack', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    putThing(opened.engine, thing('kept'));
    await opened.engine.kept();
    const target = makeDirectory();
    await execa('tar', ['xf', written(backupOf(directory)), '-C', target]);
    expect(readFileSync(join(target, 'journal.ndjson'), 'utf8')).toBe(
      readFileSync(join(directory, 'journal.ndjson'), 'utf8'),
    );
    await opened.folder.close();
  });

  it('is not unpacked over data, and a torn or foreign file is refused', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    commit(opened.engine, () => {});
    putThing(opened.engine, thing('kept'));
    await opened.engine.kept();
    const file = written(backupOf(directory));
    await expect(restoreInto(directory, openSync(file, 'r'))).rejects.toThrow(/already contains data/);
    const whole = readFileSync(file);
    for (const bytes of [
      whole.subarray(0, 700),
      Buffer.from('no tar'.repeat(300)),
      whole.subarray(0, whole.length - 1_024),
    ]) {
      const torn = join(makeDirectory(), 'torn.tar');
      writeFileSync(torn, bytes);
      await expect(unpacked(torn)).rejects.toThrow(/not a complete backup/);
    }
    const renamed = Buffer.from(whole);
    renamed.write('../evil', 0);
    const evil = join(makeDirectory(), 'evil.tar');
    writeFileSync(evil, renamed);
    mkdirSync(join(makeDirectory(), 'empty'));
    await expect(unpacked(evil)).rejects.toThrow(/not a complete backup/);
    await opened.folder.close();
  });
});
