import { isSeed } from '../kernel/ids.ts';
import { type DataSet, State } from '../kernel/state.ts';
import type { AnyCollectionDef, Collection, Stored } from '../store/collection.ts';
import { layoutOf } from '../store/rows.ts';
import { databaseFormat, standingSum } from './database-text.ts';
import { damaged, Fault, newerFormat, type Place, type StorageError, startOfFile } from './errors.ts';
import { isCount, isObject, isStored, loadRecord } from './reading.ts';

/* The parts of `db.json`, however they are laid out. */

/** What `db.json` holds. */
export interface ReadDatabase {
  readonly state: State;
  /** Whether it is byte for byte as an emulator wrote it. Otherwise each of its records was held to its model. */
  readonly isAsWritten: boolean;
  /** The first line of the journal that is not in the state already; absent where only the file was read. */
  readonly journalFrom?: Place;
  /** Where a record or a data set stands in it; its beginning for what does not. */
  readonly placeOf: (thing: Stored | DataSet) => Place;
}

/** What holds a record to its model. @throws Fault that names the record, and what is wrong with it */
export type Check = (def: AnyCollectionDef, record: Stored) => void;

/**
 * Takes a record over.
 * @returns it as it is kept
 * @param check null where the file is as it was written, so that no record is there twice
 * @throws Fault for a record that is none, that is there already, or that is unlike its model
 */
export function addRecord(collection: Collection<Stored>, record: unknown, check: Check | null): Stored {
  const { def } = collection;
  if (!isStored(record)) return loadRecord(collection, record);
  if (check === null) return collection.loadNew(record);
  // Hand edits may copy a record and forget its id: better refused than half lost.
  if (collection.get(record.id) !== undefined) {
    throw new Fault(`two records of ${def.name} have the id ${JSON.stringify(record.id)}`);
  }
  check(def, withNulls(def, record));
  return loadRecord(collection, record);
}

/** A record with the fields that are null, which are not written. */
function withNulls({ model }: AnyCollectionDef, record: Stored): Stored {
  const missing = layoutOf(model).nullable.filter((name) => !(name in record));
  return { ...record, ...Object.fromEntries(missing.map((name) => [name, null])) };
}

/** @throws Fault where it is none */
export function countFrom(key: string, count: unknown): number {
  if (isCount(count) && count < 2 ** 32) return count;
  throw new Fault(`the data set ${key} has drawn no whole number of ids`);
}

/** The checksum of what follows the first line, as that tells it. */
export const checksumOf = (head: unknown): string | null =>
  isObject(head) && typeof head.checksum === 'string' ? head.checksum : null;

/** An empty state with what the head of the file says. */
export function stateOf(path: string, head: unknown): State {
  const refusal = (reason: string): StorageError => damaged(path, startOfFile, reason);
  if (!isObject(head) || !('format' in head)) throw refusal('it is no data file of the emulator');
  const { format, emulator, seed, seq, starts } = head;
  if (!isCount(format)) throw refusal('its format is no number');
  if (format > databaseFormat) throw newerFormat(path, format, emulator, databaseFormat);
  if (!isSeed(seed) || !isCount(seq) || !isCount(starts)) {
    throw refusal('it does not begin with seed, seq and starts');
  }
  const { standing_checksum, checksum } = head;
  if ((standing_checksum ?? checksum) !== undefined && standing_checksum !== standingSum({ seed, seq, starts })) {
    throw refusal('its seed, seq and starts are not those that it was written with: they tie it to the journal');
  }
  const state = new State(seed);
  state.seq = seq;
  state.starts = starts;
  return state;
}
