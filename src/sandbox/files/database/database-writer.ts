import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { State } from '../../../core/kernel/state.ts';
import type { Collection, Found, Stored } from '../../../core/store/collection.ts';
import { sparseShapeOf } from '../../../core/store/shape.ts';
import { DatabaseText, type Standing } from './database-text.ts';

/** The content of the next `db.json`, noted while every commit was written. */
export interface Outline extends Standing {
  readonly sets: readonly { key: string; count: number; parts: readonly Part[] }[];
}

interface Part {
  readonly collection: Collection<Stored>;
  /** The youngest record for the file: later ones belong to the journal, which keeps their order. */
  readonly youngest: Found<Stored>;
}

/** Notes what the data now consist of. Takes time for each collection, not for each record. */
export function outlineOf(state: State): Outline {
  const sets = [];
  for (const set of state.sets()) {
    const parts: Part[] = [];
    for (const collection of set.collections()) {
      const newest = collection.newest({});
      if (newest !== undefined) parts.push({ collection, youngest: collection.entry(newest.id)! });
    }
    if (set.count > 0 || parts.length > 0) sets.push({ key: set.key, count: set.count, parts });
  }
  return { seed: state.seed, seq: state.seq, starts: state.starts, sets };
}

const entriesATurn = 5_000;

/**
 * Writes `db.json` while the event loop goes on. Each record is written as it is when its turn comes: some are later
 * than the outline, some were removed. A reader must therefore replay the journal from `seq` on.
 * @param proceed called before each piece; throws to give up
 */
export async function writeDatabase(
  file: FileHandle,
  outline: Outline,
  version: string,
  proceed: () => void,
): Promise<void> {
  const out = new DatabaseText(file, proceed);
  await out.begin(outline, version);
  for (const { key, count, parts } of outline.sets) {
    out.beginSet(key, count);
    for (const { collection, youngest } of parts) {
      out.beginCollection(collection.def.name);
      await addRecords(out, collection, youngest);
      out.endCollection();
    }
    out.endSet();
  }
  await out.end();
}

async function addRecords(out: DatabaseText, collection: Collection<Stored>, youngest: Found<Stored>): Promise<void> {
  const entries = await entriesUpTo(collection, youngest);
  const sparse = sparseShapeOf(collection.def.model);
  for (let at = entries.length - 1; at >= 0; at--) {
    const { record } = entries[at]!;
    out.add(JSON.stringify(sparse(record)));
    if (out.isFull) await out.flush();
  }
}

/**
 * The entries of a collection, newest first. It looks up its place again after each pause, because an iteration could
 * not continue after additions, removals and restores.
 */
async function entriesUpTo(collection: Collection<Stored>, youngest: Found<Stored>): Promise<Found<Stored>[]> {
  const entries: Found<Stored>[] = [];
  let after: Pick<Found<Stored>, 'seq' | 'record'> = { seq: youngest.seq + 1, record: youngest.record };
  for (;;) {
    let taken = 0;
    for (const entry of collection.entriesBefore(after)) {
      entries.push(entry);
      if (++taken === entriesATurn) break;
    }
    if (taken < entriesATurn) return entries;
    after = entries.at(-1)!;
    await nextTurn();
  }
}
