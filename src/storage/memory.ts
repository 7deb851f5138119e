import { randomSeed } from '../engine/ids.ts';
import { State } from '../engine/state.ts';
import { MemoryShelf } from './shelves.ts';
import type { Store } from './store.ts';

/** A store that forgets everything at the end: `--ephemeral`. `seed` null: a random one. */
export function openMemory({ seed }: { seed: number | null }): Store {
  const state = new State(seed ?? randomSeed());
  state.starts = 1;
  return {
    state,
    journal: null,
    fresh: true,
    shelf: new MemoryShelf(),
    status: () => ({ kind: 'memory', path: null, status: 'ok', reason: null }),
    noteUrl() {},
    readAhead() {},
    async snapshot() {},
    async close() {},
  };
}
