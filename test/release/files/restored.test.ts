import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Workspace, workspaces } from '../../../src/core/kernel/workspace.ts';
import { StorageError } from '../../../src/sandbox/files/errors.ts';
import { encodeLines } from '../../../src/sandbox/files/journal/checksummed-lines.ts';
import { repairFolder } from '../../../src/sandbox/files/repair.ts';
import { restore, save } from '../../files/snapshots.ts';
import {
  commit,
  contentOf,
  crash,
  makeDirectory,
  type Opened,
  open,
  putThing,
  registry,
  removeDirectories,
  removeThing,
  thing,
  thingsOf,
} from '../../files/things.ts';
import { failingStep, step, stepWithRestores } from '../../files/workload.ts';

afterEach(removeDirectories);

const key = 'ws_a/test';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const inFolder = (directory: string, name: string): string[] => {
  const folder = join(directory, name);
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function put(opened: Opened, count: number, name = 'plain', text = name): Promise<void> {
  for (let at = 0; at < count; at++) putThing(opened.engine, thing(`${name}_${at}`, at, text), key);
  await opened.engine.kept();
}

/** A folder in which 700 things were saved, all went, others came, and the saved ones are back. */
async function restored(directory = makeDirectory()): Promise<Opened> {
  const opened = await open(directory, { seed: 42 });
  commit(opened.engine, (unit, state) => unit.put(state.root, workspaces, { id: 'ws_a' } as Workspace));
  await put(opened, 700, 'saved', 'x'.repeat(2_000));
  removeThing(opened.engine, 'saved_9', key);
  putThing(opened.engine, thing('saved_9', 90, 'later'), key);
  await opened.engine.kept();
  await save(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
  await opened.folder.compact();
  commit(opened.engine, (unit) => unit.drop(key));
  await put(opened, 30, 'other');
  await restore(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
  return opened;
}

/** What a crash at this moment would leave, in an order in which copying is as one moment. */
function copyOf(directory: string): string {
  const copy = makeDirectory();
  const journals = ['journal.ndjson', 'journal.ndjson.new', 'db.json.new', 'db.json'];
  for (const name of ['restored', 'snapshots', ...journals]) {
    try {
      cpSync(join(directory, name), join(copy, name), { recursive: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return copy;
}

describe('a data set that was put back whole', () => {
  it('is there after a crash, with what came later, though the journal only names a file', async () => {
    const opened = await restored();
    const { directory } = opened.folder;
    expect(thingsOf(opened.folder.state, key)).toHaveLength(700);
    expect(opened.folder.journal.length).toBeLessThan(6_000);
    putThing(opened.engine, thing('later'), key);
    removeThing(opened.engine, 'saved_3', key);
    await opened.engine.kept();
    const content = contentOf(opened.folder.state);
    crash(opened);

    const again = await open(directory);
    expect(again.warnings).toEqual([]);
    expect(contentOf(again.folder.state)).toEqual(content);
    expect(again.folder.state.set(key).nextId('thing')).toBe(opened.folder.state.set(key).nextId('thing'));
    expect(Object.isFrozen(thingsOf(again.folder.state, key)[5])).toBe(true);
    crash(again);
  });

  it('needs its file until db.json has everything, and no longer', async () => {
    const opened = await restored();
    const { directory } = opened.folder;
    const [name] = inFolder(directory, 'restored');
    expect(statSync(join(directory, 'restored', name!)).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'restored')).mode & 0o777).toBe(0o700);
    await restore(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
    expect(inFolder(directory, 'restored')).toEqual([name]);
    const content = contentOf(opened.folder.state);
    await opened.folder.compact();
    expect(existsSync(join(directory, 'restored'))).toBe(false);
    crash(opened);
    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(content);
    await again.folder.close();
  });

  it('outlasts its snapshot', async () => {
    const opened = await restored();
    const { directory } = opened.folder;
    const content = contentOf(opened.folder.state);
    await opened.folder.snapshots.delete('ws_a', 'here');
    expect(inFolder(directory, 'snapshots')).toEqual([]);
    crash(opened);
    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(content);
    await again.folder.close();
    const third = await open(directory);
    expect(contentOf(third.folder.state)).toEqual({ ...(content as object) });
    await third.folder.close();
  });

  it.each<[string, (path: string) => void]>([
    ['is gone', (path) => rmSync(path)],
    ['was cut off', (path) => truncateSync(path, statSync(path).size >> 1)],
    ['was changed', (path) => writeFileSync(path, flip(readFileSync(path), statSync(path).size >> 1))],
    ['has more at its end', (path) => appendFileSync(path, 'x')],
  ])('does not depend on a file that %s since it was saved', async (_, harm) => {
    const opened = await open(makeDirectory(), { seed: 42 });
    const { directory } = opened.folder;
    await put(opened, 20, 'saved');
    await save(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
    await put(opened, 20, 'other');
    harm(join(directory, 'snapshots', inFolder(directory, 'snapshots')[0]!));
    await restore(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
    const content = contentOf(opened.folder.state);
    expect(thingsOf(opened.folder.state, key)).toHaveLength(20);
    crash(opened);
    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(content);
    await again.folder.close();
  });

  it('leaves no file behind that a crash kept from being named', async () => {
    const opened = await restored();
    const { directory } = opened.folder;
    const found = await opened.folder.snapshots.find('ws_a', 'here');
    await opened.folder.compact();
    await found!.pin();
    expect(inFolder(directory, 'restored')).toHaveLength(1);
    const content = contentOf(opened.folder.state);
    crash(opened);
    const again = await open(directory);
    expect(existsSync(join(directory, 'restored'))).toBe(false);
    expect(contentOf(again.folder.state)).toEqual(content);
    await again.folder.close();
  });

  it('is what it was before where the disk refuses the commit', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    await put(opened, 20, 'saved');
    await save(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
    await put(opened, 20, 'other');
    const before = contentOf(opened.folder.state);
    renameSync(join(directory, 'journal.ndjson'), join(directory, 'away'));
    rmSync(join(directory, 'away'));
    await expect(restore(opened.engine, opened.folder.snapshots, 'ws_a', 'here')).rejects.toMatchObject({
      status: 500,
    });
    expect(contentOf(opened.folder.state)).toEqual(before);
    crash(opened);
  });

  it('is the one before or after, never a mix, wherever a crash comes, also while db.json is written', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    const { folder, engine } = opened;
    const seen = new Set<string>();
    const check = async () => {
      const content = contentOf(folder.state);
      const copy = copyOf(directory);
      for (const name of readdirSync(copy)) seen.add(name);
      const again = await open(copy);
      expect(again.warnings).toEqual([]);
      expect(contentOf(again.folder.state)).toEqual(content);
      crash(again);
      rmSync(copy, { recursive: true });
    };
    for (let round = 0; round < 2; round++) {
      await put(opened, 1_500, 'x'.repeat(900));
      await save(engine, folder.snapshots, 'ws_a', 'big');
      let isRunning = true;
      const running = folder.compact().finally(() => {
        isRunning = false;
      });
      while (isRunning && !existsSync(join(directory, 'db.json.new'))) await turn();
      for (let times = 0; isRunning || times < 3; times++) {
        await turn();
        // A file that is written now is looked at while it is.
        while (isRunning && !seen.has('db.json.new') && !existsSync(join(directory, 'db.json.new'))) await turn();
        await check();
        await restore(engine, folder.snapshots, 'ws_a', times % 2 === 0 ? 'big' : 'few');
        for (let count = 0; count < 3; count++) {
          step(engine);
          failingStep(engine);
        }
        await engine.kept();
        if (times % 3 === 0) await save(engine, folder.snapshots, 'ws_a', 'few');
        await check();
      }
      await running;
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(['db.json.new', 'restored']));
    await folder.close();
    expect(existsSync(join(directory, 'restored'))).toBe(false);
  });

  it('is compacted by itself: files count as if their records were in the journal', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42, compactAt: 60_000 });
    await put(opened, 100, 'saved');
    await save(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
    await expect
      .poll(
        async () => {
          await restore(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
          putThing(opened.engine, thing('more'), key);
          await opened.engine.kept();
          return existsSync(join(directory, 'db.json'));
        },
        { interval: 5 },
      )
      .toBe(true);
    // A crash in the middle of it is another test's matter.
    await opened.folder.compact();
    await restore(opened.engine, opened.folder.snapshots, 'ws_a', 'here');
    const content = contentOf(opened.folder.state);
    crash(opened);
    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(content);
    crash(again);
  });

  it('repeats: the same commits after each restore give the same ids', async () => {
    const [one, other] = [await open(makeDirectory(), { seed: 42 }), await open(makeDirectory(), { seed: 42 })];
    while (one.folder.state.seq < 200) await stepWithRestores(one.engine, one.folder.snapshots);
    while (other.folder.state.seq < 200) await stepWithRestores(other.engine, other.folder.snapshots);
    expect(contentOf(one.folder.state)).toEqual(contentOf(other.folder.state));
    await one.folder.close();
    await other.folder.close();
  });
});

describe('a file that the journal names', () => {
  /** A folder as a crash left it, and its one restored file. */
  async function left(): Promise<{ directory: string; path: string; content: unknown }> {
    const opened = await restored();
    putThing(opened.engine, thing('later'), key);
    await opened.engine.kept();
    const content = contentOf(opened.folder.state);
    crash(opened);
    const { directory } = opened.folder;
    const [name] = inFolder(directory, 'restored');
    return { directory, path: join(directory, 'restored', name!), content };
  }
  const refusalOf = (directory: string): Promise<StorageError> =>
    open(directory).then(
      () => {
        throw new Error('It was opened.');
      },
      (error: StorageError) => error,
    );

  it('is refused for any bit that flips, and left alone', async () => {
    const { directory, path } = await left();
    const bytes = readFileSync(path);
    expect(bytes.length).toBeGreaterThan(2_000);
    for (let at = 0; at < bytes.length; at += 113) {
      const changed = flip(bytes, at);
      writeFileSync(path, changed);
      const refusal = await refusalOf(directory);
      expect(refusal, `byte ${at}`).toBeInstanceOf(StorageError);
      expect(refusal.message).toContain(`${path} is damaged: `);
      expect(readFileSync(path).equals(changed)).toBe(true);
    }
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    [
      'that lacks a line',
      (bytes) => packed(linesIn(bytes).slice(0, -1)),
      /it contains \d+ records, but 700 were saved/,
    ],
    ['that is cut off', (bytes) => bytes.subarray(0, bytes.length - 5), /unexpected end of file/],
    ['that is empty', () => Buffer.alloc(0), /unexpected end of file|it is empty/],
    ['that holds nothing', () => gzipSync(''), /it is empty/],
    ['that has a line twice', (bytes) => packed([...linesIn(bytes), linesIn(bytes).at(-1)!]), /700 were saved/],
    [
      'with a changed line',
      (bytes) => packed(linesIn(bytes).map((line) => line.replace('saved_3', 'saved_4'))),
      /the checksum of the line does not match/,
    ],
    [
      'that is not a snapshot',
      () => packed(encodeLines(['{}']).toString().trim().split('\n')),
      /does not start with a snapshot header/,
    ],
    [
      'in another format',
      () => packed(encodeLines(['{"format":7}']).toString().trim().split('\n')),
      /it has format 7, but this emulator reads format 1/,
    ],
    [
      'that has more at its end',
      (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
      /unexpected end of file|not the file that the journal refers to/,
    ],
  ])('%s is refused', async (_, change, says) => {
    const { directory, path } = await left();
    writeFileSync(path, change(readFileSync(path)));
    const { message } = await refusalOf(directory);
    expect(message).toMatch(says);
    expect(message).toContain(path);
  });

  it('that is another snapshot, or is missing, is refused', async () => {
    const { directory, path } = await left();
    const other = await open(makeDirectory(), { seed: 42 });
    await put(other, 5, 'foreign');
    await save(other.engine, other.folder.snapshots, 'ws_a', 'here');
    const [name] = inFolder(other.folder.directory, 'snapshots');
    rmSync(path);
    cpSync(join(other.folder.directory, 'snapshots', name!), path);
    crash(other);
    expect((await refusalOf(directory)).message).toMatch(/restored.*not the file that the journal refers to/);
    rmSync(path);
    const { message } = await refusalOf(directory);
    expect(message).toMatch(/journal\.ndjson is damaged at byte \d+ .*restored.*which is missing/);
  });

  it('that is damaged is repaired: what can be read of it is saved, with the commits behind it', async () => {
    const { directory, path } = await left();
    const lines = linesIn(readFileSync(path));
    // An upset digit, near the end.
    const damage = lines.map((line) => line.replace('"saved_690"', '"saved_69?"'));
    rmSync(path);
    writeFileSync(path, packed(damage));
    const { kept, leftOut } = await repairFolder(directory, registry, '0.1.0');
    const [first, loss, ...more] = leftOut;
    expect(first).toMatch(/^journal\.ndjson, line \d+: restored\/\S+: the checksum of the line does not match$/);
    expect(loss).toMatch(/restored\/\S+: it contains \d+ records, but 700 were saved/);
    expect(more).toEqual([]);
    expect(kept.map((file) => file.replace(/\.damaged-.*/, ''))).toContain(join(directory, 'restored'));
    const again = await open(directory);
    const ids = thingsOf(again.folder.state, key).map(({ id }) => id);
    expect(ids).toHaveLength(1 + Number(/it contains (\d+)/.exec(loss!)![1]));
    expect(ids).toEqual(expect.arrayContaining(['saved_0', 'saved_400', 'later']));
    expect(ids).not.toContain('saved_699');
    await again.folder.close();
  });

  it('is not needed any more where db.json has its commit already', async () => {
    const { directory, path, content } = await left();
    const opened = await open(directory);
    const journal = readFileSync(join(directory, 'journal.ndjson'));
    await opened.folder.compact();
    crash(opened);
    // As if the shorter journal had not taken the place of the longer one.
    writeFileSync(join(directory, 'journal.ndjson'), journal);
    expect(existsSync(path)).toBe(false);
    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(content);
    await again.folder.close();
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
}

/** The lines of a snapshot. */
const linesIn = (bytes: Buffer): string[] => gunzipSync(bytes).toString().trim().split('\n');

/** A snapshot of these lines. */
const packed = (lines: readonly string[]): Buffer => gzipSync(lines.map((line) => `${line}\n`).join(''));
