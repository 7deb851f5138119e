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
  /** Receives the commits of the engine after `begin`; null: they are not stored. */
  readonly journal: Journal | null;
  /** Whether nothing was ever committed, so that a fixture must be loaded. */
  readonly fresh: boolean;
  readonly snapshots: SnapshotStore;
  status(): StoreStatus;
  /** Tells the address of the emulator to others who find the folder in use. */
  noteUrl(url: string): void;
  /** Soon reads the newest snapshot, which is likely to be restored. */
  readAhead(): void;
  /**
   * Starts to store commits. Nothing is written before.
   * @param writeWaiting called once commits are taken; writes those that were made meanwhile
   * @throws StorageError if the disk refuses
   */
  begin(writeWaiting?: () => void): Promise<void>;
  /** Ends a start that failed at any point: everything stays as it was found. */
  discard(): Promise<void>;
  /** Resolves when everything committed until now is in `db.json`. */
  compact(): Promise<void>;
  /**
   * Closes cleanly. The engine must have flushed.
   * @throws StorageError if the data folder was taken from the emulator; nothing was written there then
   */
  close(): Promise<void>;
}
