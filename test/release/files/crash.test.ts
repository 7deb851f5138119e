import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemory } from '../../../src/sandbox/files/memory.ts';
import { bundleWorker, limitedTo, startWorker } from '../../files/start-worker.ts';
import { contentOf, crash, engineOn, makeDirectory, open, removeDirectories } from '../../files/things.ts';
import { randomFrom, step, stepWithRestores } from '../../files/workload.ts';

let worker: string;
beforeAll(async () => {
  worker = await bundleWorker();
});
afterAll(removeDirectories);

/** The number of the last commit that `db.json` has. */
function compactedTo(directory: string): number {
  const path = join(directory, 'db.json');
  return existsSync(path) ? Number(/"seq":(\d+)/.exec(readFileSync(path, 'utf8'))?.[1]) : 0;
}

describe('an emulator that is killed at any moment', () => {
  it.each([[''], ['fsync']])('has kept every commit that it answered, and none by half %s', async (fsync) => {
    const directory = join(makeDirectory(), 'data');
    const model = engineOn(openMemory({ seed: 42 }));
    const random = randomFrom(fsync === '' ? 1 : 2);
    let compactions = 0;
    for (let round = 0; round < 6; round++) {
      const begun = model.state.seq;
      const { child, next, ended } = startWorker(worker, ['work', directory, fsync]);
      const goal = model.state.seq + 1 + random(fsync === '' ? 2_000 : 400);
      let answered = 0;
      while (answered < goal) answered = (await next()).kept ?? answered;
      child.kill('SIGKILL');
      for (let said = await next(); said !== undefined; said = await next()) answered = said.kept ?? answered;
      await ended;

      if (compactedTo(directory) > begun) compactions++;
      const opened = await open(directory);
      const { folder, warnings } = opened;
      expect(folder.state.seq).toBeGreaterThanOrEqual(answered);
      while (model.state.seq < folder.state.seq) step(model);
      model.flush();
      expect(contentOf(folder.state)).toEqual(contentOf(model.state));
      for (const warning of warnings)
        expect(warning).toMatch(/ended with \d+ bytes of an incomplete line; they were dropped/);
      // Every other time the next one finds what a clean stop leaves.
      if (round % 2 === 0) await folder.close();
      else crash(opened);
    }
    expect(compactions).toBeGreaterThan(0);
  });
});

describe('an emulator that restores snapshots and is killed at any moment', () => {
  it.each([[''], ['fsync']])('has the state before a restore or after it, never a mix %s', async (fsync) => {
    const directory = join(makeDirectory(), 'data');
    const model = openMemory({ seed: 42 });
    const engine = engineOn(model);
    const random = randomFrom(fsync === '' ? 3 : 4);
    let named = 0;
    for (let round = 0; round < 5; round++) {
      const { child, next, ended } = startWorker(worker, ['restoreAgain', directory, fsync]);
      const goal = engine.state.seq + 1 + random(fsync === '' ? 600 : 200);
      let answered = 0;
      while (answered < goal) answered = (await next()).kept ?? answered;
      child.kill('SIGKILL');
      for (let said = await next(); said !== undefined; said = await next()) answered = said.kept ?? answered;
      await ended;

      if (existsSync(join(directory, 'restored'))) named++;
      const opened = await open(directory);
      const { folder, warnings } = opened;
      expect(folder.state.seq).toBeGreaterThanOrEqual(answered);
      // A batch that is cut off in the middle ends in the middle here too.
      while (engine.state.seq < folder.state.seq) await stepWithRestores(engine, model.snapshots, folder.state.seq);
      expect(contentOf(folder.state), `round ${round}`).toEqual(contentOf(engine.state));
      for (const warning of warnings)
        expect(warning).toMatch(/ended with \d+ bytes of an incomplete line; they were dropped/);
      if (round % 2 === 0) await folder.close();
      else crash(opened);
    }
    expect(named).toBeGreaterThan(0);
  });
});

describe('a disk that refuses', () => {
  it.each([[''], ['fsync']])(
    'leaves no trace of the write, answers 500, and works again when there is room %s',
    async (fsync) => {
      const directory = join(makeDirectory(), 'data');
      const { next, ended } = startWorker(worker, ['fill', directory, fsync], limitedTo(64));
      const refused = await next();
      expect(refused.refusal).toMatchObject({ status: 500, code: 'storage_unavailable' });
      expect(refused.refusal.message).toMatch(/EFBIG/);
      expect(refused).toMatchObject({
        isSame: true,
        isCutOff: true,
        things: 10,
        status: { kind: 'folder', status: 'degraded' },
      });
      expect(refused.status.reason).toMatch(/EFBIG/);
      expect(await next()).toEqual({ again: 500 });
      const later = await next();
      expect(later.status).toMatchObject({ status: 'ok', reason: null });
      await ended;

      const { folder, warnings } = await open(directory);
      expect(contentOf(folder.state)).toEqual(later.content);
      expect(warnings).toEqual([]);
      await folder.close();
    },
  );

  it('loses nothing that was kept where no new db.json fits either', async () => {
    const directory = join(makeDirectory(), 'data');
    const { next, ended } = startWorker(worker, ['overfill', directory], limitedTo(100));
    const { kept, refusal, warnings } = await next();
    await ended;
    expect(refusal).toMatch(/EFBIG/);
    expect(warnings.join()).toMatch(/db\.json was not updated/);

    const { folder } = await open(directory);
    expect(folder.state.seq).toBe(kept);
    expect(kept).toBeGreaterThan(30);
    await folder.close();
  });
});
