import { existsSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { toIso } from '../../core/base/instants.ts';
import { messageOf, reasonOf } from '../../core/base/system-errors.ts';
import { realNow } from '../../core/base/time.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { isSeed, randomSeed, type Seed } from '../../core/kernel/ids.ts';
import { type DataSet, ownerOfSet, State } from '../../core/kernel/state.ts';
import { workspaces } from '../../core/kernel/workspace.ts';
import type { Collection, Stored } from '../../core/store/collection.ts';
import { putInPlaceSync } from '../../core/system/file-replacement.ts';
import { balances } from '../../payments/platform/ledger.ts';
import { syncDirectory } from './atomic-files.ts';
import { mostRecordsForOne } from './database/compaction.ts';
import { DatabaseFile } from './database/database-file.ts';
import type { DatabaseContent } from './database/database-reader.ts';
import { readDatabase, recoverDatabase } from './database/database-reader.ts';
import { faultsInState, idsAhead, type StateFault, sumsOfLedger } from './database/state-checks.ts';
import { FormatError, otherFormat, type ReportLoss, StorageError, startOfFile } from './errors.ts';
import { checkRegular, filesOf, lossesIn, replayOver } from './folder-reader.ts';
import { decodeLine } from './journal/checksummed-lines.ts';
import { createJournal, headOf, journalFormat } from './journal/journal-file.ts';
import { applyLine, namesSnapshots } from './journal/journal-reader.ts';
import { isCount, readLines } from './journal/line-reader.ts';
import { RestoredReader, restoredFolder } from './journal/restored-snapshots.ts';
import { Lock, ownerOf } from './lock/lock.ts';

/** The state of a data folder. */
export interface FolderCondition {
  readonly path: string;
  /**
   * `fresh` means that the folder has no data yet. `used` means that an emulator uses the folder, so its files are not
   * read.
   */
  readonly state: 'fresh' | 'sound' | 'used' | 'other_format' | 'damaged';
  readonly owner: { readonly pid: number; readonly url: string | null } | null;
  /** The fault, in one line. */
  readonly reason: string | null;
  /** Whether `db.json` contains a valid manual edit, which the next start applies. */
  readonly isEdited: boolean;
  /** How many commits and bytes the folder contains. */
  readonly commits: number;
  readonly bytes: number;
  /** Whether most records of `db.json` were removed. */
  readonly hasRemovedRecords: boolean;
  /** What the folder used to have and no longer has, although its files are valid, in clauses. */
  readonly losses: readonly string[];
}

/** The result of a repair. */
export interface RepairResult {
  /** The paths to which the damaged files were moved. */
  readonly kept: readonly string[];
  /** The losses, one line each. */
  readonly leftOut: readonly string[];
  readonly records: number;
  readonly commits: number;
}

const sizeOf = async (path: string): Promise<number> => (existsSync(path) ? (await stat(path)).size : 0);

/** Inspects a data folder without changing a file. */
export async function inspectFolder(directory: string, registry: Registry): Promise<FolderCondition> {
  const path = resolve(directory);
  const { db, journal } = filesOf(path);
  const none = {
    path,
    owner: null,
    reason: null,
    isEdited: false,
    commits: 0,
    bytes: 0,
    hasRemovedRecords: false,
    losses: [],
  };
  try {
    checkRegular(path);
    if (!existsSync(db) && !existsSync(journal)) return { ...none, state: 'fresh' };
    const bytes = (await sizeOf(db)) + (await sizeOf(journal));
    const owner = await ownerOf(path);
    if (owner !== null) return { ...none, state: 'used', owner, bytes };
    const saved = existsSync(db) ? await readDatabase(db, registry) : null;
    const records = saved?.state.size ?? 0;
    const state = (await replayOver(path, saved, registry))?.state ?? saved?.state;
    const isEdited = saved?.isAsWritten === false;
    const losses = state === undefined ? [] : lossesIn(path, state);
    const hasRemovedRecords = records > (state?.size ?? 0) * mostRecordsForOne;
    return { ...none, state: 'sound', isEdited, commits: state?.seq ?? 0, bytes, hasRemovedRecords, losses };
  } catch (error) {
    const state = error instanceof FormatError ? 'other_format' : 'damaged';
    return { ...none, state, reason: messageOf(error) };
  }
}

/**
 * Repairs a damaged data folder. All readable records go into a new `db.json` with an empty journal. The damaged
 * files are kept next to the new files.
 * @throws StorageError if an emulator uses the folder, if no record could be saved, or if the files are in another
 * format
 */
export async function repairFolder(directory: string, registry: Registry, version: string): Promise<RepairResult> {
  const path = resolve(directory);
  const { db, journal, counts } = filesOf(path);
  const stamp = toIso(realNow()).replace(/[-:]|\.\d+/g, '');
  const kept: string[] = [];
  const setAside = (file: string): void => {
    if (!existsSync(file)) return;
    let name = `${file}.damaged-${stamp}`;
    for (let count = 2; existsSync(name); count++) name = `${file}.damaged-${stamp}-${count}`;
    putInPlaceSync(file, name);
    kept.push(name);
  };
  checkRegular(path);
  if (await isLockDamaged(path)) setAside(join(path, 'lock'));
  const lock = await Lock.acquire(path);
  try {
    const leftOut: string[] = [];
    const { state, commits, last } = await recover(path, registry, leftOut);
    leftOut.push(...lossesIn(path, { seed: state.seed, seq: last }));
    // The new files are complete before the old files are moved.
    const repaired = new DatabaseFile({ path: `${db}.repaired`, registry, version });
    await repaired.write(state);
    setAside(db);
    putInPlaceSync(repaired.path, db);
    setAside(journal);
    setAside(restoredFolder(journal));
    rmSync(counts, { force: true });
    const { seed, starts, seq } = state;
    await createJournal(journal, headOf({ emulator: version, seed, starts, after: seq }));
    await syncDirectory(path);
    return { kept, leftOut, records: state.size, commits };
  } finally {
    await lock.release();
  }
}

async function isLockDamaged(path: string): Promise<boolean> {
  try {
    await ownerOf(path);
    return false;
  } catch (error) {
    return error instanceof StorageError;
  }
}

/** The readable content of `db.json`, and whether its first line, with the seed and the last commit, is valid. */
interface Base extends DatabaseContent {
  readonly hasHead: boolean;
}

/** The readable content of a folder. */
interface Recovered {
  readonly state: State;
  readonly commits: number;
  /** The last commit that the files name, or that may be in a line that cannot be read. */
  readonly last: number;
}

async function recover(path: string, registry: Registry, leftOut: string[]): Promise<Recovered> {
  const { db, journal } = filesOf(path);
  const from =
    (file: string): ReportLoss =>
    (line, what) =>
      void leftOut.push(`${file}, line ${line}: ${what}`);
  let base: Base = { state: new State(randomSeed()), hasHead: false, isAsWritten: true, placeOf: () => startOfFile };
  if (existsSync(db)) base = await readOrRecover(db, registry, from('db.json'));
  let recovered: Recovered = { state: base.state, commits: 0, last: base.state.seq };
  if (existsSync(journal)) recovered = await recoverJournal(journal, base, registry, from('journal.ndjson'));
  if (!base.isAsWritten) await makeFit(recovered.state, registry, base.placeOf, from('db.json'));
  if (recovered.state.root.of(workspaces).size > 0) return recovered;
  throw new StorageError(
    `No data could be recovered from ${db} and ${journal}, and no file was changed. Restore a good copy, or move both files away to start over.`,
  );
}

/**
 * Reads `db.json`, or recovers its readable records. A valid file in another layout, edited by hand, is read as it
 * is.
 */
async function readOrRecover(db: string, registry: Registry, leaveOut: ReportLoss): Promise<Base> {
  try {
    return { ...(await readDatabase(db, registry)), hasHead: true };
  } catch (error) {
    if (!(error instanceof StorageError) || error instanceof FormatError) throw error;
    return { ...(await recoverDatabase(db, registry, leaveOut)), isAsWritten: false };
  }
}

/**
 * Removes inconsistent records. A record that refers to a lost record is lost, too. The sums are computed again from
 * the ledger.
 */
async function makeFit(
  state: State,
  registry: Registry,
  placeOf: Base['placeOf'],
  leaveOut: ReportLoss,
): Promise<void> {
  for (let faults = await faultsOf(state, registry); faults.length > 0; faults = await faultsOf(state, registry)) {
    for (const { set, record, def, reason } of faults) {
      if (def === null && set === state.root) return;
      leaveOut(placeOf(record ?? set).line, reason);
      if (def === null) mendSet(state, set);
      else if (def.name === balances.name) mendBalances(set);
      else if (record !== null) removeRecord(set.of(def), record);
    }
  }
}

async function faultsOf(state: State, registry: Registry): Promise<StateFault[]> {
  const faults: StateFault[] = [];
  for await (const fault of faultsInState(state, registry)) faults.push(fault);
  return faults;
}

/** Removes a data set without a workspace. A data set that would draw used ids again continues after these ids. */
function mendSet(state: State, set: DataSet): void {
  const workspaceId = ownerOfSet(set)?.workspaceId ?? '';
  if (state.root.of(workspaces).get(workspaceId) === undefined) state.drop(set.key);
  else set.count += idsAhead;
}

function mendBalances(set: DataSet): void {
  const own = set.of(balances);
  for (const record of [...own.oldestFirst()]) removeRecord(own, record);
  for (const record of sumsOfLedger(set).values()) own.load(record);
}

function removeRecord<T extends Stored>(from: Collection<T>, { id }: Stored): void {
  const entry = from.entry(id);
  if (entry !== undefined) from.remove(entry);
}

/**
 * Replays the commits of a journal that continue the state without a gap. A commit after a lost commit might depend
 * on it, and is left out, too.
 */
async function recoverJournal(
  path: string,
  base: Pick<Base, 'state' | 'hasHead'>,
  registry: Registry,
  leaveOut: ReportLoss,
): Promise<Recovered> {
  let { state, hasHead: isContinued } = base;
  let commits = 0;
  let lost = 0;
  let line = 0;
  let last = state.seq;
  const restored = new RestoredReader(restoredFolder(path), registry, (file, { message }) => {
    leaveOut(line, `restored/${file}: ${message}`);
  });
  const takeCommit = async (content: Record<string, unknown>, seq: number): Promise<void> => {
    isContinued ||= seq === 1;
    last = Math.max(last, seq);
    if (seq <= state.seq) return;
    if (!isContinued || seq !== state.seq + 1) {
      lost++;
      return;
    }
    const replacements = namesSnapshots(content) ? await restored.replacementsOf(state, content) : [];
    applyLine(state, content, registry, replacements);
    commits++;
  };
  const { tail, place } = await readLines(path, async (buffer, start, end, at) => {
    line = at.line;
    try {
      const content = decodeLine(buffer, start, end, 'journal');
      const { journal, format, emulator, seed, starts, after, seq } = content;
      if (isCount(format) && format !== journalFormat) throw otherFormat(path, format, emulator, journalFormat);
      if (journal !== undefined && !isContinued && isSeed(seed) && isCount(after)) {
        state = withHead(state, seed, after);
        isContinued = true;
      }
      if (journal === undefined && isCount(seq)) await takeCommit(content, seq);
      else if (isCount(starts)) state.starts = Math.max(state.starts, starts);
    } catch (error) {
      if (error instanceof FormatError) throw error;
      last++;
      leaveOut(line, reasonOf(error));
    }
  });
  if (lost > 0) leaveOut(place.line, `${lost} ${lost === 1 ? 'commit' : 'commits'} after a lost commit`);
  if (tail.length > 0) leaveOut(place.line, `${tail.length} bytes of an incomplete line`);
  return { state, commits, last };
}

/** A state with the records of another state, and with the passed seed and last commit. */
function withHead(from: State, seed: Seed, seq: number): State {
  const state = new State(seed);
  state.seq = seq;
  for (const set of from.sets()) {
    const target = state.set(set.key);
    target.count = set.count;
    for (const collection of set.collections()) {
      const own = target.of(collection.def);
      for (const record of collection.oldestFirst()) own.load(record);
    }
  }
  return state;
}
