import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { wakeAfter } from '../engine/clock.ts';
import { randomSeed } from '../engine/ids.ts';
import type { Registry } from '../engine/registry.ts';
import { State } from '../engine/state.ts';
import { damaged, StorageError, unusable } from './errors.ts';
import { createJournal, JournalFile } from './journal-file.ts';
import { headOf, journalFormat } from './journal-format.ts';
import { replayJournal, restoredFolder } from './journal-reader.ts';
import { Lock } from './lock.ts';
import { RestoredFiles } from './restored-files.ts';
import { SnapshotFile } from './snapshot-file.ts';
import { readSnapshot } from './snapshot-reader.ts';
import { FolderShelf } from './snapshot-shelf.ts';
import { Snapshots } from './snapshots.ts';
import type { Store, StoreStatus } from './store.ts';

export interface DataFolderOptions {
  directory: string;
  registry: Registry;
  /** The seed of a fresh folder; null: a random one. A folder keeps the seed it was begun with. */
  seed: number | null;
  /** The emulator's version, for the heads of the files. */
  version: string;
  /** Whether each batch of commits is put on the disk before it is answered, for a loss of power. */
  fsync: boolean;
  /** Told what a person should know. */
  warn: (message: string) => void;
  /** The bytes a journal may grow to before it is compacted, or twice the snapshot, whichever is more. Default 64 MiB. */
  compactAt?: number;
}

const defaultCompactAt = 64 * 1024 * 1024;
/** How long the last snapshot may take, in milliseconds: a stop is over within five seconds. */
const longestLastSnapshot = 3_500;
/** How long after the start a snapshot is read that may be asked for, in milliseconds: the first calls go before. */
const readAheadAfter = 250;

/**
 * Opens a data folder: takes its lock, reads `db.json` and puts the journal on over it. A missing or empty folder is
 * fresh; files that are not as an emulator left them are refused and stay as they are.
 * @throws StorageError with one line for the person who started the emulator
 */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const directory = resolve(options.directory);
  let lock: Lock | null = null;
  try {
    makeDirectory(directory);
    lock = Lock.acquire(directory);
    return await open({ ...options, directory }, lock);
  } catch (error) {
    lock?.release();
    throw error instanceof StorageError ? error : unusable(directory, error);
  }
}

/** Keys and signing secrets lie there: the folder is its owner's alone. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  mkdirSync(dirname(directory), { recursive: true });
  mkdirSync(directory, { mode: 0o700 });
}

async function open(options: DataFolderOptions, lock: Lock): Promise<DataFolder> {
  const { directory, registry, version, warn, fsync } = options;
  const path = join(directory, 'db.json');
  const journalPath = join(directory, 'journal.ndjson');

  const { Low } = await import('lowdb');
  const file = new SnapshotFile({ path, registry, version });
  const db = new Low<State>(file, new State(options.seed ?? randomSeed()));
  await db.read();
  const saved = file.size === 0 ? null : db.data;
  const savedSeq = saved?.seq ?? null;

  const replay = existsSync(journalPath) ? await replayJournal(journalPath, saved, registry) : null;
  if (replay !== null) db.data = replay.state;
  const state = db.data;
  if (options.seed !== null && options.seed !== state.seed) {
    warn(
      `${directory} was begun with the seed ${state.seed} and keeps it; --seed ${options.seed} is for a fresh folder.`,
    );
  }
  if (replay === null && saved !== null) {
    warn(`${journalPath} is missing: what was done after db.json was written (commit ${saved.seq}) is not there.`);
  }
  if (replay !== null && replay.torn > 0) {
    warn(
      `${journalPath} ended in ${replay.torn} bytes of a line that was cut off while it was written; they are dropped.`,
    );
  }

  // All is well and ours. What a crash left beside the files was never in use.
  rmSync(`${path}.new`, { force: true });
  rmSync(`${journalPath}.new`, { force: true });
  state.starts++;
  const goesOn = replay !== null && replay.seq === state.seq;
  if (!goesOn) createJournal(journalPath, headOf(version, state.seed, state.starts, state.seq));
  const { length, format } = goesOn ? replay : { length: null, format: journalFormat };
  const journal = JournalFile.open({ path: journalPath, fsync }, { seq: state.seq, length, format });
  try {
    if (goesOn) journal.note(state.starts, version);
  } catch (error) {
    journal.close();
    throw error;
  }
  const compactAt = options.compactAt ?? defaultCompactAt;
  const restored = new RestoredFiles(restoredFolder(journalPath), goesOn ? replay.namings : []);
  const snapshots = new Snapshots({ db, file, journal, restored, version, warn, compactAt, saved: savedSeq });
  const takesFiles = () => journal.takesFiles;
  const shelf = new FolderShelf({ folder: join(directory, 'snapshots'), registry, state, restored, takesFiles, warn });
  return new DataFolder({ directory, state, journal, shelf, snapshots, lock, file, registry });
}

interface Parts {
  directory: string;
  state: State;
  journal: JournalFile;
  shelf: FolderShelf;
  snapshots: Snapshots;
  lock: Lock;
  file: SnapshotFile;
  registry: Registry;
}

/** A data folder in use: `db.json`, a snapshot, and `journal.ndjson`, the commits since. */
export class DataFolder implements Store {
  readonly directory: string;
  readonly state: State;
  readonly journal: JournalFile;
  readonly shelf: FolderShelf;
  readonly fresh: boolean;
  readonly #snapshots: Snapshots;
  readonly #lock: Lock;
  readonly #file: SnapshotFile;
  readonly #registry: Registry;
  #noReadAhead = (): void => {};
  #closing: Promise<void> | null = null;

