import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Seed } from '../../src/core/kernel/ids.ts';
import { openMemory } from '../../src/sandbox/files/memory.ts';
import {
  commit,
  contentOf,
  crash,
  engineOn,
  makeDirectory,
  open,
  putThing,
  putWorkspace,
  removeDirectories,
  removeThing,
  tasks,
  thing,
  things,
  thingsOf,
} from './things.ts';

afterEach(removeDirectories);

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1);

describe('a data folder', () => {
  it('is fresh where it is missing, empty, or holds other files only', async () => {
    const parent = makeDirectory();
    for (const name of ['missing', 'empty', 'others', 'deeply/missing']) {
      const directory = join(parent, name);
      if (name === 'empty') mkdirSync(directory);
      if (name === 'others') mkdirSync(join(directory, 'mail'), { recursive: true });
      const opened = await open(directory);
      expect(opened.folder.fresh).toBe(true);
      const bytes: unknown = expect.any(Number);
      expect(opened.folder.status()).toEqual({ kind: 'folder', path: directory, status: 'ok', reason: null, bytes });
      expect(opened.warnings).toEqual([]);
      await opened.folder.close();
    }
  });

  it('is still fresh when the emulator was stopped before it kept anything', async () => {
    const directory = makeDirectory();
    crash(await open(directory));
    const first = await open(directory);
    expect(first.folder.fresh).toBe(true);
    await first.folder.close();
    const second = await open(directory);
    expect(second.folder.fresh).toBe(true);
    await second.folder.close();
  });

  it('gives back after a crash what was written before anybody was answered', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    const { engine } = opened;
    putThing(engine, thing('a', 1, 'Grüße, 漢字, 😀, \u2028 and \\ "quotes"\n'));
    commit(engine, (unit, state) => {
      unit.put(state.root, tasks, { id: 'late', due_at: '2026-02-01T00:00:00.000Z' });
      unit.put(state.root, tasks, { id: 'early', due_at: '2026-01-01T00:00:00.000Z' });
      unit.put(state.root, tasks, { id: 'held', due_at: null });
    });
    await engine.kept();
    putThing(engine, thing('b', 2));
    putThing(engine, thing('a', 4));
    removeThing(engine, 'b');
    commit(engine, (unit, state) => {
      const set = state.set('ws_demo/live');
      unit.put(set, things, thing(unit.nextId(set, 'thing'), 5));
    });
    await engine.kept();
    crash(opened);

    const again = await open(directory);
    expect(again.folder.fresh).toBe(false);
    expect(contentOf(again.folder.state)).toEqual(contentOf(opened.folder.state));
    expect([...again.folder.state.root.of(tasks).inOrder()].map(({ id }) => id)).toEqual(['early', 'late']);
    expect(again.folder.state.set('ws_demo/live').nextId('thing')).toBe(
      opened.folder.state.set('ws_demo/live').nextId('thing'),
    );
    expect(Object.isFrozen(thingsOf(again.folder.state)[0])).toBe(true);
    crash(again);
  });

  it('goes on after a clean stop with all of it in db.json and a journal that is only its head', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    for (let at = 0; at < 20; at++) putThing(opened.engine, thing(`t${at}`, at));
    removeThing(opened.engine, 't3');
    await opened.engine.kept();
    await opened.folder.close();

    const db = JSON.parse(readFileSync(join(directory, 'db.json'), 'utf8'));
    expect(Object.keys(db).slice(0, 5)).toEqual(['format', 'emulator', 'seed', 'seq', 'starts']);
    expect(db).toMatchObject({ format: 1, emulator: '0.1.0', seq: 21, starts: 1 });
    expect(db.sets['ws_demo/test'].collections.thing).toEqual(thingsOf(opened.folder.state));
    expect(linesOf(join(directory, 'journal.ndjson'))).toHaveLength(1);
    expect(readdirSync(directory).sort()).toEqual(['counts', 'db.json', 'journal.ndjson']);

    const again = await open(directory);
    expect(contentOf(again.folder.state)).toEqual(contentOf(opened.folder.state));
    expect(again.warnings).toEqual([]);
    const written = statSync(join(directory, 'db.json'));
    await again.folder.close();
    // Nothing was done: the file stays as it is, and the journal says that there was a start.
    expect(statSync(join(directory, 'db.json'))).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });
    expect(linesOf(join(directory, 'journal.ndjson')).slice(1)).toEqual([expect.stringContaining('{"starts":2,')]);
  });

  it('writes a journal that is NDJSON, each line with the checksum of its bytes', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    putThing(opened.engine, thing('a', 1, 'Grüße'));
    putThing(opened.engine, thing('b', 2));
    await opened.engine.kept();
    const lines = linesOf(join(directory, 'journal.ndjson'));
    for (const line of lines) {
      const [checksum, content] = JSON.parse(line);
      expect(line).toBe(`["${checksum}",${JSON.stringify(content)}]`);
      expect(checksum).toBe(crc32(line.slice(12, -1)).toString(16).padStart(8, '0'));
    }
    expect(JSON.parse(lines[0]!)[1]).toMatchObject({ journal: 'payments-emulator', format: 2, emulator: '0.1.0' });
    expect(lines.slice(1).map((line) => JSON.parse(line)[1].seq)).toEqual([1, 2]);
    await opened.folder.close();
  });

  it('keeps its seed, counts its starts, and says when another seed is asked for', async () => {
    const directory = makeDirectory();
    const first = await open(directory, { seed: 42 });
    expect(first.folder.state).toMatchObject({ seed: 42, starts: 1 });
    crash(first);
    const second = await open(directory);
    expect(second.folder.state).toMatchObject({ seed: 42, starts: 2 });
    expect(second.warnings).toEqual([]);
    putThing(second.engine, thing('a'));
    await second.engine.kept();
    crash(second);
    const third = await open(directory, { seed: 42 });
    expect(third.folder.state).toMatchObject({ seed: 42, starts: 3 });
    await third.folder.close();
    const fourth = await open(directory, { seed: 7 });
    expect(fourth.folder.state).toMatchObject({ seed: 42, starts: 4 });
    expect(fourth.warnings.join()).toMatch(/seed 42.*--seed 7/);
    await fourth.folder.close();
  });

  it('chooses a key of 256 bits by chance where no seed is given, and says so when one is asked for later', async () => {
    const seeds = new Set<Seed>();
    for (let at = 0; at < 4; at++) {
      const { folder } = await open(makeDirectory());
      seeds.add(folder.state.seed);
      expect(folder.state.seed).toMatch(/^[0-9a-f]{64}$/);
      await folder.close();
    }
    expect(seeds.size).toBe(4);
    const directory = makeDirectory();
    const first = await open(directory);
    await first.folder.close();
    const again = await open(directory, { seed: 7 });
    expect(again.folder.state.seed).toBe(first.folder.state.seed);
    expect(again.warnings.join()).toMatch(/was created without a seed.*--seed 7/);
    expect(again.warnings.join()).not.toContain(first.folder.state.seed);
    await again.folder.close();
  });

  it('reads a db.json that was arranged and changed by hand', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    putWorkspace(opened.engine);
    for (let at = 0; at < 5; at++) putThing(opened.engine, thing(`t${at}`, at, 'Grüße'));
    await opened.engine.kept();
    await opened.folder.close();
    const path = join(directory, 'db.json');
    const ours = readFileSync(path, 'utf8');

    const changes: [string, (text: string) => string][] = [
      ['indented', (text) => JSON.stringify(JSON.parse(text), null, 2)],
      ['on one line', (text) => JSON.stringify(JSON.parse(text))],
      ['with Windows line ends and a byte order mark', (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
      ['without the last newline', (text) => text.trimEnd()],
      ['without a comma between two records', (text) => text.replace('},\n{"id":"t3"', '}\n{"id":"t3"')],
      ['with one record over many lines', (text) => text.replace('"id":"t2",', '\n  "id": "t2",\n  ')],
    ];
    for (const [name, change] of changes) {
      writeFileSync(path, change(ours));
      const again = await open(directory);
      expect(contentOf(again.folder.state), name).toEqual(contentOf(opened.folder.state));
      expect(again.warnings, name).toEqual([expect.stringMatching(/db\.json was edited.* the edit is applied\.$/)]);
      crash(again);
    }
    writeFileSync(path, ours.replace('"value":3', '"value":33').replace(/\{"id":"t4".*\n/, ''));
    const edited = await open(directory);
    expect(thingsOf(edited.folder.state).map(({ value }) => value)).toEqual([0, 1, 2, 33]);
    await edited.folder.close();
    expect(JSON.parse(readFileSync(path, 'utf8')).sets['ws_demo/test'].collections.thing).toHaveLength(4);
  });

  it('says so where the journal is missing, and goes on from db.json', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    putThing(opened.engine, thing('a'));
    await opened.engine.kept();
    await opened.folder.close();
    const moved = makeDirectory();
    writeFileSync(join(moved, 'db.json'), readFileSync(join(directory, 'db.json')));
    const again = await open(moved);
    expect(again.warnings.join()).toMatch(/journal\.ndjson is missing.*commit 1/);
    expect(thingsOf(again.folder.state)).toEqual([thing('a')]);
    putThing(again.engine, thing('b'));
    await again.engine.kept();
    crash(again);
    const third = await open(moved);
    expect(thingsOf(third.folder.state)).toEqual([thing('a'), thing('b')]);
    await third.folder.close();
  });

  it('lets nobody else read: folder 0700, files 0600', async () => {
    const directory = join(makeDirectory(), 'data');
    const opened = await open(directory);
    opened.folder.noteUrl('http://127.0.0.1:4747');
    putThing(opened.engine, thing('a'));
    await opened.engine.kept();
    await opened.folder.compact();
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(directory)).toBe('700');
    expect(readdirSync(directory).sort()).toEqual(['counts', 'db.json', 'journal.ndjson', 'lock']);
    for (const name of readdirSync(directory)) expect(modeOf(join(directory, name)), name).toBe('600');
    await opened.folder.close();
  });

  it('keeps all of it with --fsync too', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { fsync: true });
    for (let at = 0; at < 10; at++) {
      putThing(opened.engine, thing(`t${at}`, at));
      await opened.engine.kept();
    }
    await opened.folder.compact();
    putThing(opened.engine, thing('last'));
    await opened.engine.kept();
    crash(opened);
    const again = await open(directory, { fsync: true });
    expect(contentOf(again.folder.state)).toEqual(contentOf(opened.folder.state));
    await again.folder.close();
  });

  it('takes one write for all commits of a turn of the event loop', async () => {
    const opened = await open(makeDirectory());
    const batches: number[] = [];
    const { journal } = opened.folder;
    const engine = engineOn({
      state: opened.folder.state,
      journal: {
        write: (lines) => {
          batches.push(lines.length);
          journal.write(lines);
        },
      },
    });
    for (let at = 0; at < 50; at++) putThing(engine, thing(`t${at}`));
    await engine.kept();
    for (let at = 0; at < 3; at++) putThing(engine, thing(`u${at}`));
    await engine.kept();
    expect(batches).toEqual([50, 3]);
    await opened.folder.close();
  });

  it('refuses a folder that cannot be made or written, in one line', async () => {
    const parent = makeDirectory();
    writeFileSync(join(parent, 'file'), '');
    mkdirSync(join(parent, 'odd', 'journal.ndjson'), { recursive: true });
    for (const directory of [
      join(parent, 'file'),
      join(parent, 'file', 'below'),
      '/proc/emulator',
      join(parent, 'odd'),
    ]) {
      const refusal = await open(directory).then(
        () => null,
        (error: Error) => error,
      );
      expect(refusal?.constructor.name).toBe('StorageError');
      expect(refusal?.message).toContain(directory);
      expect(refusal?.message).toMatch(/^[^\n]*--data-dir[^\n]*$/);
    }
    expect(existsSync(join(parent, 'odd', 'lock'))).toBe(false);
  });

  it('refuses commits after it is closed, and closes only once', async () => {
    const opened = await open(makeDirectory());
    await Promise.all([opened.folder.close(), opened.folder.close()]);
    putThing(opened.engine, thing('a'));
    await expect(opened.engine.kept()).rejects.toThrow(/closed/);
    expect(thingsOf(opened.folder.state)).toEqual([]);
  });
});

describe('memory', () => {
  it('looks like a data folder and keeps nothing', async () => {
    const store = openMemory({ seed: 5 });
    const engine = engineOn(store);
    putThing(engine, thing('a'));
    await engine.kept();
    store.noteUrl('http://127.0.0.1:1');
    await store.compact();
    expect(store).toMatchObject({ fresh: true, journal: null, state: { seed: 5, starts: 1, seq: 1 } });
    expect(store.status()).toEqual({ kind: 'memory', path: null, status: 'ok', reason: null, bytes: null });
    await store.close();
  });
});
