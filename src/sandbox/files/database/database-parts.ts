import { isSeed } from '../../../core/kernel/ids.ts';
import { type DataSet, State } from '../../../core/kernel/state.ts';
import type { AnyCollectionDef, Collection, Stored } from '../../../core/store/collection.ts';
import { layoutOf } from '../../../core/store/rows.ts';
import { damaged, Fault, newerFormat, type Place, type StorageError, startOfFile } from '../errors.ts';
import { isCount, isObject, isStored, loadRecord } from '../journal/line-reader.ts';
import { databaseFormat, standingSum } from './database-text.ts';

/* The parts of `db.json`, in any layout. */

/** The content of `db.json`. */
export interface ReadDatabase {
  readonly state: State;
  /** Whether an emulator wrote it byte for byte. Otherwise each record was checked against its model. */
  readonly isAsWritten: boolean;
  /** The first line of the journal that the state lacks; absent if only the file was read. */
  readonly journalFrom?: Place;
  /** The place of a record or data set in the file; the beginning for anything else. */
  readonly placeOf: (thing: Stored | DataSet) => Place;
}

/** Checks a record against its model. @throws Fault that names the record and the error */
export type Check = (def: AnyCollectionDef, record: Stored) => void;

/**
 * Takes over a record.
 * @returns it as it is stored
 * @param check null if an emulator wrote the file, so that no record is there twice
 * @throws Fault for a value that is no record, a duplicate, or a record that does not fit its model
 */
export function addRecord(collection: Collection<Stored>, record: unknown, check: Check | null): Stored {
  const { def } = collection;
  if (!isStored(record)) return loadRecord(collection, record);
  if (check === null) return collection.loadNew(record);
  // Somebody may copy a record by hand and forget its id: a refusal is better than a silent loss.
  if (collection.get(record.id) !== undefined) {
    throw new Fault(`two records of ${def.name} have the id ${JSON.stringify(record.id)}`);
  }
  check(def, withNulls(def, record));
  return loadRecord(collection, record);
}

/** A record with its null fields, which the file leaves out. */
export function withNulls({ model }: AnyCollectionDef, record: Stored): Stored {
  const missing = layoutOf(model).nullable.filter((name) => !(name in record));
  return { ...record, ...Object.fromEntries(missing.map((name) => [name, null])) };
}

/** @throws Fault if it is no count */
export function countFrom(key: string, count: unknown): number {
  if (isCount(count) && count < 2 ** 32) return count;
  throw new Fault(`the data set ${key} has drawn no whole number of ids`);
}

/** The checksum in the first line, of everything after it. */
export const checksumOf = (head: unknown): string | null =>
  isObject(head) && typeof head.checksum === 'string' ? head.checksum : null;

/** An empty state with the seed and counts of the file's head. */
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
