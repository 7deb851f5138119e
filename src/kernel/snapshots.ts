import { realNow } from '../base/time.ts';
import { Turns } from '../base/turns.ts';
import type { AnyCollectionDef, Collection, Stored } from '../store/collection.ts';
import { PackedEntry } from '../store/pack.ts';
import type { Engine } from './engine.ts';
import type { Cause } from './events.ts';
import { isSame } from './field-changes.ts';
import type { DataSet } from './state.ts';
import type { Origin, UnitOfWork } from './unit-of-work.ts';
import { type Mode, modes, type Workspace, workspaces } from './workspace.ts';

/** The records of one kind, oldest first. */
export interface RecordsOfKind {
  readonly def: AnyCollectionDef;
  /** A restore puts equal records of the running state in the place of those that were read from a file. */
  readonly records: Stored[];
}

/** A data set as it was: how many ids had been drawn, and its records. */
export interface SetContent {
  readonly count: number;
  readonly kinds: readonly RecordsOfKind[];
}

/** A workspace as it was at one moment: settings, clock, keys, endpoints, rules, faults and all data. */
export interface SnapshotContent {
  readonly workspace: Workspace;
  /** The emulated instant of that moment, in milliseconds. */
  readonly at: number;
  /** The workspace's records that belong to no mode. */
  readonly own: readonly RecordsOfKind[];
  readonly sets: Readonly<Record<Mode, SetContent>>;
}

/** What is told of a snapshot. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string;
  /** ISO 8601, on the workspace's clock. */
  readonly at: string;
  /** How many records it holds. */
  readonly records: number;
}

/** Where snapshots are kept. */
export interface SnapshotStore {
  /** Resolves when it would survive the end of the process, where anything does. Takes the place of one of that name. */
  save(snapshot: Snapshot, content: SnapshotContent): Promise<void>;
  /** @throws Error, of one line, where it cannot be read */
  find(workspaceId: string, name: string): Promise<StoredSnapshot | null>;
  /** Of a workspace, newest first. */
  list(workspaceId: string): Promise<Snapshot[]>;
  delete(workspaceId: string, name: string): Promise<boolean>;
}

/** What a snapshot holds, and how a journal names it. */
export interface StoredSnapshot {
  readonly content: SnapshotContent;
  /** Keeps its file, whatever becomes of the snapshot, for as long as the journal names it. */
  pin(): Promise<Pin>;
}

export interface Pin {
  /** What a commit says in place of the records; null where no journal is written. */
  readonly origin: Origin | null;
  /** Must be called in the end: no commit later than `seq` names the file because of this pin. */
  release(seq: number): void;
}

/** Whether records of a kind belong to a workspace each. */
const isOwned = (def: AnyCollectionDef): boolean =>
  def.indexes.some((fields) => fields.length === 1 && String(fields[0]) === 'workspace_id');

function ownRecords(root: DataSet, def: AnyCollectionDef, workspaceId: string): Stored[] {
  return [...root.of(def).newestFirst({ workspace_id: [workspaceId] })].reverse() as Stored[];
}

/**
 * Notes what a workspace holds at this moment. Records never change, so that noting which there are is enough; those
 * that are packed are parsed afterwards, in slices.
 */
export async function captureSnapshot(engine: Engine, workspace: Workspace): Promise<SnapshotContent> {
  const { root } = engine.state;
  const at = engine.clock(workspace).now();
  const own: RecordsOfKind[] = [];
  for (const { def } of root.collections()) {
    if (isOwned(def)) own.push({ def, records: ownRecords(root, def, workspace.id) });
  }
  const notedIn = (mode: Mode) => {
    const set = engine.dataSet(workspace.id, mode);
    const kinds = [...set.collections()].filter(({ size }) => size > 0);
    return { count: set.count, kinds: kinds.map(({ def }) => ({ def, noted: noted(set.of(def)) })) };
  };
  const present = { test: notedIn('test'), live: notedIn('live') };
  const turns = new Turns();
  const contentOf = async ({ count, kinds }: ReturnType<typeof notedIn>): Promise<SetContent> => {
    const read: RecordsOfKind[] = [];
    for (const { def, noted } of kinds) read.push({ def, records: await recordsOf(noted, turns) });
    return { count, kinds: read };
  };
  return { workspace, at, own, sets: { test: await contentOf(present.test), live: await contentOf(present.live) } };
}

/** The records of a collection, those that are packed as they lie there. */
function noted(collection: Collection<Stored>): (Stored | PackedEntry<Stored>)[] {
  const all: (Stored | PackedEntry<Stored>)[] = [];
  for (const chunk of collection.chunks()) {
    for (const entry of chunk) all.push(entry instanceof PackedEntry ? entry : entry.record);
  }
  return all;
}

async function recordsOf(noted: (Stored | PackedEntry<Stored>)[], turns: Turns): Promise<Stored[]> {
  const records: Stored[] = [];
  for (const each of noted) {
    records.push(each instanceof PackedEntry ? each.record : each);
    if (turns.isDue) await turns.next();
  }
  return records;
}

export function countRecords({ own, sets }: SnapshotContent): number {
  const all = [...own, ...sets.test.kinds, ...sets.live.kinds];
  return all.reduce((sum, { records }) => sum + records.length, 0);
}

/** A data set that differs from a snapshot by more records than this is replaced, not changed record by record. */
const mostChanges = 10_000;

/** A snapshot that is to be restored, and the data sets that are to be replaced: filled beside the running state. */
export interface PreparedRestore {
  readonly content: SnapshotContent;
  readonly replacements: Readonly<Partial<Record<Mode, DataSet>>>;
}

/**
 * Does the part of a restore that costs time, while others are answered. Where little has changed since the snapshot
 * was saved there is nothing to do.
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

/** Fills an empty data set that is no part of the running state yet, in slices. */
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

/** Counts in slices. Changes that are made meanwhile may be missed, which does no harm: it only decides how to restore. */
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
 * Puts a workspace back to a snapshot, as one unit of work: its clock goes on from the instant of the snapshot, and the
 * same calls draw the same ids again. What has not changed since is not touched, so that it costs what has.
 * @param origin the file of the snapshot, for the journal; null where none is written
 */
export function restoreSnapshot(
  engine: Engine,
  { content: { workspace, at, own, sets }, replacements }: PreparedRestore,
  cause: Cause,
  origin: Origin | null,
): Workspace {
  const clock = engine.clock(engine.workspace(workspace.id) ?? workspace);
  return engine.runRoot(cause, realNow(), (unit, root) => {
    const restored = unit.put(root, workspaces, {
      ...workspace,
      clock: clock.stateAt(at, workspace.clock.mode, workspace.clock.rate),
    });
    const savedOwn = new Map(own.map(({ def, records }) => [def.name, records]));
    for (const { def } of [...root.collections()]) {
      if (!isOwned(def)) continue;
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

/** Makes a data set hold exactly these records, in their order. */
export function replaceSet(unit: UnitOfWork, set: DataSet, kinds: readonly RecordsOfKind[]): void {
  const wanted = new Map(kinds.map((saved) => [saved.def.name, saved]));
  const present: Collection<Stored>[] = [...set.collections()];
  for (const { def } of present) {
    if (!wanted.has(def.name)) replaceRecords(unit, set, def, set.of<Stored>(def).chunks(), []);
  }
  for (const { def, records } of kinds) replaceRecords(unit, set, def, set.of<Stored>(def).chunks(), records);
}

/**
 * Records keep their place as long as those before them are the same ones; from the first other one on, all are taken
 * out and put in anew, so that lists have the saved order.
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
