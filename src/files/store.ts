import type { Journal } from '../kernel/engine.ts';
import type { SnapshotStore } from '../kernel/snapshots.ts';
import type { State } from '../kernel/state.ts';

/** How the stored data are kept: `degraded` with a reason while the disk refuses writes. */
export interface StoreStatus {
  kind: 'folder' | 'memory';
  path: string | null;
  status: 'ok' | 'degraded';
  reason: string | null;
}

/** Where the state of an emulator lives. A data folder and memory look alike from outside. */
export interface Store {
  readonly state: State;
  /** What the engine writes commits to, once it has begun; null: nowhere. */
  readonly journal: Journal | null;
  /** Whether nothing was ever committed to it, so that a fixture is due. */
  readonly fresh: boolean;
  readonly snapshots: SnapshotStore;
  status(): StoreStatus;
  /** Tells where the emulator listens, for whoever finds the folder in use. */
  noteUrl(url: string): void;
  /** Begins to read the newest snapshot soon: it is likely to be restored. */
  readAhead(): void;
  /**
   * Begins to keep commits. Until now nothing was written.
   * @param writeWaiting called when commits are taken: writes those that were made meanwhile
   * @throws StorageError where the disk refuses
   */
  begin(writeWaiting?: () => void): Promise<void>;
  /** The end of a start that failed, at whatever point: everything is as it was found. */
  discard(): void;
  /** Resolves when everything committed until now is in `db.json`. */
  compact(): Promise<void>;
  /** Nothing is being committed: what makes the next start quicker may be written, in the background. */
  noteCalm(): void;
  /** The clean end. The engine must have flushed. */
  close(): Promise<void>;
}
