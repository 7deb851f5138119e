import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Turns } from '../../src/core/base/turns.ts';
import { packOf } from '../../src/core/kernel/packing.ts';
import { decodeLine, encodeLines } from '../../src/sandbox/files/journal/checksummed-lines.ts';
import {
  contentOf,
  crash,
  makeDirectory,
  type Opened,
  open,
  putThing,
  putWorkspace,
  registry,
  removeDirectories,
  thing,
  things,
  thingsOf,
} from './things.ts';
import { randomFrom, step } from './workload.ts';

afterEach(removeDirectories);

const always = { cacheAt: 1, seed: 42 };

/** A folder that was left cleanly, with a cache of a few hundred records and their state. */
async function leftFolder(steps = 200): Promise<{ directory: string; content: unknown }> {
  const directory = makeDirectory();
  const opened = await open(directory, always);
  putWorkspace(opened.engine);
  for (let at = 0; at < 600; at++) putThing(opened.engine, thing(`thing "${at}", é`, at, `text ${at} \u0080ÿ`));
  for (let count = 0; count < steps; count++) step(opened.engine);
  await opened.engine.kept();
  const content = contentOf(opened.folder.state);
  await opened.folder.close();
  return { directory, content };
}

/** What a start makes of a folder, and whether it read the cache. */
async function startOf(directory: string): Promise<{ isCached: boolean; content: unknown; warnings: string[] }> {
  const opened = await open(directory, always);
  const { isCached } = opened.folder.database;
  const content = contentOf(opened.folder.state);
  const { warnings } = opened;
  crash(opened);
  return { isCached, content, warnings };
}

/** Packs some of what an open folder holds. */
async function packSome({ folder: { state } }: Opened, limit: (below: number) => number): Promise<void> {
  for (const set of state.sets()) {
    const collection = set.of(things);
    const entries = collection.oldestPackable(limit(200));
    if (entries.length === 0) continue;
    const pack = await packOf(collection, entries, new Turns());
    collection.packs.add(pack);
    for (const [number, entry] of entries.entries()) collection.bringInto(pack, number, entry, entry.record);
  }
}

