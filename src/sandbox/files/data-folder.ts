import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { wakeAfter } from '../../core/base/time.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { isRepeatable, randomSeed } from '../../core/kernel/ids.ts';
import { State } from '../../core/kernel/state.ts';
import { CountsFile, countSnapshots } from './counts-file.ts';
import { Compaction } from './database/compaction.ts';
import { DatabaseFile } from './database/database-file.ts';
import { changedMeanwhile, damaged, StorageError, startOfFile, unusable } from './errors.ts';
import { afterLosses, checkEdit, checkRegular, filesOf, lossesIn, replayOver } from './folder-reader.ts';
import { createJournal, headOf, JournalFile } from './journal/journal-file.ts';
import { RestoredFiles, restoredFolder } from './journal/restored-snapshots.ts';
import { Lock } from './lock/lock.ts';
import type { Store } from './persistence.ts';
import { SnapshotFolder } from './snapshots/snapshot-folder.ts';

export interface DataFolderOptions {
  directory: string;
  registry: Registry;
  /** The seed of a new folder; null for a random seed. An existing folder keeps its seed. */
  seed: number | null;
  /** The emulator's version, for the file headers. */
  version: string;
  /**
   * Whether each batch of commits is synced to disk before its calls are answered, so that it survives a power failure.
   */
  fsync: boolean;
  /** Receives warnings for the user. */
  warn: (message: string) => void;
  /** The journal is compacted when it exceeds both this many bytes and the size of `db.json`. Default: 64 MiB. */
  compactAt?: number;
  /** How messages name the option of the seed. Default: by its flag. */
  seedName?: string;
  /** Aborts the reading. */
  signal?: AbortSignal | undefined;
}

/** A data folder in use: `db.json`, and the later commits in `journal.ndjson`. */
export interface DataFolder extends Store {
  readonly directory: string;
  readonly journal: JournalFile;
  readonly database: DatabaseFile;
  /** The last commit in `db.json`; null if the folder has no such file. */
  readonly compactedSeq: number | null;
  /**
   * The content of an edited `db.json`.
   * @throws StorageError with the line, if the file is not a valid data file or is not based on the last commit
   */
  readEdit(): Promise<State>;
}

/** The warning about a valid `db.json` whose checksum does not match its content. */
const takenOver = 'was edited. The whole file was checked, and the edit is applied.';

/** Tests set a lower limit, so that a small amount of data is enough for a compaction. */
const defaultCompactAt = Number(process.env.EMULATOR_COMPACT_AT) || 64 * 1024 * 1024;
/** The time limit of the last compaction, in milliseconds. A complete stop takes at most five seconds. */
const longestLastCompaction = 3_000;
/** The newest snapshot is read this many milliseconds after the start, so that it does not delay the first calls. */
const readAheadAfter = 250;

/**
 * Opens a data folder and starts to store commits in it.
 * @throws StorageError with a message of one line for the user who started the emulator
 */
