import type { Journal } from '../../core/kernel/engine.ts';
import type { SnapshotStore } from '../../core/kernel/snapshots.ts';
import type { State } from '../../core/kernel/state.ts';

/** The state of the storage: `degraded`, with a reason, while the disk rejects writes. */
interface StoreStatus {
  kind: 'folder' | 'memory';
  path: string | null;
  /** The size of `db.json` and the journal; null in memory. */
  bytes: number | null;
  status: 'ok' | 'degraded';
  reason: string | null;
}

/** Where the state of an emulator is stored. A data folder and memory have the same interface. */
export interface Store {
  readonly state: State;
  /** Receives the commits of the engine after `begin`; null if commits are not stored. */
  readonly journal: Journal | null;
  /** Whether the state has no commits yet, so that a fixture must be loaded. */
  readonly fresh: boolean;
  readonly snapshots: SnapshotStore;
  status(): StoreStatus;
  /** Stores the address of the emulator for other processes that find the folder in use. */
  noteUrl(url: string): void;
  /** Reads the newest snapshot soon, because a restore is likely to need it. */
  readAhead(): void;
  /**
   * Starts to store commits. No commit is written before.
   * @param writeWaiting called once the store accepts commits; writes the commits that were made in the meantime
   * @throws StorageError if the disk rejects writes
   */
  begin(writeWaiting?: () => void): Promise<void>;
  /** Ends a start that failed at any point. All files stay as they were before the start. */
  discard(): Promise<void>;
  /** Removes deleted records from the files, if the files then are smaller. */
  reduce(): Promise<void>;
  /** Resolves when all commits so far are in `db.json`. */
  compact(): Promise<void>;
  /**
   * Closes cleanly. The engine must have flushed before.
   * @throws StorageError if another process has taken the data folder; the emulator then writes no files there
   */
  close(): Promise<void>;
}
