import type { CollectionDef, Stored } from './collection-def.ts';
import type { IndexFields, Where } from './index-buckets.ts';
import { Indexes } from './indexes.ts';
import { type Entry, OrderedList } from './ordered-list.ts';
import type { Served } from './served.ts';
import { type Shape, shapeOf } from './shape.ts';

export * from './collection-def.ts';
export type { IndexFields, Where } from './index-buckets.ts';
export type { Entry } from './ordered-list.ts';
export type { Served } from './served.ts';

const noFilter = Object.freeze({});
/** How many records an iteration looks up at once, while the collection can change. */
const step = 100;

/** The records of one kind in one data set, with their indexes. Only a unit of work can change them. */
export class Collection<T extends Stored, I extends IndexFields<T> = IndexFields<T>> {
  readonly def: CollectionDef<T, unknown, I>;
  readonly #entries = new Map<string, Entry<T>>();
  /** All records, in order of creation. */
  readonly #all = new OrderedList<T>();
  readonly #indexes: Indexes<T>;
  /** The records that have a position in the declared order. */
  readonly #ordered: OrderedList<T> | null;
  #shape: Shape | undefined;
  #nextSeq = 1;

  constructor(def: CollectionDef<T, unknown, I>) {
    this.def = def;
    this.#indexes = new Indexes(def, this.#all);
    const order = def.order;
    this.#ordered = order === undefined ? null : new OrderedList<T>((record) => order(record) ?? '');
  }

  get size(): number {
    return this.#all.size;
  }

  /** The number of records without a position in the declared order. */
  get unorderedSize(): number {
    return this.size - (this.#ordered?.size ?? 0);
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.record;
  }

  /** A record and its position. */
  entry(id: string): Entry<T> | undefined {
    return this.#entries.get(id);
  }

  /** The first record in the declared order. */
  get next(): T | undefined {
    return this.#ordered?.first?.record;
  }

  /** All records in the declared order. */
  *inOrder(): Generator<T> {
    for (const entry of this.#ordered?.ascending() ?? []) yield entry.record;
  }

  /**
   * All records, oldest first. The collection can change during the iteration: each record is yielded in its current
   * state.
   */
  *oldestFirst(): Generator<T> {
    for (let from = 0; ; ) {
      const entries = this.#all.from(from);
      if (entries.length === 0) return;
      for (const entry of entries) {
        if (this.#entries.get(entry.record.id) === entry) yield entry.record;
        from = entry.seq + 1;
      }
    }
  }

  /** The records of `newestFirst`. The collection can change during the iteration, as in `oldestFirst`. */
  *newestInSteps<const W extends Where<T> = Record<never, never>>(
    where: W & Served<T, I, W> = noFilter as W & Served<T, I, W>,
    after?: Entry<T>,
  ): Generator<T> {
    for (let youngest = after; ; ) {
      const entries: Entry<T>[] = [];
      for (const { id } of this.newestFirst<W>(where, youngest)) {
        if (entries.push(this.#entries.get(id)!) === step) break;
      }
      for (const entry of entries) {
        const { record } = entry;
        if (this.#entries.get(record.id) === entry && this.matches(record, where)) yield record;
      }
      youngest = entries.at(-1);
      if (youngest === undefined) return;
    }
  }

  /**
   * Records whose fields match `where`, newest first, starting after the record `after`. The filter must be covered by
   * an index, except for fields that only exclude a few records of a bucket.
   * @param keys texts in the declared inner index; a record must have all of them
   */
  *newestFirst<const W extends Where<T> = Record<never, never>>(
    where: W & Served<T, I, W> = noFilter as W & Served<T, I, W>,
    after?: Entry<T>,
    keys: readonly string[] = [],
  ): Generator<T> {
    if (keys.length > 0) {
      for (const { record } of this.#indexes.withInside(keys, after)) {
        if (this.matches(record, where, keys)) yield record;
      }
    } else if (Object.keys(where).length > 0) {
      yield* this.#indexes.newestFirst(where, after);
    } else {
      for (const entry of this.entriesBefore(after)) yield entry.record;
    }
  }

  /**
   * All entries, oldest first, in chunks of a few hundred. This is faster than one at a time, but the collection must
   * not change during the iteration.
   */
  chunks(): Iterable<readonly Entry<T>[]> {
    return this.#all.chunks();
  }

  /**
   * The entries that are older than the entry `youngest`, newest first. `youngest` may have been removed in the
   * meantime.
   */
  entriesBefore(youngest?: Pick<Entry<T>, 'seq' | 'record'>): Generator<Entry<T>> {
    return this.#all.descending(youngest);
  }

  /** The newest record that matches, if any. */
  newest<const W extends Where<T>>(where: W & Served<T, I, W>): T | undefined {
    const { value, done } = this.newestFirst<W>(where).next();
    return done === true ? undefined : value;
  }

  matches(record: T, where: Where<T>, keys: readonly string[] = []): boolean {
    for (const field in where) {
      if (!(where[field] as readonly unknown[]).includes(record[field])) return false;
    }
    if (keys.length === 0) return true;
    const own = this.def.inside?.keysOf(record) ?? [];
    return keys.every((key) => own.includes(key));
  }

  add(record: T): Entry<T> {
    const entry: Entry<T> = { seq: this.#nextSeq++, record, change: null };
    this.#add(entry);
    return entry;
  }

  /** Replaces a record with another version. */
  replace(entry: Entry<T>, record: T): void {
    if (this.#isOrdered(entry)) this.#ordered?.remove(entry);
    this.#indexes.move(entry, record);
    entry.record = record;
    if (this.#isOrdered(entry)) this.#ordered?.insert(entry);
  }

  remove(entry: Entry<T>): void {
    this.#entries.delete(entry.record.id);
    this.#all.remove(entry);
    this.#indexes.remove(entry);
    if (this.#isOrdered(entry)) this.#ordered?.remove(entry);
  }

  /** Restores a removed entry to its previous position. */
  restore(entry: Entry<T>): void {
    this.#add(entry);
  }

  /** Copies a record with the fields of its model, in the same order, and with null for a missing nullable field. */
  copied(record: T): T {
    this.#shape ??= shapeOf(this.def.model);
    return this.#shape(record);
  }

  /** Copies a record and freezes the copy, as it is stored. */
  shaped(record: T): T {
    return Object.freeze(this.copied(record));
  }

  /** Stores a saved record, which can be new or not. @returns the record as stored */
  load(saved: T): T {
    const record = this.copied(saved);
    this.take(record);
    return record;
  }

  /**
   * Stores a saved record that is not in the collection yet. This is faster than `load`, which looks for an existing
   * version.
   */
  loadNew(saved: T): T {
    const record = this.shaped(saved);
    this.add(record);
    return record;
  }

  /** Stores a record, which can be new or not. The record must already have the shape of the other records. */
  take(record: T): void {
    Object.freeze(record);
    const entry = this.#entries.get(record.id);
    if (entry === undefined) this.add(record);
    else this.replace(entry, record);
  }

  #isOrdered({ record }: Entry<T>): boolean {
    return (this.def.order?.(record) ?? null) !== null;
  }

  #add(entry: Entry<T>): void {
    this.#entries.set(entry.record.id, entry);
    this.#all.insert(entry);
    this.#indexes.add(entry);
    if (this.#isOrdered(entry)) this.#ordered?.insert(entry);
  }
}
