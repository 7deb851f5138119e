import { realNow } from './clock.ts';
import type { AnyCollectionDef, Collection, Stored } from './collection.ts';
import type { Engine } from './engine.ts';
import type { Cause } from './events.ts';
import type { DataSet } from './state.ts';
import { Turns } from './turns.ts';
import type { Origin, UnitOfWork } from './unit-of-work.ts';
import { type Mode, modes, type Workspace, workspaces } from './workspace.ts';

/** The records of one kind, oldest first. */
export interface SavedRecords {
  readonly def: AnyCollectionDef;
  /** Those that were read from a file give way to equal ones of the running state, once they are found equal. */
  readonly records: Stored[];
}

/** A workspace as it was at one moment: settings, clock, keys, endpoints, rules, faults and all data. */
export interface SavedState {
  readonly workspace: Workspace;
  /** The emulated instant of that moment, in milliseconds. */
  readonly at: number;
  readonly own: readonly SavedRecords[];
  readonly sets: Readonly<Record<Mode, SavedSet>>;
}

/** A data set as it was: how many ids had been drawn, and its records. */
export interface SavedSet {
  readonly count: number;
  readonly kinds: readonly SavedRecords[];
}

/** A saved state under its name. */
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
export interface SnapshotShelf {
  /** Resolves when it would survive the end of the process, where anything does. Takes the place of one of that name. */
  put(snapshot: Snapshot, state: SavedState): Promise<void>;
  /** @throws Error, of one line, where it cannot be read */
  get(workspaceId: string, name: string): Promise<Shelved | null>;
  /** Of a workspace, newest first. */
  list(workspaceId: string): Promise<Snapshot[]>;
  delete(workspaceId: string, name: string): Promise<boolean>;
}

/** A saved state, and how a journal names it. */
export interface Shelved {
  readonly state: SavedState;
  /** Whether a commit may put data sets of it in place whole (`hold`); otherwise only records of its own. */
  readonly isNameable: boolean;
  /** Keeps its file, whatever becomes of the snapshot, for as long as the journal names it. */
  hold(): Promise<Hold>;
}

export interface Hold {
  /** What a commit says in place of the records; null where no journal is written. */
  readonly origin: Origin | null;
  /** Must be called in the end: no commit later than `seq` names the file for this hold. */
  end(seq: number): void;
}

/** Whether records of a kind belong to a workspace each. */
const isOwned = (def: AnyCollectionDef): boolean =>
  def.indexes.some((fields) => fields.length === 1 && String(fields[0]) === 'workspace_id');

function ownRecords(root: DataSet, def: AnyCollectionDef, workspaceId: string): Stored[] {
  return [...root.of(def).newestFirst({ workspace_id: [workspaceId] })].reverse() as Stored[];
}

/** Notes a workspace's state. Records never change, so that noting which there are is enough. */
export function captureState(engine: Engine, workspace: Workspace): SavedState {
  const { root } = engine.state;
  const own: SavedRecords[] = [];
  for (const { def } of root.collections()) {
    if (isOwned(def)) own.push({ def, records: ownRecords(root, def, workspace.id) });
  }
  const setOf = (mode: Mode): SavedSet => {
    const set = engine.dataSet(workspace.id, mode);
    const kinds: SavedRecords[] = [];
    for (const { def, size } of set.collections()) {
      if (size > 0) kinds.push({ def, records: recordsOf(set.of(def)) });
    }
    return { count: set.count, kinds };
  };
  return { workspace, at: engine.clock(workspace).now(), own, sets: { test: setOf('test'), live: setOf('live') } };
}

function recordsOf(collection: Collection<Stored>): Stored[] {
  const records: Stored[] = [];
  for (const chunk of collection.chunks()) for (const { record } of chunk) records.push(record);
  return records;
}

export function countRecords({ own, sets }: SavedState): number {
  const all = [...own, ...sets.test.kinds, ...sets.live.kinds];
  return all.reduce((sum, { records }) => sum + records.length, 0);
}

/** Data sets that differ by more records than this from what is saved are put in place whole, with all that is saved. */
const mostChanges = 10_000;

/** A saved state, and those of its data sets that are to be put in place whole: filled beside the running state. */
export interface PreparedState {
  readonly state: SavedState;
  readonly whole: Readonly<Partial<Record<Mode, DataSet>>>;
}

/**
 * Does what costs time of a `restoreState`, while others are answered. Where little has changed since the state was
 * saved there is nothing to do.
 * @param mayReplace whether data sets may be put in place whole
 */
export async function prepareState(engine: Engine, state: SavedState, mayReplace: boolean): Promise<PreparedState> {
  const whole: Partial<Record<Mode, DataSet>> = {};
  if (!mayReplace) return { state, whole };
  for (const mode of modes) {
    const saved = state.sets[mode];
    const set = engine.dataSet(state.workspace.id, mode);
    if (!(await hasManyChanges(set, saved))) continue;
    whole[mode] = engine.state.detached(set.key);
    await fillSet(whole[mode], saved);
  }
  return { state, whole };
}

/** Fills an empty data set that is no part of the running state yet, in slices. */
export async function fillSet(set: DataSet, { count, kinds }: SavedSet): Promise<void> {
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

/** Counts in slices; what is done meanwhile may be missed, which does no harm. */
async function hasManyChanges(set: DataSet, { kinds }: SavedSet): Promise<boolean> {
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
        if (target !== record) changes++;
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
 * Puts a workspace back to a saved state, as one unit of work: its clock goes on from the instant of that state, and
 * the same calls draw the same ids again. What has not changed since is not touched, so that it costs what has.
 * @param origin the file of the state, for the journal; null where none is written
 */
export function restoreState(
  engine: Engine,
  { state: { workspace, at, own, sets }, whole }: PreparedState,
  cause: Cause,
  origin: Origin | null,
): Workspace {
  const clock = engine.clock(engine.workspace(workspace.id) ?? workspace);
  return engine.runRoot(cause, realNow(), (unit, root) => {
    const restored = unit.put(root, workspaces, { ...workspace, clock: clock.stateAt(at, workspace.clock.mode) });
    const savedOwn = new Map(own.map(({ def, records }) => [def.name, records]));
    for (const { def } of [...root.collections()]) {
      if (!isOwned(def)) continue;
      const current = ownRecords(root, def, workspace.id).map((record) => ({ record }));
      replaceRecords(unit, root, def, [current], savedOwn.get(def.name) ?? []);
    }
    for (const mode of modes) {
      const set = whole[mode];
      if (set !== undefined) {
        unit.adopt(set, origin);
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
export function replaceSet(unit: UnitOfWork, set: DataSet, kinds: readonly SavedRecords[]): void {
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

/** A record that was read from a file is another object, though nothing in it differs. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  // The order of the fields counts too: a record is shown and exported as it stands.
  const others = Object.keys(b);
  if (names.length !== others.length) return false;
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    if (others[at] !== name) return false;
    const [one, other] = [(a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]];
    if (one !== other && !isSame(one, other)) return false;
  }
  return true;
}