describe('the cache of a data folder', () => {
  it('holds what the files do: a start reads it, and goes on as without', async () => {
    const { directory, content } = await leftFolder();
    expect(statSync(join(directory, 'db.cache')).mode & 0o777).toBe(0o600);
    expect(await startOf(directory)).toEqual({ isCached: true, content, warnings: [] });
    const without = makeDirectory();
    cpSync(directory, without, { recursive: true });
    rmSync(join(without, 'db.cache'));
    const folders = [await open(directory, always), await open(without, always)];
    expect(folders.map(({ folder }) => folder.database.isCached)).toEqual([true, false]);
    for (const { engine } of folders) for (let count = 0; count < 300; count++) step(engine);
    for (const { engine } of folders) await engine.kept();
    const [one, other] = folders.map(({ folder }) => contentOf(folder.state));
    expect(one).toEqual(other);
    for (const opened of folders) crash(opened);
    expect(await startOf(directory)).toEqual({ isCached: true, content: one, warnings: [] });
  });

  it.each([[1], [2]])('never changes what a start finds, whatever became of the folder before (%i)', async (seed) => {
    const random = randomFrom(seed);
    const directory = makeDirectory();
    let content: unknown;
    let cached = 0;
    for (let round = 0; round < 15; round++) {
      const opened = await open(directory, always);
      const { folder, engine } = opened;
      if (round > 0) expect(contentOf(folder.state)).toEqual(content);
      if (folder.database.isCached) cached++;
      for (let count = random(60); count > 0; count--) step(engine);
      await engine.kept();
      if (random(2) === 0) await packSome(opened, random);
      if (random(3) === 0) await folder.compact();
      for (let count = random(60); count > 0; count--) step(engine);
      await engine.kept();
      content = contentOf(folder.state);
      if (random(2) === 0) await folder.close();
      else crash(opened);
    }
    expect(cached).toBeGreaterThan(3);
  });

  it.each([
    ['nothing', 0, 64 * 1024 * 1024],
    ['little, in a folder that takes long to write,', 3, 1_000],
  ])('stays as it is at a stop after %s was done, and so does db.json', async (_what, count, compactAt) => {
    const { directory } = await leftFolder();
    const written = () => ['db.cache', 'db.json'].map((name) => statSync(join(directory, name)).mtimeMs);
    const before = written();
    for (let round = 0; round < 3; round++) {
      const opened = await open(directory, { ...always, compactAt });
      expect(opened.folder.database.isCached).toBe(true);
      for (let at = 0; at < count; at++) putThing(opened.engine, thing(`of round ${round}, ${at}`));
      await opened.engine.kept();
      const content = contentOf(opened.folder.state);
      await opened.folder.close();
      expect(written()).toEqual(before);
      expect(await startOf(directory)).toEqual({ isCached: true, content, warnings: [] });
    }
  });

  it('spares a start the lines of the journal that it holds, and counts them', async () => {
    const { directory } = await leftFolder();
    const [cache, journal] = ['db.cache', 'journal.ndjson'].map((name) => join(directory, name)) as [string, string];
    rmSync(cache);
    const opened = await open(directory, { ...always, compactAt: 1_000 });
    putThing(opened.engine, thing('held'));
    await opened.engine.kept();
    opened.folder.noteCalm();
    await expect.poll(() => existsSync(cache)).toBe(true);
    putThing(opened.engine, thing('later'));
    await opened.engine.kept();
    const content = contentOf(opened.folder.state);
    await opened.folder.close();

    // What nobody could read, and what the cache says that it has read.
    const lines = readFileSync(journal, 'utf8').split('\n');
    const held = lines.findIndex((line) => line.includes('"held"'));
    lines[held] = lines[held]!.replace('"held"', '"HELD"');
    writeFileSync(journal, lines.join('\n'));
    const bytes = readFileSync(cache);
    const end = bytes.indexOf('\n');
    const head = decodeLine(bytes, 0, end, 'cache') as { journal: { offset: number; sum: number } };
    head.journal.sum = crc32(readFileSync(journal).subarray(0, head.journal.offset));
    writeFileSync(cache, Buffer.concat([encodeLines([JSON.stringify(head)]), bytes.subarray(end + 1)]));
    expect(await startOf(directory)).toEqual({ isCached: true, content, warnings: [] });

    const later = lines.findIndex((line) => line.includes('"later"'));
    expect(later).toBeGreaterThan(held);
    writeFileSync(journal, lines.join('\n').replace('"later"', '"LATER"'));
    await expect(startOf(directory)).rejects.toThrow(`(line ${later + 1})`);
  });

  it('is not read where one of the files is another one', async () => {
    // An edited file must go together; what the steps make belongs to no workspace.
    const { directory, content } = await leftFolder(0);
    const changed = async (change: (path: (name: string) => string) => void) => {
      const copy = makeDirectory();
      cpSync(directory, copy, { recursive: true });
      change((name) => join(copy, name));
      return startOf(copy);
    };
    const edited = await changed((path) => {
      writeFileSync(path('db.json'), readFileSync(path('db.json'), 'utf8').replace('text 5 ', 'TEXT 5 '));
    });
    expect(edited.isCached).toBe(false);
    expect(edited.warnings.join()).toContain('was edited');
    expect(JSON.stringify(edited.content)).toContain('TEXT 5 ');
    const headless = await changed((path) => {
      writeFileSync(path('db.json'), readFileSync(path('db.json'), 'utf8').replace('"starts":1', '"starts":1 '));
    });
    expect(headless.isCached).toBe(false);
    expect(headless.content).toEqual(content);
    const other = await changed((path) => {
      const head = readFileSync(path('journal.ndjson'));
      head[head.length - 5]! ^= 1;
      writeFileSync(path('journal.ndjson'), head);
    }).catch((error) => error);
    expect(String(other)).toContain('journal.ndjson');
    expect(await changed((path) => rmSync(path('db.cache')))).toEqual({ isCached: false, content, warnings: [] });
  });

  it('is not read where the journal lacks what it holds', async () => {
    const directory = makeDirectory();
    const first = await open(directory, always);
    for (let count = 0; count < 100; count++) step(first.engine);
    await first.engine.kept();
    await first.folder.compact();
    putThing(first.engine, thing('last', 1));
    await first.engine.kept();
    first.folder.noteCalm();
    await expect.poll(() => existsSync(join(directory, 'db.cache'))).toBe(true);
    crash(first);
    expect(JSON.stringify((await startOf(directory)).content)).toContain('"last"');
    const journal = join(directory, 'journal.ndjson');
    const lines = readFileSync(journal, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"last"'));
    truncateSync(journal, lines.slice(0, at).join('\n').length + 1);
    const { isCached, content } = await startOf(directory);
    expect(isCached).toBe(false);
    expect(JSON.stringify(content)).not.toContain('"last"');
  });

  it('is not read where a byte of it is another one, and is made anew', async () => {
    const { directory, content } = await leftFolder();
    const path = join(directory, 'db.cache');
    const bytes = readFileSync(path);
    const random = randomFrom(7);
    const places = [0, 5, 20, bytes.indexOf('\n'), bytes.length - 2, bytes.length - 30];
    for (let count = 0; count < 12; count++) places.push(random(bytes.length));
    for (const place of places) {
      const broken = Buffer.from(bytes);
      broken[place]! ^= 1 << random(8);
      writeFileSync(path, broken);
      expect(await startOf(directory), `byte ${place}`).toEqual({ isCached: false, content, warnings: [] });
    }
    for (const length of [0, 1, 100, bytes.length >> 1, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length));
      expect(await startOf(directory), `${length} bytes`).toEqual({ isCached: false, content, warnings: [] });
    }
    const opened = await open(directory, always);
    opened.folder.noteCalm();
    await expect.poll(() => statSync(path).size).toBeGreaterThan(1_000);
    await opened.folder.close();
    expect(await startOf(directory)).toEqual({ isCached: true, content, warnings: [] });
  });

  it('is not made for few records, nor while commits are made', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { ...always, cacheAt: 1_000 });
    for (let count = 0; count < 50; count++) step(opened.engine);
    await opened.engine.kept();
    await opened.folder.close();
    expect(existsSync(join(directory, 'db.cache'))).toBe(false);
    const again = await open(directory, always);
    again.folder.noteCalm();
    step(again.engine);
    await again.engine.kept();
    expect(thingsOf(again.folder.state, 'root').length).toBeGreaterThan(0);
    crash(again);
    expect(existsSync(join(directory, 'db.cache'))).toBe(false);
    expect([...registry.collections.keys()]).toContain('thing');
  });
});
