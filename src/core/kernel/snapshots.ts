import { realNow } from '../base/time.ts';
import { Turns } from '../base/turns.ts';
import type { AnyCollectionDef, Collection, Stored } from '../store/collection.ts';
import type { Engine } from './engine.ts';
import type { Cause } from './events.ts';
import { isSame } from './field-changes.ts';
import type { DataSet, State } from './state.ts';
import type { DataSetFile, UnitOfWork } from './unit-of-work.ts';
import { type Mode, modes, namesWorkspace, type Workspace, workspaces } from './workspace.ts';

/** The records of one kind, oldest first. */
export interface StoredOfKind {
  readonly def: AnyCollectionDef;
  /** The records. A restore replaces records from a file with equal records of the current state. */
  readonly records: Stored[];
}

/** The content of a data set: its records, and how many ids were generated. */
export interface SetContent {
  readonly count: number;
  readonly kinds: readonly StoredOfKind[];
}

/** The state of a workspace at an instant: settings, clock, keys, endpoints, rules, faults and all data. */
export interface SnapshotContent {
  readonly workspace: Workspace;
  /** The emulated instant, in milliseconds. */
  readonly at: number;
  /** The workspace's records that do not belong to a mode. */
  readonly own: readonly StoredOfKind[];
  readonly sets: Readonly<Record<Mode, SetContent>>;
}

/** The description of a snapshot. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string;
  /** The instant on the workspace's clock (ISO 8601). */
  readonly at: string;
  /** The number of records in the snapshot. */
  readonly records: number;
}

/** Stores snapshots. */
export interface SnapshotStore {
  /**
   * Saves a snapshot and replaces any snapshot with the same name. If the store is on disk, the promise resolves when
   * the snapshot is safe even if the process ends.
   */
  save(snapshot: Snapshot, content: SnapshotContent): Promise<void>;
  /** @throws Error with a one-line message if the snapshot cannot be read */
  find(workspaceId: string, name: string): Promise<StoredSnapshot | null>;
  /** The snapshots of a workspace, newest first. */
  list(workspaceId: string): Promise<Snapshot[]>;
  delete(workspaceId: string, name: string): Promise<boolean>;
}

/** The content of a snapshot, and a pin that allows the journal to refer to the snapshot's file. */
export interface StoredSnapshot {
  readonly content: SnapshotContent;
  /** Keeps the snapshot's file while the journal refers to it, even if the snapshot is deleted. */
  pin(): Promise<SnapshotPin>;
}

export interface SnapshotPin {
  /** The part of a commit that represents the records; null if no journal is written. */
  readonly origin: DataSetFile | null;
  /**
   * Ends the pin. The caller must always call this method. No commit after `seq` will refer to the file because of this
   * pin.
   */
  release(seq: number): void;
}

function ownRecords(root: DataSet, def: AnyCollectionDef, workspaceId: string): Stored[] {
  return [...root.of(def).newestFirst({ workspace_id: [workspaceId] })].reverse() as Stored[];
}

/** Captures the current content of a workspace. Records are never modified, so references are sufficient. */
export function captureSnapshot(engine: Engine, workspace: Workspace): SnapshotContent {
  const { root } = engine.state;
  const own: StoredOfKind[] = [];
  for (const { def } of root.collections()) {
    if (namesWorkspace(def)) own.push({ def, records: ownRecords(root, def, workspace.id) });
  }
  const contentOf = (mode: Mode): SetContent => {
    const set = engine.dataSet(workspace.id, mode);
    const kinds = [...set.collections()].filter(({ size }) => size > 0);
    return { count: set.count, kinds: kinds.map(({ def }) => ({ def, records: recordsOf(set.of(def)) })) };
  };
  const sets = { test: contentOf('test'), live: contentOf('live') };
  return { workspace, at: engine.clock(workspace).now(), own, sets };
}

function recordsOf(collection: Collection<Stored>): Stored[] {
  const records: Stored[] = [];
  for (const chunk of collection.chunks()) for (const { record } of chunk) records.push(record);
  return records;
}

export function countStored({ own, sets }: SnapshotContent): number {
  const all = [...own, ...sets.test.kinds, ...sets.live.kinds];
  return all.reduce((sum, { records }) => sum + records.length, 0);
}

/**
 * If a data set has more differences from a snapshot than this number, it is replaced as a whole, not record by
 * record.
 */
const mostChanges = 10_000;

/**
 * A snapshot to restore, and the data sets that will replace the current ones, built outside of the running state.
 */
export interface PreparedRestore {
  readonly content: SnapshotContent;
  readonly replacements: Readonly<Partial<Record<Mode, DataSet>>>;
}

/**
 * Does the slow part of a restore, while the emulator responds to other calls. If little has changed since the
 * snapshot, there is no slow part.
 */
export async function prepareRestore(engine: Engine, content: SnapshotContent): Promise<PreparedRestore> {
  const replacements: Partial<Record<Mode, DataSet>> = {};
  for (const mode of modes) {
    const saved = content.sets[mode];
    const present = engine.dataSet(content.workspace.id, mode);
    if (!(await hasManyChanges(present, saved))) continue;
    const replacement = engine.state.detached(present.key);
    await fillSet(replacement, saved);
    replacements[mode] = replacement;
  }
  return { content, replacements };
}

