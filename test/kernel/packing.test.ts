import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/kernel/engine.ts';
import { Packing } from '../../src/core/kernel/packing.ts';
import { openMemory } from '../../src/sandbox/files/memory.ts';
import { commit, contentOf, engineOn, putThing, thing, things } from '../files/things.ts';
import { failingStep, step } from '../files/workload.ts';

const patience = { interval: 5 };
let stop: (() => Promise<void>) | null = null;
afterEach(() => stop?.());

interface Bench {
  readonly engine: Engine;
  /** Resolves when everything is packed. */
  readonly calm: () => Promise<void>;
}

function begin(engine: Engine, least = 10): Bench {
  /** The last commit when everything was packed. */
  let packed = -1;
  const noteCalm = () => {
    packed = engine.state.seq;
  };
  const packing = new Packing(engine, { noteCalm, least, interval: 10 });
  packing.start();
  stop = () => packing.stop();
  return {
    engine,
    calm: async () => {
      await expect.poll(() => packed, patience).toBe(engine.state.seq);
    },
  };
}

const inMemory = () => engineOn(openMemory({ seed: 42 }));
const fill = (engine: Engine, from: number, to: number): void => {
  for (let at = from; at < to; at++) putThing(engine, thing(`thing_${at}`, at));
};
const own = ({ state }: Engine) => state.set('ws_demo/test').of(things);

describe('packing', () => {
  it('takes all of a collection that has many when no commits are made, and leaves few alone', async () => {
    const { engine, calm } = begin(inMemory());
    fill(engine, 0, 100);
    for (let at = 0; at < 5; at++) putThing(engine, thing(`few_${at}`), 'ws_demo/live');
    const before = contentOf(engine.state);
    await calm();
    expect(own(engine).packableSize).toBe(0);
    expect(own(engine).packs.size).toBe(100);
    expect(engine.state.set('ws_demo/live').of(things).packs.size).toBe(0);
    expect(contentOf(engine.state)).toEqual(before);
  });

  it('never takes what belongs to no workspace', async () => {
    const { engine, calm } = begin(inMemory());
    for (let at = 0; at < 100; at++) putThing(engine, thing(`thing_${at}`), 'root');
    await calm();
    expect(engine.state.root.of(things).packs.size).toBe(0);
  });

  it('takes the oldest of a great many while commits go on', async () => {
    const { engine } = begin(inMemory());
    let at = 0;
    const isPacked = async () => {
      fill(engine, at, at + 40);
      at += 40;
      await engine.kept();
      return own(engine).packs.size > 0;
    };
    await expect.poll(isPacked, patience).toBe(true);
    // Half of the 40 that may lie unpacked stay so.
    expect(own(engine).packableSize).toBeGreaterThanOrEqual(20);
    expect(own(engine).get(`thing_${at - 1}`)).toEqual(thing(`thing_${at - 1}`, at - 1));
    expect(own(engine).size).toBe(at);
  });

  it('keeps the packs few while commits go on', async () => {
    const { engine, calm } = begin(inMemory());
    let at = 0;
    const areMany = async () => {
      fill(engine, at, at + 40);
      at += 40;
      await engine.kept();
      return own(engine).packs.size;
    };
    await expect.poll(areMany, patience).toBeGreaterThan(1_500);
    // Of 20 records each.
    expect(own(engine).packs.all.length).toBeLessThan(25);
    await calm();
    expect(own(engine).packs.all.length).toBeLessThan(4);
    expect([...own(engine).oldestFirst()].map(({ id }) => id)).toEqual(
      Array.from({ length: at }, (_, n) => `thing_${n}`),
    );
  });

  it('makes one pack of many small ones', async () => {
    const { engine, calm } = begin(inMemory());
    for (let round = 0; round < 6; round++) {
      fill(engine, round * 20, round * 20 + 20);
      await calm();
      commit(engine, (unit, state) => unit.remove(state.set('ws_demo/test'), things, `thing_${round * 20 + 3}`));
    }
    await calm();
    expect(own(engine).size).toBe(6 * 19);
    expect(own(engine).packs.all.length).toBeLessThan(4);
    const ids = [...own(engine).newestFirst({ group: ['g1'] })].map(({ id }) => id);
    const left = Array.from({ length: 120 }, (_, at) => at).filter((at) => at % 20 !== 3 && at % 3 === 1);
    expect(ids).toEqual(left.reverse().map((at) => `thing_${at}`));
  });

  it('changes nothing that anybody sees, whatever is done meanwhile, also where it is undone', async () => {
    const [one, other] = [begin(inMemory(), 4), { engine: inMemory() }];
    for (let round = 0; round < 12; round++) {
      for (const { engine } of [one, other]) {
        for (let count = 0; count < 40; count++) {
          step(engine);
          failingStep(engine);
        }
        await engine.kept();
      }
      if (round % 3 === 0) await one.calm();
      expect(contentOf(one.engine.state)).toEqual(contentOf(other.engine.state));
    }
  });

  it('waits for what may still be undone', async () => {
    let refuses = false;
    const journal = {
      write: () => {
        if (refuses) throw new Error('no space left');
      },
    };
    const { state } = openMemory({ seed: 42 });
    const { engine, calm } = begin(engineOn({ state, journal }), 4);
    fill(engine, 0, 50);
    await calm();
    const before = contentOf(engine.state);
    refuses = true;
    for (let at = 0; at < 30; at++) {
      commit(engine, (unit) => {
        const all = state.set('ws_demo/test');
        if (at % 3 === 0) unit.remove(all, things, `thing_${at}`);
        else unit.put(all, things, thing(`thing_${at}`, -1));
      });
    }
    await expect(engine.kept()).rejects.toThrow(/no space left/);
    expect(contentOf(engine.state)).toEqual(before);
    refuses = false;
    fill(engine, 50, 60);
    await calm();
    expect(own(engine).packs.size).toBe(60);
  });
});
