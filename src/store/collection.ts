import type { CollectionDef, Stored } from './collection-def.ts';
import {
  addTo,
  type Bucket,
  descend,
  type Index,
  keyOf,
  keysOf,
  mergeDescending,
  removeFrom,
  sizeOf,
  type Where,
} from './index-buckets.ts';
import { type Entry, OrderedList } from './ordered-list.ts';
import { type Pack, PackedEntry } from './pack.ts';
import { Packs } from './packs.ts';
import { rowWriterOf, type ToRow } from './rows.ts';
import { readShapeOf, type Shape, shapeOf } from './shape.ts';

export * from './collection-def.ts';
export type { IndexFields, Where } from './index-buckets.ts';

/** A record of a collection, and where it stands there. */
export type Found<T extends Stored> = Entry<T> | PackedEntry<T>;

/**
 * The records of one kind in one data set, with their indexes. Only a unit of work writes here. Those that were not
 * changed for a while may be packed; a record that is changed is unpacked first.
 */
export class Collection<T extends Stored> {
  readonly def: CollectionDef<T>;
  readonly packs = new Packs<T>();
  readonly #entries = new Map<string, Entry<T>>();
  readonly #all = new OrderedList<T>();
  readonly #indexes: readonly Index<T>[];
  readonly #inside = new Map<string, Bucket<T>>();
  readonly #ordered: OrderedList<T> | null;
  #shape: Shape | undefined;
  #toRow: ToRow | undefined;
  #nextSeq = 1;

  constructor(def: CollectionDef<T>) {
    this.def = def;
    this.#indexes = def.indexes.map((fields) => ({ fields, buckets: new Map() }));
    const order = def.order;
    this.#ordered = order === undefined ? null : new OrderedList<T>((record) => order(record) ?? '');
  }

  get size(): number {
    return this.#all.size + this.packs.size;
  }

