import { expect, it } from 'vitest';
import { collectWhenIdle } from '../../src/cli/commands/start/idle-garbage.ts';
import { openMemory } from '../../src/sandbox/files/memory.ts';
import { engineOn, putThing, thing } from '../files/things.ts';

it('garbage is collected after the start and once many commits are over, and not where memory has hardly grown', async () => {
  const engine = engineOn(openMemory({ seed: 42 }));
  let used = 100;
  const collectedAt: number[] = [];
  const collect = async (): Promise<void> => {
    collectedAt.push(used);
    used = 100;
  };
  /** How often it has looked whether commits go on. */
  let looks = 0;
  const look = (): number => {
    looks++;
    return used;
  };
  collectWhenIdle(engine, { used: look, collect, calm: 5, muchGrowth: 50 });
  await expect.poll(() => collectedAt).toEqual([100]);
  const afterCommit = async (bytes: number): Promise<void> => {
    used = bytes;
    const before = looks;
    putThing(engine, thing(`t${bytes}`));
    await engine.kept();
    await expect.poll(() => looks).toBeGreaterThan(before);
  };
  await afterCommit(120);
  await afterCommit(200);
  await afterCommit(149);
  await afterCommit(170);
  await expect.poll(() => collectedAt).toEqual([100, 200, 170]);
});

it('garbage is not collected while there are calls', async () => {
  const engine = engineOn(openMemory({ seed: 42 }));
  let looks = 0;
  let callsLeft = 5;
  const state = engine.state;
  const called = {
    state,
    onCommit: engine.onCommit.bind(engine),
    get calls() {
      looks++;
      if (callsLeft > 0) callsLeft--;
      return callsLeft;
    },
  };
  const looksAtCollection = new Promise<number>((resolve) => {
    const collect = async () => resolve(looks);
    collectWhenIdle(called, { used: () => 100, collect, calm: 5, muchGrowth: 50 });
  });
  expect(await looksAtCollection).toBeGreaterThan(5);
});
