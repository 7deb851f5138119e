import { realNow } from './clock.ts';
import type { AnyCollectionDef, Collection, Stored } from './collection.ts';
import type { Engine } from './engine.ts';
import type { Cause } from './events.ts';
import type { DataSet } from './state.ts';
import type { UnitOfWork } from './unit-of-work.ts';
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
  readonly sets: Readonly<Record<Mode, { readonly count: number; readonly kinds: readonly SavedRecords[] }>>;
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
  get(workspaceId: string, name: string): Promise<SavedState | null>;
  /** Of a workspace, newest first. */
  list(workspaceId: string): Promise<Snapshot[]>;
  delete(workspaceId: string, name: string): Promise<boolean>;
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
  const setOf = (mode: Mode) => {
    const set = engine.dataSet(workspace.id, mode);
    const kinds = [...set.collections()].map(({ def }) => ({ def, records: [...set.of(def).oldestFirst()] }));
    return { count: set.count, kinds: kinds.filter(({ records }) => records.length > 0) };
  };
  return { workspace, at: engine.clock(workspace).now(), own, sets: { test: setOf('test'), live: setOf('live') } };
}

export function countRecords({ own, sets }: SavedState): number {
  const all = [...own, ...sets.test.kinds, ...sets.live.kinds];
  return all.reduce((sum, { records }) => sum + records.length, 0);
}

/**
 * Puts a workspace back to a saved state, as one unit of work: its clock goes on from the instant of that state, and
 * the same calls draw the same ids again. What has not changed since is not touched, so that it costs what has.
 */
export function restoreState(engine: Engine, { workspace, at, own, sets }: SavedState, cause: Cause): Workspace {
  const clock = engine.clock(engine.workspace(workspace.id) ?? workspace);
  return engine.runRoot(cause, realNow(), (unit, root) => {
    const restored = unit.put(root, workspaces, { ...workspace, clock: clock.stateAt(at, workspace.clock.mode) });
    const savedOwn = new Map(own.map(({ def, records }) => [def.name, records]));
    for (const { def } of [...root.collections()]) {
      if (!isOwned(def)) continue;
      replaceRecords(unit, root, def, ownRecords(root, def, workspace.id), savedOwn.get(def.name) ?? []);
    }
    for (const mode of modes) {
      const set = engine.dataSet(workspace.id, mode);
      replaceSet(unit, set, sets[mode].kinds);
      unit.setCount(set, sets[mode].count);
    }
    return restored;
  });
}

/** Makes a data set hold exactly these records, in their order. */
export function replaceSet(unit: UnitOfWork, set: DataSet, kinds: readonly SavedRecords[]): void {
  const wanted = new Map(kinds.map((saved) => [saved.def.name, saved]));
  const present: Collection<Stored>[] = [...set.collections()];
  for (const { def } of present) {
    if (!wanted.has(def.name)) replaceRecords(unit, set, def, [...set.of(def).oldestFirst()], []);
  }
  for (const { def, records } of kinds) replaceRecords(unit, set, def, set.of(def).oldestFirst(), records);
}

/**
 * Records keep their place as long as those before them are the same ones; from the first other one on, all are taken
 * out and put in anew, so that lists have the saved order.
 */
function replaceRecords(
  unit: UnitOfWork,
  set: DataSet,
  def: AnyCollectionDef,
  current: Iterable<Stored>,
  wanted: Stored[],
): void {
  let kept = 0;
  let inOrder = true;
  const surplus: string[] = [];
  const changed: Stored[] = [];
  for (const record of current) {
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
  return names.every(
    (name, at) =>
      others[at] === name && isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}
