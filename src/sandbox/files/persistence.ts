import type { Journal } from '../../core/kernel/engine.ts';
import type { SnapshotStore } from '../../core/kernel/snapshots.ts';
import type { State } from '../../core/kernel/state.ts';

/** The condition of the storage: `degraded` with a reason while the disk refuses writes. */
export interface StoreStatus {
  kind: 'folder' | 'memory';
  path: string | null;
  status: 'ok' | 'degraded';
  reason: string | null;
}

/** Where the state of an emulator is stored. A data folder and memory have the same interface. */
export interface Store {
  readonly state: State;
  /** Receives the commits of the engine after `begin`; null: commits are not stored. */
  readonly journal: Journal | null;
  /** Whether the state has no commit yet, so that a fixture must be loaded. */
  readonly fresh: boolean;
  readonly snapshots: SnapshotStore;
  status(): StoreStatus;
  /** Stores the address of the emulator for other processes, which find the folder in use. */
  noteUrl(url: string): void;
  /** Reads the newest snapshot soon, because a restore is likely to need it. */
  readAhead(): void;
  /**
   * Starts to store commits. No commit is written before.
   * @param writeWaiting called once the store accepts commits; writes the commits that were made meanwhile
   * @throws StorageError if the disk refuses
   */
  begin(writeWaiting?: () => void): Promise<void>;
  /** Ends a start that failed at any point: all files stay as the start found them. */
  discard(): Promise<void>;
  /** Resolves when all commits until now are in `db.json`. */
  compact(): Promise<void>;
  /**
   * Closes cleanly. The engine must have flushed.
   * @throws StorageError if another process has taken the data folder; the emulator then writes no file there
   */
  close(): Promise<void>;
}