/** Fills an empty data set outside of the running state, in slices. */
export async function fillSet(set: DataSet, { count, kinds }: SetContent): Promise<void> {
  const turns = new Turns();
  for (const { def, records } of kinds) {
    const collection: Collection<Stored> = set.of(def);
    let added = 0;
    for (const record of records) {
      collection.add(record);
      if (++added % 256 === 0 && turns.isDue) await turns.next();
    }
  }
  set.count = count;
}

/**
 * Whether a data set has many differences from a snapshot, counted in slices. The count can miss a change that
 * happens in the meantime, because it only determines how to restore.
 */
async function hasManyChanges(set: DataSet, { kinds }: SetContent): Promise<boolean> {
  const turns = new Turns();
  const wanted = new Map(kinds.map((saved) => [saved.def.name, saved]));
  let changes = 0;
  const present: Collection<Stored>[] = [...set.collections()];
  for (const { def, size } of present) if (!wanted.has(def.name)) changes += size;
  for (const { def, records } of kinds) {
    const collection: Collection<Stored> = set.of(def);
    let kept = 0;
    for (const chunk of collection.chunks()) {
      for (const { record } of chunk) {
        const target = records[kept];
        if (target === undefined || target.id !== record.id) break;
        if (!isSame(target, record)) changes++;
        kept++;
      }
      if (turns.isDue) await turns.next();
    }
    changes += collection.size - kept + (records.length - kept);
    if (changes > mostChanges) return true;
  }
  return changes > mostChanges;
}

/**
 * Restores a workspace to a snapshot, as one unit of work. The workspace's clock continues from the instant of the
 * snapshot, and the same calls generate the same ids again. Unchanged records are not touched, so the cost depends on
 * the number of changes.
 * @param origin the file of the snapshot, for the journal; null if no journal is written
 */
export function restoreSnapshot(
  engine: Engine,
  { content: { workspace, at, own, sets }, replacements }: PreparedRestore,
  cause: Cause,
  origin: DataSetFile | null,
): Workspace {
  const clock = engine.clock(engine.workspace(workspace.id) ?? workspace);
  return engine.runRoot(cause, realNow(), (unit, root) => {
    const restored = unit.put(root, workspaces, {
      ...workspace,
      clock: clock.stateAt(at, workspace.clock.mode, workspace.clock.rate),
    });
    const savedOwn = new Map(own.map(({ def, records }) => [def.name, records]));
    for (const { def } of [...root.collections()]) {
      if (!namesWorkspace(def)) continue;
      const current = ownRecords(root, def, workspace.id).map((record) => ({ record }));
      replaceRecords(unit, root, def, [current], savedOwn.get(def.name) ?? []);
    }
    for (const mode of modes) {
      const replacement = replacements[mode];
      if (replacement !== undefined) {
        unit.adopt(replacement, origin);
        continue;
      }
      const present = engine.dataSet(workspace.id, mode);
      replaceSet(unit, present, sets[mode].kinds);
      unit.setCount(present, sets[mode].count);
    }
    return restored;
  });
}

/**
 * Replaces all records of the current state with the records of another state. @param count sets how many ids a data
 * set has generated
 */
export function replaceState(
  unit: UnitOfWork,
  present: State,
  wanted: State,
  count: (set: DataSet, drawn: number) => void,
): void {
  const keys = new Set([...present.sets(), ...wanted.sets()].map(({ key }) => key));
  for (const key of keys) {
    const target = wanted.set(key);
    const kinds = [...target.collections()].map(({ def }) => ({ def, records: [...target.of(def).oldestFirst()] }));
    const set = present.set(key);
    replaceSet(unit, set, kinds);
    count(set, target.count);
  }
}

/** Replaces all records of a data set with the given records, in the same order. */
function replaceSet(unit: UnitOfWork, set: DataSet, kinds: readonly StoredOfKind[]): void {
  const wanted = new Map(kinds.map((saved) => [saved.def.name, saved]));
  const present: Collection<Stored>[] = [...set.collections()];
  for (const { def } of present) {
    if (!wanted.has(def.name)) replaceRecords(unit, set, def, set.of<Stored>(def).chunks(), []);
  }
  for (const { def, records } of kinds) replaceRecords(unit, set, def, set.of<Stored>(def).chunks(), records);
}

/**
 * Equal records at the beginning keep their position. After the first difference, all records are removed and added
 * again, so that lists have the saved order.
 */
function replaceRecords(
  unit: UnitOfWork,
  set: DataSet,
  def: AnyCollectionDef,
  current: Iterable<readonly { readonly record: Stored }[]>,
  wanted: Stored[],
): void {
  let kept = 0;
  let inOrder = true;
  const surplus: string[] = [];
  const changed: Stored[] = [];
  for (const chunk of current) {
    for (const { record } of chunk) {
      const target = inOrder ? wanted[kept] : undefined;
      if (target !== undefined && target.id === record.id) {
        if (target !== record) {
          if (isSame(target, record)) wanted[kept] = record;
          else changed.push(target);
        }
        kept++;
      } else {
        inOrder = false;
        surplus.push(record.id);
      }
    }
  }
  for (const record of changed) unit.put(set, def, record);
  for (const id of surplus) unit.remove(set, def, id);
  for (let at = kept; at < wanted.length; at++) unit.put(set, def, wanted[at]!);
}
