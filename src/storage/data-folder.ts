import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { wakeAfter } from '../engine/clock.ts';
import { randomSeed } from '../engine/ids.ts';
import type { Registry } from '../engine/registry.ts';
import { State } from '../engine/state.ts';
import { Compaction } from './compaction.ts';
import { DatabaseFile } from './database-file.ts';
import { damaged, StorageError, startOfFile, unusable } from './errors.ts';
import { createJournal, headOf, JournalFile, journalFormat } from './journal-file.ts';
import { type Replay, replayJournal } from './journal-reader.ts';
import { Lock } from './lock.ts';
import { RestoredFiles, restoredFolder } from './restored-files.ts';
import { SnapshotFolder } from './snapshot-folder.ts';
import type { Store } from './store.ts';

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
  /** The bytes a journal may grow to before it is compacted, or twice the size of `db.json`, whichever is more. Default 64 MiB. */
  compactAt?: number;
}

/** A data folder in use: `db.json`, and `journal.ndjson`, the commits since. */
export interface DataFolder extends Store {
  readonly directory: string;
  readonly journal: JournalFile;
  readonly database: DatabaseFile;
  /** The commit up to which `db.json` has everything; null where there is none. */
  readonly compactedSeq: number | null;
  /**
   * What an edited `db.json` holds.
   * @throws StorageError with the line, where it is no longer a data file, or not one that goes on from the last commit
   */
  readEdit(): Promise<State>;
}

const defaultCompactAt = 64 * 1024 * 1024;
/** How long the last compaction may take, in milliseconds: a stop is over within five seconds. */
const longestLastCompaction = 3_500;
/** How long after the start a snapshot is read that may be asked for, in milliseconds: the first calls go before. */
const readAheadAfter = 250;

/**
 * Opens a data folder: takes its lock, reads `db.json` and replays the journal over it. A missing or empty folder is
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
  const { directory, registry, version, warn, fsync, compactAt = defaultCompactAt } = options;
  const { db, database, replay, compactedSeq } = await load(options);
  const state = db.data;
  for (const remark of remarksOn(options, state, replay, compactedSeq)) warn(remark);

  // The files are sound and the lock is ours: what a crash left beside them was never in use.
  const { path } = database;
  const journalPath = join(directory, 'journal.ndjson');
  rmSync(`${path}.new`, { force: true });
  rmSync(`${journalPath}.new`, { force: true });
  state.starts++;
  const continued = replay?.seq === state.seq ? replay : null;
  if (continued === null) await createJournal(journalPath, headOf(version, state.seed, state.starts, state.seq));
  const journal = JournalFile.open({ path: journalPath, fsync }, state.seq, continued?.length ?? null);
  const restored = new RestoredFiles(restoredFolder(journalPath), continued?.references ?? []);
  const compaction = new Compaction({ db, database, journal, restored, version, warn, compactAt, compactedSeq });
  try {
    if (continued !== null) journal.note(state.starts, version);
    // An emulator that knows the older format alone must not read what this one writes.
    if (continued !== null && continued.format < journalFormat) await compaction.run();
  } catch (error) {
    journal.close();
    throw error;
  }
  const snapshots = new SnapshotFolder({ folder: join(directory, 'snapshots'), registry, state, restored, warn });
  let cancelReadAhead = (): void => {};
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    cancelReadAhead();
    await compaction.finish(longestLastCompaction);
    journal.close();
    lock.release();
  };
  return {
    directory,
    state,
    journal,
    snapshots,
    database,
    fresh: state.seq === 0,
    get compactedSeq() {
      return compaction.compactedSeq;
    },
    status: () => {
      const reason = journal.refusal;
      return { kind: 'folder', path: directory, status: reason === null ? 'ok' : 'degraded', reason };
    },
    noteUrl: (url) => lock.noteUrl(url),
    readAhead: () => {
      cancelReadAhead = wakeAfter(readAheadAfter, () => void snapshots.readAhead().catch(() => {}));
    },
    readEdit: async () => {
      const edit = await database.readEdit();
      if (edit.seed !== state.seed) throw damaged(path, startOfFile, 'its seed is another one');
      if (edit.seq === state.seq) return edit;
      const reason = `it is of commit ${edit.seq}, and commit ${state.seq} is the last; edit the file as it is now`;
      throw damaged(path, startOfFile, reason);
    },
    compact: () => compaction.run(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Reads `db.json`, and replays the journal over it. Nothing is changed. */
async function load({ directory, registry, seed, version }: DataFolderOptions) {
  const { Low } = await import('lowdb');
  const database = new DatabaseFile({ path: join(directory, 'db.json'), registry, version });
  const db = new Low<State>(database, new State(seed ?? randomSeed()));
  await db.read();
  const saved = database.size === 0 ? null : db.data;
  const compactedSeq = saved?.seq ?? null;
  const journalPath = join(directory, 'journal.ndjson');
  const replay = existsSync(journalPath) ? await replayJournal(journalPath, saved, registry) : null;
  if (replay !== null) db.data = replay.state;
  return { db, database, replay, compactedSeq };
}

/** What a person should know about what was read. */
function* remarksOn(
  { directory, seed }: DataFolderOptions,
  state: State,
  replay: Replay | null,
  compactedSeq: number | null,
): Generator<string> {
  const journal = join(directory, 'journal.ndjson');
  if (seed !== null && seed !== state.seed) {
    yield `${directory} was begun with the seed ${state.seed} and keeps it; --seed ${seed} is for a fresh folder.`;
  }
  if (replay === null && compactedSeq !== null) {
    yield `${journal} is missing: what was done after db.json was written (commit ${compactedSeq}) is not there.`;
  }
  if (replay !== null && replay.torn > 0) {
    yield `${journal} ended in ${replay.torn} bytes of a line that was cut off while it was written; they are dropped.`;
  }
}
