import type { CollectionDef, Stored } from './collection-def.ts';
import { CreationOrder } from './creation-order.ts';
import type { Where } from './index-buckets.ts';
import { Indexes } from './indexes.ts';
import { type Entry, OrderedList } from './ordered-list.ts';
import { type Pack, PackedEntry } from './pack.ts';
import { type Found, Packs } from './packs.ts';
import { rowWriterOf, type ToRow } from './rows.ts';
import { readShapeOf, type Shape, shapeOf } from './shape.ts';

export * from './collection-def.ts';
export type { IndexFields, Where } from './index-buckets.ts';
export type { Found } from './packs.ts';

/**
 * The records of one kind in one data set, with their indexes. Only a unit of work writes here. Records that have not
 * changed for a while may be packed; a record is unpacked before it changes.
 */
export class Collection<T extends Stored> {
  readonly def: CollectionDef<T>;
  readonly packs = new Packs<T>();
  readonly #entries = new Map<string, Entry<T>>();
  readonly #all = new CreationOrder(this.packs);
  readonly #indexes: Indexes<T>;
  /** The records that have a place in the declared order. */
  readonly #ordered: OrderedList<T> | null;
  #shape: Shape | undefined;
  #toRow: ToRow | undefined;
  #nextSeq = 1;

  constructor(def: CollectionDef<T>) {
    this.def = def;
    this.#indexes = new Indexes(def, this.packs);
    const order = def.order;
    this.#ordered = order === undefined ? null : new OrderedList<T>((record) => order(record) ?? '');
  }

  get size(): number {
    return this.#all.size;
  }

  /** How many of its records have no place in the declared order. */
  get unorderedSize(): number {
    return this.size - (this.#ordered?.size ?? 0);
  }

  /** How many of its records could be packed and are not. */
  get packableSize(): number {
    return this.#all.unpacked.size - (this.#ordered?.size ?? 0);
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.record ?? this.packs.get(id);
  }

  /** A record, to read. */
  entry(id: string): Found<T> | undefined {
    return this.#entries.get(id) ?? this.packs.entry(id);
  }

  /** A record, to change or remove. */
  entryToChange(id: string): Entry<T> | undefined {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    const packed = this.packs.take(id);
    if (packed === undefined) return undefined;
    const unpacked: Entry<T> = { ...packed, change: null };
    this.#add(unpacked);
    return unpacked;
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
   * All records, oldest first. The collection may change meanwhile: each record is given as it is when its turn comes.
   */
  *oldestFirst(): Generator<T> {
    for (let from = 0; ; ) {
      const entries = this.#all.from(from);
      if (entries.length === 0) return;
      for (const entry of entries) {
        const { seq, record } = entry;
        const present = entry instanceof PackedEntry && entry.isThere ? entry : this.entry(record.id);
        if (present?.seq === seq) yield present === entry ? record : present.record;
        from = seq + 1;
      }
    }
  }

  /**
   * Records newest first whose fields match `where`, starting after the record `after`. An index must cover the filter,
   * except for fields that narrow down few records of a bucket.
   * @param keys texts of the declared inner index, all of which a record must have
   */
  *newestFirst(where: Where<T> = {}, after?: Found<T>, keys: readonly string[] = []): Generator<T> {
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

  /** All entries, oldest first, some hundred at a time. Quicker than one by one, but nothing may change meanwhile. */
  chunks(): Iterable<readonly Found<T>[]> {
    return this.#all.chunks();
  }

  /** The entries older than `youngest`, which may have been removed since; newest first. */
  entriesBefore(youngest?: Pick<Entry<T>, 'seq' | 'record'>): Generator<Found<T>> {
    return this.#all.before(youngest);
  }

  /** The newest record that matches, if any. */
  newest(where: Where<T>): T | undefined {
    const { value, done } = this.newestFirst(where).next();
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

  /** Replaces a record by another version. */
  replace(entry: Entry<T>, record: T): void {
    if (this.#isOrdered(entry)) this.#ordered?.remove(entry);
    this.#indexes.move(entry, record);
    entry.record = record;
    if (this.#isOrdered(entry)) this.#ordered?.insert(entry);
  }

  remove(entry: Entry<T>): void {
    this.#entries.delete(entry.record.id);
    this.#all.unpacked.remove(entry);
    this.#indexes.remove(entry);
    if (this.#isOrdered(entry)) this.#ordered?.remove(entry);
  }

  /** The oldest records that are not packed and have no place in the declared order; at most so many. */
  oldestPackable(most: number): Entry<T>[] {
    const entries: Entry<T>[] = [];
    for (const chunk of this.#all.unpacked.chunks()) {
      for (const entry of chunk) {
        if (entries.length === most) return entries;
        if (!this.#isOrdered(entry)) entries.push(entry);
      }
    }
    return entries;
  }

  /** Moves a record into a pack that holds it, if it has not changed since it was packed. */
  bringInto(pack: Pack<T>, number: number, entry: Entry<T>, record: T): void {
    if (entry.record !== record || entry.change !== null || this.#entries.get(record.id) !== entry) return;
    this.remove(entry);
    pack.bring(number);
  }

  /** Takes over a pack from a file; none of its records is there yet. */
  addPack(pack: Pack<T>): void {
    this.packs.add(pack);
    this.#nextSeq = Math.max(this.#nextSeq, pack.seqAt(pack.length - 1) + 1);
  }

  /** Takes over the records of a pack from a file, unpacked. */
  addUnpacked(pack: Pack<T>): void {
    for (const { seq, record } of [...pack.descending(Number.POSITIVE_INFINITY)].reverse()) {
      this.#add({ seq, record, change: null });
      this.#nextSeq = Math.max(this.#nextSeq, seq + 1);
    }
  }

  /** Puts a removed entry back where it was. */
  restore(entry: Entry<T>): void {
    this.#add(entry);
  }

  /** A copy of a record with the fields of its model, in their order. */
  copied(record: T): T {
    this.#shape ??= shapeOf(this.def.model);
    return this.#shape(record);
  }

  /** A record as it is stored: copied, and frozen. */
  shaped(record: T): T {
    return Object.freeze(this.copied(record));
  }

  /** A record as a row of the journal. */
  toRow(record: T): unknown[] {
    this.#toRow ??= rowWriterOf(this.def.model);
    return this.#toRow(record);
  }

  /** Takes over a saved record, new or not. @returns it as it is stored */
  load(saved: T): T {
    const record = readShapeOf(this.def.model)(saved);
    this.take(record);
    return record;
  }

  /** Takes over a saved record of which no version is there yet: quicker, because it looks nothing up. */
  loadNew(saved: T): T {
    const record = Object.freeze(readShapeOf(this.def.model)(saved));
    this.add(record);
    return record;
  }

  /** Takes over a record, new or not, that already has the shape of the others. */
  take(record: T): void {
    Object.freeze(record);
    const entry = this.entryToChange(record.id);
    if (entry === undefined) this.add(record);
    else this.replace(entry, record);
  }

  #isOrdered({ record }: Entry<T>): boolean {
    return (this.def.order?.(record) ?? null) !== null;
  }

  #add(entry: Entry<T>): void {
    this.#entries.set(entry.record.id, entry);
    this.#all.unpacked.insert(entry);
    this.#indexes.add(entry);
    if (this.#isOrdered(entry)) this.#ordered?.insert(entry);
  }
}