export async function openDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const folder = await readDataFolder(options);
  try {
    await folder.begin();
    return folder;
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/**
 * Reads a data folder: takes its lock, reads `db.json` and replays the journal over it. A missing or empty folder
 * counts as new. Files that come neither from an emulator nor from a valid edit are rejected. Only the lock is
 * written until the folder starts to store commits.
 * @throws StorageError with a message of one line for the user who started the emulator
 */
export async function readDataFolder(options: DataFolderOptions): Promise<DataFolder> {
  const directory = resolve(options.directory);
  const made: string[] = [];
  let lock: Lock | null = null;
  try {
    makeDirectory(directory, made);
    checkRegular(directory);
    lock = await Lock.acquire(directory);
    return await read({ ...options, directory }, lock, made);
  } catch (error) {
    await lock?.release();
    removeEmpty(made);
    throw refusalOf(error, directory, options.signal);
  }
}

/** The error for a failed start. A caller who aborted the start gets the original error. */
const refusalOf = (error: unknown, directory: string, signal?: AbortSignal): unknown =>
  error instanceof StorageError || signal?.aborted === true ? error : unusable(directory, error);

/**
 * Creates the folder. Only its owner can read it, because it contains keys and signing secrets.
 * @param made receives the folders that were created, innermost first
 */
function makeDirectory(directory: string, made: string[]): void {
  // A missing drive has no parent.
  for (let at = directory; !existsSync(at) && at !== dirname(at); at = dirname(at)) made.push(at);
  if (made.length === 0) return;
  mkdirSync(dirname(directory), { recursive: true });
  mkdirSync(directory, { mode: 0o700 });
}

function removeEmpty(directories: readonly string[]): void {
  try {
    for (const directory of directories) rmdirSync(directory);
  } catch {
    // Another process has put a file into the folder in the meantime, or the folder could not be created.
  }
}

/** A data folder that was read: its lock, its content, and what writes to it. */
type Parts = Awaited<ReturnType<typeof load>> &
  ReturnType<typeof partsOf> & {
    readonly options: DataFolderOptions;
    readonly lock: Lock;
    /** The folders that were created. */
    readonly made: readonly string[];
  };

async function read(options: DataFolderOptions, lock: Lock, made: readonly string[]): Promise<DataFolder> {
  const loaded = await load(options);
  const { db, database, replay } = loaded;
  for (const remark of remarksOn(options, { db, database, replay }, database.seq)) options.warn(remark);
  return folderOf({ ...loaded, ...partsOf(options, lock, loaded), options, lock, made });
}

/** What writes to the folder. Nothing is written yet. */
function partsOf(
  { directory, registry, version, warn, fsync, compactAt = defaultCompactAt }: DataFolderOptions,
  lock: Lock,
  { db, database, replay }: Awaited<ReturnType<typeof load>>,
) {
  const { seq: compactedSeq } = database;
  const state = db.data;
  const files = filesOf(directory);
  const check = () => lock.check();
  const continued = replay?.seq === state.seq ? replay : null;
  state.starts++;
  const stored = { commits: state.seq, snapshots: countSnapshots(files.snapshots) };
  const counts = new CountsFile({ path: files.counts, seed: state.seed, counts: stored, check });
  const written = (seq: number) => counts.noteCommits(seq);
  const journal = new JournalFile({ path: files.journal, fsync, written, check }, state.seq);
  const journalHead = (after: number) => headOf({ emulator: version, seed: state.seed, starts: state.starts, after });
  const restored = new RestoredFiles(restoredFolder(files.journal), continued?.references ?? []);
  const writing = { db, database, journal, journalHead, restored, warn, check, compactAt, compactedSeq };
  const snapshots = new SnapshotFolder({
    folder: files.snapshots,
    registry,
    state,
    restored,
    counted: (count) => counts.noteSnapshots(count),
    check,
    warn,
  });
  const compaction = new Compaction(writing);
  return {
    state,
    continued,
    counts,
    journal,
    journalPath: files.journal,
    journalHead,
    restored,
    compaction,
    snapshots,
  };
}

function folderOf(parts: Parts): DataFolder {
  const { database, journal, compaction, snapshots, state, lock } = parts;
  const { directory } = parts.options;
  let cancelReadAhead = (): void => {};
  let closing: Promise<void> | null = null;
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
      const bytes = database.size + journal.length;
      return { kind: 'folder', path: directory, bytes, status: reason === null ? 'ok' : 'degraded', reason };
    },
    begin: async (writeWaiting = () => {}) => {
      try {
        await begin(parts, writeWaiting);
      } catch (error) {
        throw refusalOf(error, directory);
      }
    },
    discard: async () => {
      if (closing !== null) return;
      cancelReadAhead();
      await discard(parts);
    },
    noteUrl: (url) => lock.noteUrl(url),
    readAhead: () => {
      cancelReadAhead = wakeAfter(readAheadAfter, () => void snapshots.readAhead().catch(() => {}));
    },
    readEdit: () => readEdit(parts),
    compact: () => compaction.run(),
    reduce: () => compaction.reduce(),
    close: () => {
      cancelReadAhead();
      closing ??= close(parts);
      return closing;
    },
  };
}