  constructor({ directory, state, journal, shelf, snapshots, lock, file, registry }: Parts) {
    this.directory = directory;
    this.#file = file;
    this.#registry = registry;
    this.state = state;
    this.journal = journal;
    this.shelf = shelf;
    this.fresh = state.seq === 0;
    this.#snapshots = snapshots;
    this.#lock = lock;
  }

  status(): StoreStatus {
    const reason = this.journal.refusal;
    return { kind: 'folder', path: this.directory, status: reason === null ? 'ok' : 'degraded', reason };
  }

  noteUrl(url: string): void {
    this.#lock.noteUrl(url);
  }

  readAhead(): void {
    this.#noReadAhead = wakeAfter(readAheadAfter, () => void this.shelf.readAhead().catch(() => {}));
  }

  get snapshotPath(): string {
    return join(this.directory, 'db.json');
  }

  /** The commit up to which `db.json` has everything; null where there is none. */
  get savedSeq(): number | null {
    return this.#snapshots.saved;
  }

  /** Whether `db.json` is as it was written here: nobody has edited it. */
  isOwnSnapshot(): Promise<boolean> {
    return this.#file.isOwn();
  }

  /** The edit that was read is taken over: it may be written over. */
  adoptEdited(): Promise<void> {
    return this.#file.adopt();
  }

  /** From now on an edit that a new snapshot would write over is kept beside it, and told of. */
  keepEdits(tell: (path: string) => void): void {
    this.#file.onEdit = tell;
  }

  /**
   * What an edited `db.json` holds.
   * @throws StorageError with the line, where it is no longer a data file, or not one that goes on from the last commit
   */
  async readEdited(): Promise<State> {
    const path = this.snapshotPath;
    const edited = await readSnapshot(path, this.#registry);
    const { seed, seq } = this.state;
    const start = { offset: 0, line: 1 };
    if (edited.seed !== seed) throw damaged(path, start, 'its seed is another one');
    if (edited.seq !== seq) {
      throw damaged(
        path,
        start,
        `it is of commit ${edited.seq}, and commit ${seq} is the last; edit the file as it is now`,
      );
    }
    return edited;
  }

  snapshot(): Promise<void> {
    return this.#snapshots.take();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#noReadAhead();
    await this.#snapshots.finish(longestLastSnapshot);
    this.journal.close();
    this.#lock.release();
  }
}
