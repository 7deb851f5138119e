import type { Engine } from '../../src/core/kernel/engine.ts';
import type { SnapshotStore } from '../../src/core/kernel/snapshots.ts';
import { restore, save } from './snapshots.ts';
import { commit, type Task, type Thing, tasks, things } from './things.ts';

const keys = ['root', 'ws_a/test', 'ws_a/live', 'ws_b/test'];

/** Numbers below `limit` that follow from `seed` alone. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % limit;
  };
}

/**
 * Makes the commit after the last one. What it does follows from its number and the state alone, so that whoever
 * makes the same number of commits anew has the same state: new, changed and removed records, records that are removed
 * and made again under their id, and now and then a data set that is emptied and begun anew.
 */
export function step(engine: Engine): void {
  const number = engine.state.seq + 1;
  const random = randomFrom(number * 7919);
  commit(engine, (unit, state) => {
    const key = keys[random(keys.length)]!;
    if (random(400) === 0) unit.drop(key);
    const set = state.set(key);
    unit.put(set, things, thingOf(unit.nextId(set, 'thing'), number));
    for (let times = random(4); times > 0; times--) {
      const id = `named_${random(60)}`;
      if (random(3) === 0) unit.remove(set, things, id);
      if (random(3) > 0) unit.put(set, things, thingOf(id, number));
      const task: Task = { id: `task_${random(30)}`, due_at: random(4) === 0 ? null : `2026-01-${10 + random(18)}` };
      if (random(3) === 0) unit.remove(set, tasks, task.id);
      else unit.put(set, tasks, task);
    }
    const oldest = set.of(things).oldestFirst().next().value;
    if (oldest !== undefined && random(3) === 0) unit.remove(set, things, oldest.id);
  });
}

/**
 * Makes a few commits, and now and then restores a snapshot. Before the twentieth of every forty commits the state is
 * saved, and the fortieth restores it; again, all of it follows from the number of the last commit.
 * @param last the commit to stop at
 */
export async function stepWithRestores(
  engine: Engine,
  snapshots: SnapshotStore,
  last = Number.POSITIVE_INFINITY,
): Promise<void> {
  const place = engine.state.seq % 40;
  if (place === 19) await save(engine, snapshots, 'ws_a', 'twenty');
  if (place === 39) return restore(engine, snapshots, 'ws_a', 'twenty');
  const { seq } = engine.state;
  const next = place < 19 ? 19 : 39;
  for (let count = Math.min(1 + (seq % 7), next - place, last - seq); count > 0; count--) step(engine);
  await engine.kept();
}

const thingOf = (id: string, number: number): Thing => ({
  id,
  group: `g${number % 5}`,
  value: number,
  text: `made by commit ${number} — ${'é'.repeat(number % 90)}`,
});

/** A call that does much, fails at its end, and must leave nothing. */
export function failingStep(engine: Engine): void {
  const random = randomFrom(engine.state.seq);
  try {
    commit(engine, (unit, state) => {
      const set = state.set(keys[random(keys.length)]!);
      for (const { id } of [...set.of(things).oldestFirst()].slice(0, 3)) unit.remove(set, things, id);
      unit.put(set, things, thingOf(unit.nextId(set, 'thing'), 0));
      throw new Refusal();
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

class Refusal extends Error {}
