import { randomSeed } from '../../core/kernel/ids.ts';
import type { Snapshot, SnapshotContent, SnapshotStore, StoredSnapshot } from '../../core/kernel/snapshots.ts';
import { State } from '../../core/kernel/state.ts';
import type { Store } from './persistence.ts';

/** A store in memory only, for `--ephemeral`. If `seed` is null, the seed is random. */
export function openMemory({ seed }: { seed: number | null }): Store {
  const state = new State(seed ?? randomSeed());
  state.starts = 1;
  return memoryOf(state, true);
}

/** A store in memory only that starts from a state. */
export const openMemoryWith = (state: State): Store => memoryOf(state, false);

function memoryOf(state: State, fresh: boolean): Store {
  return {
    state,
    journal: null,
    fresh,
    snapshots: new MemorySnapshots(),
    status: () => ({ kind: 'memory', path: null, bytes: null, status: 'ok', reason: null }),
    noteUrl() {},
    readAhead() {},
    async begin(writeWaiting = () => {}) {
      writeWaiting();
    },
    async discard() {},
    async compact() {},
    async reduce() {},
    async close() {},
  };
}

/** The key of a snapshot. */
export const keyOf = (workspaceId: string, name: string): string => `${workspaceId}/${name}`;

/** The snapshots of a workspace, newest first, selected from all snapshots in the order in which they were saved. */
export const newestFirst = (kept: Iterable<{ readonly snapshot: Snapshot }>, workspaceId: string): Snapshot[] =>
  [...kept]
    .map(({ snapshot }) => snapshot)
    .filter((snapshot) => snapshot.workspace_id === workspaceId)
    .reverse();

/** Snapshots that last as long as the process. */
class MemorySnapshots implements SnapshotStore {
  readonly #kept = new Map<string, { readonly snapshot: Snapshot; readonly content: SnapshotContent }>();

  async save(snapshot: Snapshot, content: SnapshotContent): Promise<void> {
    const key = keyOf(snapshot.workspace_id, snapshot.name);
    this.#kept.delete(key);
    this.#kept.set(key, { snapshot, content });
  }

  async find(workspaceId: string, name: string): Promise<StoredSnapshot | null> {
    const kept = this.#kept.get(keyOf(workspaceId, name));
    if (kept === undefined) return null;
    return { content: kept.content, pin: async () => ({ origin: null, release() {} }) };
  }

  async list(workspaceId: string): Promise<Snapshot[]> {
    return newestFirst(this.#kept.values(), workspaceId);
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    return this.#kept.delete(keyOf(workspaceId, name));
  }
}
