import type { SavedState, Shelved, Snapshot, SnapshotShelf } from '../engine/saved-state.ts';

/** What a snapshot is found by. */
export const keyOf = (workspaceId: string, name: string): string => `${workspaceId}/${name}`;
/** The snapshots of a workspace, where those of all were put in the order in which they were saved. */
export const newestFirst = (kept: Iterable<{ readonly snapshot: Snapshot }>, workspaceId: string): Snapshot[] =>
  [...kept]
    .map(({ snapshot }) => snapshot)
    .filter((snapshot) => snapshot.workspace_id === workspaceId)
    .reverse();

/** Snapshots that last as long as the process. */
export class MemoryShelf implements SnapshotShelf {
  readonly #kept = new Map<string, { readonly snapshot: Snapshot; readonly state: SavedState }>();

  async put(snapshot: Snapshot, state: SavedState): Promise<void> {
    const key = keyOf(snapshot.workspace_id, snapshot.name);
    this.#kept.delete(key);
    this.#kept.set(key, { snapshot, state });
  }

  async get(workspaceId: string, name: string): Promise<Shelved | null> {
    const kept = this.#kept.get(keyOf(workspaceId, name));
    if (kept === undefined) return null;
    return { state: kept.state, isNameable: true, hold: async () => ({ origin: null, end: () => {} }) };
  }

  async list(workspaceId: string): Promise<Snapshot[]> {
    return newestFirst(this.#kept.values(), workspaceId);
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    return this.#kept.delete(keyOf(workspaceId, name));
  }
}