async function begin(parts: Parts, writeWaiting: () => void): Promise<void> {
  const { database, journal, journalPath, journalHead, restored, continued, state, compaction, lock } = parts;
  lock.check();
  // The files are valid and this process has the lock, so a crash left the `.new` files before they were used.
  rmSync(`${database.path}.new`, { force: true });
  rmSync(`${journalPath}.new`, { force: true });
  restored.clean();
  if (continued === null) await createJournal(journalPath, journalHead(journal.seq));
  journal.open(continued?.length ?? null);
  if (continued !== null) journal.note(state.starts, parts.options.version);
  writeWaiting();
  if (journal.refusal !== null) throw new Error(journal.refusal);
  compaction.begin();
}

async function discard({ journal, journalPath, continued, counts, replay, lock, made }: Parts): Promise<void> {
  // Removes the line that the start wrote.
  journal.close(continued?.length);
  if (lock.isHeld) counts.undo();
  if (replay === null && lock.isHeld) rmSync(journalPath, { force: true });
  await lock.release();
  removeEmpty(made);
}

async function close({ journal, compaction, counts, state, lock }: Parts): Promise<void> {
  try {
    lock.check();
    const { fault } = journal;
    await compaction.finish(longestLastCompaction);
    if (fault !== null) throw changedMeanwhile(fault, compaction.compactedSeq === state.seq);
  } finally {
    journal.close();
    counts.close();
    await lock.release();
  }
}

async function readEdit({ database, state, options: { directory, registry } }: Parts): Promise<State> {
  const edit = await database.readNow();
  await checkEdit(directory, edit, edit.state, { registry });
  database.forgetPlaces();
  const { seed, seq } = edit.state;
  if (seed !== state.seed) throw damaged(database.path, startOfFile, 'it has a different seed');
  if (seq === state.seq) return edit.state;
  const reason = `it is based on commit ${seq}, but the last commit is ${state.seq}; edit the current file`;
  throw damaged(database.path, startOfFile, reason);
}

/** Reads `db.json`, and replays the journal over its content, without changing a file. */
async function load(options: DataFolderOptions) {
  const { directory, registry, seed, version, signal } = options;
  const { Low } = await import('lowdb');
  const path = filesOf(directory).db;
  const database = new DatabaseFile({ path, registry, version, signal });
  const db = new Low<State>(database, new State(seed ?? randomSeed()));
  await db.read();
  const replay = await replayOver(directory, database.found, registry, signal);
  database.forgetPlaces();
  if (replay !== null) db.data = replay.state;
  return { db, database, replay };
}

/** Warnings for the user about the files that were read. */
function* remarksOn(
  { directory, seed, seedName = '--seed' }: DataFolderOptions,
  { db, database, replay }: Awaited<ReturnType<typeof load>>,
  compactedSeq: number | null,
): Generator<string> {
  const state = db.data;
  const { journal } = filesOf(directory);
  if (database.found?.isAsWritten === false) yield `${database.path} ${takenOver}`;
  if (seed !== null && seed !== state.seed) {
    const begun = isRepeatable(state.seed) ? `with the seed ${state.seed} and keeps it` : 'without a seed';
    yield `${directory} was created ${begun}; ${seedName} ${seed} applies only to a new folder.`;
  }
  const losses = lossesIn(directory, state);
  if (replay === null && compactedSeq !== null && losses.length === 0) {
    yield `${journal} is missing, so all changes after db.json was written (commit ${compactedSeq}) are lost.`;
  }
  for (const loss of losses) yield `${loss}. ${afterLosses}`;
  if (replay !== null && replay.torn > 0) {
    yield `${journal} ended with ${replay.torn} bytes of an incomplete line; they were dropped.`;
  }
}
