import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  commit,
  contentOf,
  crash,
  makeDirectory,
  type Opened,
  open,
  putThing,
  removeDirectories,
  removeThing,
  thing,
  things,
  thingsOf,
} from './things.ts';
import { failingStep, step } from './workload.ts';

afterEach(removeDirectories);

const patience = { interval: 5 };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * What a crash at this moment would leave. Threads rename `db.json.new` at any time, so that copying is as one moment
 * only in this order.
 */
function filesLeftNow(directory: string): string {
  const copy = makeDirectory();
  for (const name of ['journal.ndjson', 'journal.ndjson.new', 'db.json.new', 'db.json']) {
    try {
      cpSync(join(directory, name), join(copy, name));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return copy;
}

async function contentIn(directory: string): Promise<unknown> {
  const opened = await open(directory);
  const content = contentOf(opened.folder.state);
  const { warnings } = opened;
  crash(opened);
  expect(warnings).toEqual([]);
  expect(readdirSync(directory).filter((name) => name.endsWith('.new'))).toEqual([]);
  return content;
}

async function fill(opened: Opened, count: number, length: number): Promise<void> {
  for (let at = 0; at < count; at++) putThing(opened.engine, thing(`filling_${at}`, at, 'x'.repeat(length)));
  await opened.engine.kept();
}

describe('a compaction', () => {
  it('may be cut short by a crash at any moment, while commits go on, and nothing is lost', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    const { folder, engine } = opened;
    const seen = new Set<string>();
    // On a busy machine a compaction is over before it was looked at: it is looked at again.
    for (let round = 0; round < 2 || (round < 20 && !seen.has('db.json.new')); round++) {
      await fill(opened, 1_500, 900);
      const left: { copy: string; content: unknown }[] = [];
      const startedAt = folder.state.seq;
      let isRunning = true;
      const running = folder.compact().finally(() => {
        isRunning = false;
      });
      while (isRunning) {
        for (let count = 0; count < 3; count++) {
          step(engine);
          failingStep(engine);
        }
        await engine.kept();
        const copy = filesLeftNow(directory);
        left.push({ copy, content: contentOf(folder.state) });
        for (const name of readdirSync(copy)) if (name.endsWith('.new')) seen.add(name);
        await turn();
      }
      await running;
      expect(folder.state.seq).toBeGreaterThan(startedAt + 10);
      left.push({ copy: filesLeftNow(directory), content: contentOf(folder.state) });
      for (const { copy, content } of left) {
        expect(await contentIn(copy)).toEqual(content);
        rmSync(copy, { recursive: true });
      }
    }
    expect([...seen]).toContain('db.json.new');
    await folder.close();
  });

  it('loses nothing between any two of its steps', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { seed: 42 });
    for (let count = 0; count < 300; count++) step(opened.engine);
    await opened.engine.kept();
    await opened.folder.compact();
    for (let count = 0; count < 300; count++) step(opened.engine);
    await opened.engine.kept();
    const before = filesLeftNow(directory);
    await opened.folder.compact();
    const after = filesLeftNow(directory);
    const content = contentOf(opened.folder.state);
    crash(opened);

    const build = (db: string, journal: string, asides: [name: string, from: string, length: number][]): string => {
      const built = makeDirectory();
      cpSync(join(db, 'db.json'), join(built, 'db.json'));
      cpSync(join(journal, 'journal.ndjson'), join(built, 'journal.ndjson'));
      for (const [name, from, length] of asides) {
        cpSync(join(from, name), join(built, `${name}.new`));
        truncateSync(join(built, `${name}.new`), length);
      }
      return built;
    };
    const whole = statSync(join(after, 'db.json')).size;
    const steps = [
      build(before, before, [['db.json', after, 0]]),
      build(before, before, [['db.json', after, whole >> 1]]),
      build(before, before, [['db.json', after, whole]]),
      build(after, before, []),
      build(after, before, [['journal.ndjson', after, 0]]),
      build(after, before, [['journal.ndjson', after, 60]]),
      build(after, after, []),
    ];
    for (const [at, step] of steps.entries()) expect(await contentIn(step), `step ${at}`).toEqual(content);
  });

  it('drops removed records once no commits are made, without being asked', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { compactAt: 50_000 });
    const { engine, folder } = opened;
    await fill(opened, 300, 900);
    await folder.compact();
    const before = statSync(join(directory, 'db.json')).size;
    for (let at = 0; at < 200; at++) removeThing(engine, `filling_${at}`);
    await engine.kept();
    const size = () => statSync(join(directory, 'db.json')).size;
    await expect.poll(size, { ...patience, timeout: 10_000 }).toBeLessThan(before / 2);
    crash(opened);
    expect(await contentIn(directory)).toEqual(contentOf(folder.state));
  });

  it('drops the records at a stop that were removed just before', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { compactAt: 50_000 });
    const { engine, folder } = opened;
    await fill(opened, 300, 900);
    await folder.compact();
    const before = statSync(join(directory, 'db.json')).size;
    commit(engine, (unit) => unit.drop('ws_demo/test'));
    await engine.kept();
    await folder.close();
    expect(statSync(join(directory, 'db.json')).size).toBeLessThan(before / 10);
  });

  it('drops the records that were removed before a crash, after the next start', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { compactAt: 50_000 });
    await fill(opened, 300, 900);
    await opened.folder.compact();
    const before = statSync(join(directory, 'db.json')).size;
    commit(opened.engine, (unit) => unit.drop('ws_demo/test'));
    await opened.engine.kept();
    crash(opened);
    const again = await open(directory, { compactAt: 50_000 });
    const size = () => statSync(join(directory, 'db.json')).size;
    await expect.poll(size, { ...patience, timeout: 10_000 }).toBeLessThan(before / 10);
    crash(again);
  });

  it('keeps the order of creation where a record is removed and made again meanwhile', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    const { engine, folder } = opened;
    await fill(opened, 1_500, 900);
    const running = folder.compact();
    removeThing(engine, 'filling_1400');
    putThing(engine, thing('filling_1400', 7));
    putThing(engine, thing('later'));
    removeThing(engine, 'filling_2');
    await engine.kept();
    await running;
    putThing(engine, thing('last'));
    await engine.kept();
    expect(
      thingsOf(folder.state)
        .slice(-3)
        .map(({ id }) => id),
    ).toEqual(['filling_1400', 'later', 'last']);
    crash(opened);
    expect(await contentIn(directory)).toEqual(contentOf(folder.state));
  });

  it('forgets a data set that is dropped meanwhile', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    const { engine, folder } = opened;
    await fill(opened, 1_500, 900);
    putThing(engine, thing('other'), 'ws_other/test');
    await engine.kept();
    const running = folder.compact();
    commit(engine, (unit, state) => {
      unit.drop('ws_demo/test');
      unit.put(state.set('ws_demo/test'), things, thing('fresh'));
    });
    commit(engine, (unit) => unit.drop('ws_other/test'));
    await engine.kept();
    await running;
    crash(opened);
    const again = await open(directory);
    expect(thingsOf(again.folder.state)).toEqual([thing('fresh')]);
    expect(thingsOf(again.folder.state, 'ws_other/test')).toEqual([]);
    crash(again);
  });

  it('takes over texts of every kind, and a record that is too long to be merged', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { compactAt: 1_000 });
    const { engine, folder } = opened;
    const texts = ['"', '\\', '\\"],[', '}]}', '["first"', 'é 💳 \u2028 \u0000', '\ud800', ''];
    const put = (at: number): void => {
      texts.forEach((text, number) => {
        putThing(engine, thing(`thing "${number}" ${text}`, at, text));
      });
    };
    for (let at = 0; at < 20; at++) {
      put(at);
      await engine.kept();
      if (at % 7 === 3) await folder.compact();
    }
    putThing(engine, thing('long', 1, 'x'.repeat(2_200_000)));
    put(20);
    await engine.kept();
    await folder.compact();
    expect(readFileSync(join(directory, 'db.json'), 'utf8')).toContain('"long"');
    crash(opened);
    expect(await contentIn(directory)).toEqual(contentOf(folder.state));
  });

  it('lets the event loop go on', async () => {
    const opened = await open(makeDirectory());
    await fill(opened, 4_000, 2_000);
    let turns = 0;
    let isRunning = true;
    const running = opened.folder.compact().finally(() => {
      isRunning = false;
    });
    for (; isRunning; turns++) await turn();
    await running;
    expect(turns).toBeGreaterThan(20);
    await opened.folder.close();
  });

  it('is worth nothing where the disk refused a commit meanwhile, of which it may hold a part', async () => {
    const directory = makeDirectory();
    // So little is not merged, but written from memory.
    const opened = await open(directory, { compactAt: 100_000_000 });
    const { engine, folder } = opened;
    const journal = join(directory, 'journal.ndjson');
    await fill(opened, 1_500, 900);
    await folder.compact();
    putThing(engine, thing('kept'));
    await engine.kept();
    const before = readFileSync(join(directory, 'db.json'));

    const running = folder.compact();
    const outcome = running.then(
      () => 'taken',
      (error: Error) => error.message,
    );
    // Somebody else writes to the file: what is put behind that would be lost.
    appendFileSync(journal, 'x');
    commit(engine, (unit, state) => {
      for (const { id } of thingsOf(state)) unit.put(state.set('ws_demo/test'), things, thing(id, 9, 'never kept'));
    });
    await expect(engine.kept()).rejects.toThrow(/was changed while the emulator ran/);
    expect(folder.status()).toMatchObject({ status: 'degraded' });
    truncateSync(journal, statSync(journal).size - 1);
    expect(await outcome).toMatch(/rejected commits in the meantime/);
    expect(readFileSync(join(directory, 'db.json')).equals(before)).toBe(true);

    putThing(engine, thing('kept too'));
    await engine.kept();
    expect(folder.status()).toMatchObject({ status: 'ok', reason: null });
    await folder.compact();
    crash(opened);
    expect(await contentIn(directory)).toEqual(contentOf(folder.state));
    expect(thingsOf(folder.state).some(({ text }) => text === 'never kept')).toBe(false);
  });

  it('waits for its turn where two are asked for, and the later one has everything', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    await fill(opened, 1_500, 900);
    const first = opened.folder.compact();
    putThing(opened.engine, thing('between'));
    const second = opened.folder.compact();
    const third = opened.folder.compact();
    await Promise.all([first, second, third]);
    expect(readFileSync(join(directory, 'db.json'), 'utf8')).toContain('"between"');
    await opened.folder.close();
  });
});

