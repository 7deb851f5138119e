import { existsSync, renameSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { realNow, toIso } from '../engine/clock.ts';
import { randomSeed } from '../engine/ids.ts';
import type { Registry } from '../engine/registry.ts';
import { State } from '../engine/state.ts';
import { workspaces } from '../engine/workspace.ts';
import { StorageError } from './errors.ts';
import { syncDirectoryNow } from './files.ts';
import { createJournal } from './journal-file.ts';
import { headOf } from './journal-format.ts';
import { replayJournal, restoredFolder } from './journal-reader.ts';
import { Lock, ownerOf } from './lock.ts';
import { type LeaveOut, salvageJournal, salvageSnapshot } from './salvage.ts';
import { SnapshotFile } from './snapshot-file.ts';
import { readSnapshot } from './snapshot-reader.ts';

/** How a data folder is. */
export interface FolderCondition {
  readonly path: string;
  /** `fresh`: there is nothing yet; `used`: an emulator runs on it, so that its files are not looked at. */
  readonly state: 'fresh' | 'sound' | 'used' | 'damaged';
  readonly owner: { readonly pid: number; readonly url: string | null } | null;
  /** What is wrong, in one line. */
  readonly reason: string | null;
  /** How many commits and bytes it holds. */
  readonly commits: number;
  readonly bytes: number;
}

/** What a repair did. */
export interface Repaired {
  /** Where the damaged files were put. */
  readonly kept: readonly string[];
  /** What is not there any more, a line each. */
  readonly leftOut: readonly string[];
  readonly records: number;
  readonly commits: number;
}

const sizeOf = async (path: string): Promise<number> => (existsSync(path) ? (await stat(path)).size : 0);

/** Looks at a data folder without changing anything in it. */
export async function inspectFolder(directory: string, registry: Registry): Promise<FolderCondition> {
  const path = resolve(directory);
  const [db, journal] = [join(path, 'db.json'), join(path, 'journal.ndjson')];
  const none = { path, owner: null, reason: null, commits: 0, bytes: 0 };
  try {
    if (!existsSync(db) && !existsSync(journal)) return { ...none, state: 'fresh' };
    const bytes = (await sizeOf(db)) + (await sizeOf(journal));
    const owner = ownerOf(path);
    if (owner !== null) return { ...none, state: 'used', owner, bytes };
    const saved = existsSync(db) ? await readSnapshot(db, registry) : null;
    const state = existsSync(journal) ? (await replayJournal(journal, saved, registry)).state : saved;
    return { ...none, state: 'sound', commits: state?.seq ?? 0, bytes };
  } catch (error) {
    return { ...none, state: 'damaged', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Mends a damaged data folder: what can be read becomes a new `db.json` and an empty journal; the files as they were
 * found are kept beside them.
 * @throws StorageError where an emulator uses the folder, where nothing could be saved, or a newer emulator wrote it
 */
export async function repairFolder(directory: string, registry: Registry, version: string): Promise<Repaired> {
  const path = resolve(directory);
  const stamp = toIso(realNow()).replace(/[-:]|\.\d+/g, '');
  const kept: string[] = [];
  const setAside = (file: string): void => {
    if (!existsSync(file)) return;
    let name = `${file}.damaged-${stamp}`;
    for (let count = 2; existsSync(name); count++) name = `${file}.damaged-${stamp}-${count}`;
    renameSync(file, name);
    kept.push(name);
  };
  if (isBrokenLock(path)) setAside(join(path, 'lock'));
  const lock = Lock.acquire(path);
  try {
    const [db, journal] = [join(path, 'db.json'), join(path, 'journal.ndjson')];
    const leftOut: string[] = [];
    const { state, commits, records } = await salvage(db, journal, registry, leftOut);
    // The new files are whole beside the old ones before those make way.
    const fresh = new SnapshotFile({ path: `${db}.repaired`, registry, version });
    await fresh.write(state);
    setAside(db);
    renameSync(`${db}.repaired`, db);
    setAside(journal);
    setAside(restoredFolder(journal));
    createJournal(journal, headOf(version, state.seed, state.starts, state.seq));
    syncDirectoryNow(path);
    return { kept, leftOut, records, commits };
  } finally {
    lock.release();
  }
}

function isBrokenLock(path: string): boolean {
  try {
    ownerOf(path);
    return false;
  } catch (error) {
    return error instanceof StorageError;
  }
}

async function salvage(db: string, journal: string, registry: Registry, leftOut: string[]) {
  const from =
    (file: string): LeaveOut =>
    (line, what) => {
      leftOut.push(`${file}, line ${line}: ${what}`);
    };
  let base = { state: new State(randomSeed()), hasHead: false, records: 0 };
  if (existsSync(db)) base = await readOrSalvage(db, registry, from('db.json'));
  const { state, commits } = existsSync(journal)
    ? await salvageJournal(journal, base, registry, from('journal.ndjson'))
    : { state: base.state, commits: 0 };
  if (state.root.of(workspaces).size === 0) {
    throw new StorageError(
      `Nothing could be saved from ${db} and ${journal}. Nothing was changed. Put a good copy back, or move them away to begin anew.`,
    );
  }
  let records = 0;
  for (const set of state.sets()) for (const collection of set.collections()) records += collection.size;
  return { state, commits, records };
}

/** A file that is sound in another layout, arranged by hand, is read as it is. */
async function readOrSalvage(db: string, registry: Registry, leaveOut: LeaveOut) {
  try {
    return { state: await readSnapshot(db, registry), hasHead: true, records: 0 };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return salvageSnapshot(db, registry, leaveOut);
  }
}
