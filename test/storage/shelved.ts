import type { Engine } from '../../src/engine/engine.ts';
import { fillSet, type SavedSet, type SnapshotShelf } from '../../src/engine/saved-state.ts';
import { type DataSet, dataSetKey } from '../../src/engine/state.ts';
import { modes, type Workspace } from '../../src/engine/workspace.ts';
import { commit } from './things.ts';

/** Saves the data of a workspace, which needs no record of its own here. */
export async function save(engine: Engine, shelf: SnapshotShelf, workspaceId: string, name: string): Promise<void> {
  const setOf = (key: string): SavedSet => {
    const set = engine.state.set(key);
    const kinds = [...set.collections()].map(({ def }) => ({ def, records: [...set.of(def).oldestFirst()] }));
    return { count: set.count, kinds };
  };
  const [test, live] = modes.map((mode) => setOf(dataSetKey(workspaceId, mode)));
  const id = `snap_${engine.state.starts}_${engine.state.seq}`;
  const snapshot = { id, name, workspace_id: workspaceId, at: '2026-01-01T00:00:00.000Z', records: 0 };
  const workspace = { id: workspaceId } as Workspace;
  await shelf.put(snapshot, { workspace, at: 0, own: [], sets: { test: test!, live: live! } });
}

/** Puts both data sets of a workspace back whole, in one commit. */
export async function goBack(engine: Engine, shelf: SnapshotShelf, workspaceId: string, name: string): Promise<void> {
  const shelved = await shelf.get(workspaceId, name);
  if (shelved === null) throw new Error(`There is no snapshot ${name}.`);
  const sets: DataSet[] = [];
  for (const mode of modes) {
    const set = engine.state.detached(dataSetKey(workspaceId, mode));
    await fillSet(set, shelved.state.sets[mode]);
    sets.push(set);
  }
  const hold = await shelved.hold();
  try {
    commit(engine, (unit) => {
      for (const set of sets) unit.adopt(set, hold.origin);
    });
    await engine.kept();
  } finally {
    hold.end(engine.state.seq);
  }
}