describe('a journal', () => {
  it('is compacted when it outgrows db.json, without being asked', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { compactAt: 50_000 });
    const { folder, engine } = opened;
    let written = 0;
    for (let at = 0; at < 2_000; at++) {
      const length = folder.journal.length;
      putThing(engine, thing(`t${at % 20}`, at, 'x'.repeat(500)));
      await engine.kept();
      written += Math.max(0, folder.journal.length - length);
      await turn();
    }
    expect(written).toBeGreaterThan(1_000_000);
    const sizeAfterOneMore = async () => {
      putThing(engine, thing('more'));
      await engine.kept();
      return statSync(join(directory, 'journal.ndjson')).size;
    };
    await expect.poll(sizeAfterOneMore, patience).toBeLessThan(50_000);
    expect(existsSync(join(directory, 'db.json'))).toBe(true);
    crash(opened);
    expect(await contentIn(directory)).toEqual(contentOf(folder.state));
  });

  it('keeps everything where compacting it fails, says so, and is compacted later', async () => {
    const directory = makeDirectory();
    const opened = await open(directory, { compactAt: 20_000 });
    const { folder, engine, warnings } = opened;
    // Nothing can be written beside db.json while a folder stands there.
    mkdirSync(join(directory, 'db.json.new'));
    for (let at = 0; at < 150; at++) {
      putThing(engine, thing(`t${at}`, at, 'x'.repeat(500)));
      await engine.kept();
    }
    await expect.poll(() => warnings.join(), patience).toMatch(/not compacted \(EISDIR.*It still has all commits/);
    expect(folder.status()).toMatchObject({ status: 'ok' });
    rmSync(join(directory, 'db.json.new'), { recursive: true });
    const isSaved = async () => {
      putThing(engine, thing('more', 0, 'x'.repeat(5_000)));
      await engine.kept();
      return existsSync(join(directory, 'db.json')) && folder.journal.length < 20_000;
    };
    await expect.poll(isSaved, patience).toBe(true);
    crash(opened);
    expect(await contentIn(directory)).toEqual(contentOf(folder.state));
  });

  it('that is removed while the emulator runs takes no more commits, and a stop saves what is known', async () => {
    const directory = makeDirectory();
    const { folder, engine } = await open(directory);
    putThing(engine, thing('a'));
    await engine.kept();
    rmSync(join(directory, 'journal.ndjson'));
    putThing(engine, thing('b'));
    await expect(engine.kept()).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(/was moved or removed/),
    });
    expect(folder.status().status).toBe('degraded');
    await expect(folder.close()).rejects.toThrow(/was moved or removed .* db\.json contains all acknowledged changes/);
    const again = await open(directory);
    expect(thingsOf(again.folder.state)).toEqual([thing('a')]);
    await again.folder.close();
  });
});
