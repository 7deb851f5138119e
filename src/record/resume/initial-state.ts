import { getOrMake } from '../../core/base/maps.ts';
import type { DataSet, State } from '../../core/kernel/state.ts';
import type { AnyCollectionDef, Collection, Stored } from '../../core/store/collection.ts';
import type { CommitEntry, RecorderEntry } from '../write/recorder-entries.ts';

/** The records of a kind, oldest first. */
interface Kind {
  readonly def: AnyCollectionDef;
  readonly records: readonly Stored[];
}

/** A data set at a moment of a run. */
export interface DataSetState {
  readonly key: string;
  /** How many ids the data set had generated. */
  readonly count: number;
  readonly kinds: readonly Kind[];
}

/** The state at the start of a recording, and the complete data sets that its commits added. */
export interface InitialState {
  /** The number of the last commit before the recording. */
  readonly seq: number;
  readonly sets: readonly DataSetState[];
  readonly adopted: ReadonlyMap<CommitEntry, readonly DataSetState[]>;
}

/**
 * The differences of a data set at the wanted moment: each changed record by its position, or undefined if the record
 * did not exist.
 */
interface Otherwise {
  count: number;
  readonly kinds: Map<Collection<Stored>, Map<number, Stored | undefined>>;
}

/**
 * Computes the state at the start of a recording by undoing all its commits from the current state. It takes one pass
 * over the current state. The current state must not change in the meantime, and is not changed.
 */
export function beginningOf(state: State, entries: readonly RecorderEntry[]): InitialState {
  const present = new Map([...state.sets()].map((set) => [set.key, set]));
  const otherwise = new Map<DataSet, Otherwise>();
  const adopted = new Map<CommitEntry, readonly DataSetState[]>();
  let seq = state.seq;
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'commit') continue;
    seq = entry.seq - 1;
    const { changes, counts, dropped, adopted: put } = entry.done;
    for (const { set, collection, entry: place, before } of changes) {
      const kinds = otherwiseIn(otherwise, set).kinds;
      getOrMake(kinds, collection, () => new Map<number, Stored | undefined>()).set(place.seq, before);
    }
    for (const { set, count } of counts) otherwiseIn(otherwise, set).count = count;
    if (put.length > 0)
      adopted.set(
        entry,
        put.map((set) => thenOf(set, otherwise.get(set))),
      );
    for (const set of put) present.delete(set.key);
    // A commit that dropped a data set can also have created it again.
    for (const set of dropped) present.set(set.key, set);
  }
  const sets = [...present.values()].map((set) => thenOf(set, otherwise.get(set)));
  return { seq, sets: sets.filter(({ count, kinds }) => count > 0 || kinds.length > 0), adopted };
}

const otherwiseIn = (known: Map<DataSet, Otherwise>, set: DataSet): Otherwise =>
  getOrMake(known, set, () => ({ count: set.count, kinds: new Map() }));

/**
 * A data set at an earlier moment. Its current records are sorted by position, and the earlier records are merged
 * into them.
 */
function thenOf(set: DataSet, otherwise: Otherwise | undefined): DataSetState {
  const kinds: Kind[] = [];
  for (const collection of set.collections()) {
    const records = recordsThen(collection, otherwise?.kinds.get(collection));
    if (records.length > 0) kinds.push({ def: collection.def, records });
  }
  return { key: set.key, count: otherwise?.count ?? set.count, kinds };
}

function recordsThen(
  collection: Collection<Stored>,
  otherwise: ReadonlyMap<number, Stored | undefined> | undefined,
): readonly Stored[] {
  const records: Stored[] = [];
  if (otherwise === undefined) {
    for (const chunk of collection.chunks()) for (const { record } of chunk) records.push(record);
    return records;
  }
  const gone = [...otherwise].filter(([, record]) => record !== undefined).sort(([a], [b]) => a - b);
  let next = 0;
  for (const chunk of collection.chunks()) {
    for (const { seq, record } of chunk) {
      for (; next < gone.length && gone[next]![0] < seq; next++) records.push(gone[next]![1]!);
      if (!otherwise.has(seq)) records.push(record);
      else if (gone[next]?.[0] === seq) records.push(gone[next++]![1]!);
    }
  }
  for (; next < gone.length; next++) records.push(gone[next]![1]!);
  return records;
}
