import type { Engine } from '../../src/core/kernel/engine.ts';
import {
  countStored,
  fillSet,
  type SetContent,
  type SnapshotContent,
  type SnapshotStore,
} from '../../src/core/kernel/snapshots.ts';
import { type DataSet, dataSetKey } from '../../src/core/kernel/state.ts';
import { modes, type Workspace } from '../../src/core/kernel/workspace.ts';
import { commit } from './things.ts';

/** Saves the data of a workspace, which needs no record of its own here. */
export async function save(engine: Engine, snapshots: SnapshotStore, workspaceId: string, name: string): Promise<void> {
  const contentOf = (key: string): SetContent => {
    const set = engine.state.set(key);
    const kinds = [...set.collections()].map(({ def }) => ({ def, records: [...set.of(def).oldestFirst()] }));
    return { count: set.count, kinds };
  };
  const [test, live] = modes.map((mode) => contentOf(dataSetKey(workspaceId, mode)));
  const workspace = { id: workspaceId } as Workspace;
  const content: SnapshotContent = { workspace, at: 0, own: [], sets: { test: test!, live: live! } };
  const id = `snap_${engine.state.starts}_${engine.state.seq}`;
  const at = '2026-01-01T00:00:00.000Z';
  await snapshots.save({ id, name, workspace_id: workspaceId, at, records: countStored(content) }, content);
}

/** Replaces both data sets of a workspace by those of a snapshot, in one commit. */
export async function restore(
  engine: Engine,
  snapshots: SnapshotStore,
  workspaceId: string,
  name: string,
): Promise<void> {
  const found = await snapshots.find(workspaceId, name);
  if (found === null) throw new Error(`There is no snapshot ${name}.`);
  const sets: DataSet[] = [];
  for (const mode of modes) {
    const set = engine.state.detached(dataSetKey(workspaceId, mode));
    await fillSet(set, found.content.sets[mode]);
    sets.push(set);
  }
  const pin = await found.pin();
  try {
    commit(engine, (unit) => {
      for (const set of sets) unit.adopt(set, pin.origin);
    });
    await engine.kept();
  } finally {
    pin.release(engine.state.seq);
  }
}