  /** How many of its records the declared order leaves out. */
  get unorderedSize(): number {
    return this.size - (this.#ordered?.size ?? 0);
  }

  /** How many of its records could be packed, and are not. */
  get packableSize(): number {
    return this.#all.size - (this.#ordered?.size ?? 0);
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.record ?? this.packs.get(id);
  }

  /** A record, to be looked at. */
  entry(id: string): Found<T> | undefined {
    return this.#entries.get(id) ?? this.packs.entry(id);
  }

  /** A record that is about to be changed or removed. */
  entryToChange(id: string): Entry<T> | undefined {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    const packed = this.packs.take(id);
    if (packed === undefined) return undefined;
    const unpacked: Entry<T> = { ...packed, change: null };
    this.#add(unpacked);
    return unpacked;
  }

  /** The record that comes first in the declared order. */
  get next(): T | undefined {
    return this.#ordered?.first?.record;
  }

  /** All records in the declared order. */
  *inOrder(): Generator<T> {
    for (const entry of this.#ordered?.ascending() ?? []) yield entry.record;
  }

  /** All records, oldest first. Safe against changes while it runs: a record is given as it is when its turn comes. */
  *oldestFirst(): Generator<T> {
    for (let from = 0; ; ) {
      const entries = this.#from(from);
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
   * Records newest first that have, for each field of `where`, one of its values; beginning after the record `after`.
   * The filter must be covered by an index but for what few records of a bucket can be looked through for.
   * @param keys texts of the declared inner index, all of which a record must have
   */
  *newestFirst(where: Where<T> = {}, after?: Found<T>, keys: readonly string[] = []): Generator<T> {
    if (keys.length > 0) {
      for (const { record } of mergeDescending(this.#withRarest(keys, after))) {
        if (this.matches(record, where, keys)) yield record;
      }
      return;
    }
    const fields = Object.keys(where) as (keyof T & string)[];
    if (fields.length === 0) {
      for (const entry of this.entriesBefore(after)) yield entry.record;
      return;
    }
    const index = this.#bestIndex(fields);
    if (index === undefined) throw new Error(`No index of ${this.def.name} covers any of ${fields.join(', ')}.`);
    const wanted = keysOf(index.fields, where);
    const rest = fields.filter((field) => !index.fields.includes(field));
    const lists: Generator<Found<T>>[] = [];
    for (const key of wanted) {
      const bucket = index.buckets.get(key);
      if (bucket !== undefined) lists.push(descend(bucket, after));
      lists.push(...this.packs.withKey(1 + this.#indexes.indexOf(index), key, after?.seq));
    }
    let last: number | undefined;
    for (const entry of mergeDescending(lists)) {
      const { record } = entry;
      if (entry instanceof PackedEntry) {
        // Another key may have the same hash, and two of those that are wanted, too.
        if (entry.seq === last || !wanted.includes(keyOf(index.fields, record) ?? '')) continue;
        last = entry.seq;
      }
      if (rest.every((field) => (where[field] as readonly unknown[]).includes(record[field]))) yield record;
    }
  }

  /** All entries, oldest first, some hundred at a time: quicker than one by one where nothing changes meanwhile. */
  *chunks(): Generator<readonly Found<T>[]> {
    if (this.packs.all.length === 0) {
      yield* this.#all.chunks();
      return;
    }
    for (let from = 0; ; ) {
      const entries = this.#from(from);
      if (entries.length === 0) return;
      yield entries;
      from = entries.at(-1)!.seq + 1;
    }
  }

  /** The entries older than one that is, or was, among them; newest first. */
  entriesBefore(youngest?: Pick<Entry<T>, 'seq' | 'record'>): Generator<Found<T>> {
    return mergeDescending<Found<T>>([this.#all.descending(youngest), ...this.packs.descending(youngest?.seq)]);
  }

  /** The newest record that fits, if any. */
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

  /** Puts another version of a record in its place. */
  replace(entry: Entry<T>, record: T): void {
    const before = entry.record;
    const ordered = this.#ordered;
    if (ordered !== null && this.#rank(before) !== null) ordered.remove(entry);
    for (const { fields, buckets } of this.#indexes) {
      const from = keyOf(fields, before);
      const to = keyOf(fields, record);
      if (from === to) continue;
      removeFrom(buckets, from, entry);
      addTo(buckets, to, entry);
    }
    const inside = this.def.inside;
    if (inside !== undefined && before[inside.field] !== record[inside.field]) {
      for (const key of inside.keysOf(before)) removeFrom(this.#inside, key, entry);
      for (const key of inside.keysOf(record)) addTo(this.#inside, key, entry);
    }
    entry.record = record;
    if (ordered !== null && this.#rank(record) !== null) ordered.insert(entry);
  }

  remove(entry: Entry<T>): void {
    this.#entries.delete(entry.record.id);
    this.#all.remove(entry);
    for (const { fields, buckets } of this.#indexes) removeFrom(buckets, keyOf(fields, entry.record), entry);
    const inside = this.def.inside;
    if (inside !== undefined) for (const key of inside.keysOf(entry.record)) removeFrom(this.#inside, key, entry);
    if (this.#ordered !== null && this.#rank(entry.record) !== null) this.#ordered.remove(entry);
  }

  /** The oldest records that are not packed, and that the declared order leaves out; at most so many. */
  oldestPackable(most: number): Entry<T>[] {
    const entries: Entry<T>[] = [];
    for (const chunk of this.#all.chunks()) {
      for (const entry of chunk) {
        if (entries.length === most) return entries;
        if (this.#ordered === null || this.#rank(entry.record) === null) entries.push(entry);
      }
    }
    return entries;
  }

  /** Brings a record into a pack that holds it, if it is still as it was when it was packed. */
  bringInto(pack: Pack<T>, number: number, entry: Entry<T>, record: T): void {
    if (entry.record !== record || entry.change !== null || this.#entries.get(record.id) !== entry) return;
    this.remove(entry);
    pack.bring(number);
  }

  /** Takes over a pack that was read, of records that are not there yet. */
  addPack(pack: Pack<T>): void {
    this.packs.add(pack);
    this.#nextSeq = Math.max(this.#nextSeq, pack.seqAt(pack.length - 1) + 1);
  }

  /** Takes over what a pack that was read holds, without keeping it packed. */
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

  /** A record as it is kept: copied, and frozen. */
  shaped(record: T): T {
    return Object.freeze(this.copied(record));
  }

  /** A record as journals keep it. */
  toRow(record: T): unknown[] {
    this.#toRow ??= rowWriterOf(this.def.model);
    return this.#toRow(record);
  }

  /** Takes a record over, new or not, that was saved. @returns it as it is kept */
  load(saved: T): T {
    const record = readShapeOf(this.def.model)(saved);
    this.take(record);
    return record;
  }

  /** The same for one of which no version is there yet: quicker, as nothing is looked for. */
  loadNew(saved: T): T {
    const record = Object.freeze(readShapeOf(this.def.model)(saved));
    this.add(record);
    return record;
  }

  /** Takes a record over, new or not, that already has the shape of the others. */
  take(record: T): void {
    Object.freeze(record);
    const entry = this.entryToChange(record.id);
    if (entry === undefined) this.add(record);
    else this.replace(entry, record);
  }

  #rank(record: T): string | null {
    return this.def.order?.(record) ?? null;
  }

  #add(entry: Entry<T>): void {
    this.#entries.set(entry.record.id, entry);
    this.#all.insert(entry);
    for (const { fields, buckets } of this.#indexes) addTo(buckets, keyOf(fields, entry.record), entry);
    const inside = this.def.inside;
    if (inside !== undefined) for (const key of inside.keysOf(entry.record)) addTo(this.#inside, key, entry);
    if (this.#ordered !== null && this.#rank(entry.record) !== null) this.#ordered.insert(entry);
  }

  /** The entries from a place on, oldest first: some hundred, and as many of each pack. */
  #from(seq: number): readonly Found<T>[] {
    const unpacked = this.#all.from(seq);
    const packed = this.packs.from(seq);
    if (packed.length === 0) return unpacked;
    const parts = unpacked.length === 0 ? packed : [unpacked, ...packed];
    // Behind the part that ends first, others may have more.
    const end = Math.min(...parts.map((part) => part.at(-1)!.seq));
    return parts
      .flat()
      .filter((entry) => entry.seq <= end)
      .sort((one, other) => one.seq - other.seq);
  }

  /** The entries that have one of some keys of the inner index, the one that the fewest have. */
  #withRarest(keys: readonly string[], after?: Found<T>): Generator<Found<T>>[] {
    if (this.def.inside === undefined) throw new Error(`${this.def.name} has no index inside a field.`);
    const list = 1 + this.#indexes.length;
    let fewest = Number.POSITIVE_INFINITY;
    let rarest = '';
    for (const key of keys) {
      const bucket = this.#inside.get(key);
      const count = (bucket === undefined ? 0 : sizeOf(bucket)) + this.packs.countWithKey(list, key);
      if (count < fewest) [fewest, rarest] = [count, key];
    }
    const bucket = this.#inside.get(rarest) ?? [];
    return [descend(bucket, after), ...this.packs.withKey(list, rarest, after?.seq)];
  }

  #bestIndex(fields: readonly (keyof T & string)[]): Index<T> | undefined {
    let best: Index<T> | undefined;
    for (const index of this.#indexes) {
      if (!index.fields.every((field) => fields.includes(field))) continue;
      if (best === undefined || index.fields.length > best.fields.length) best = index;
    }
    return best;
  }
}
