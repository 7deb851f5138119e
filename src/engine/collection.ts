import {
  addTo,
  type Bucket,
  descend,
  type Index,
  type IndexFields,
  keyOf,
  keysOf,
  mergeDescending,
  removeFrom,
  sizeOf,
  type Where,
} from './index-buckets.ts';
import { KeyMap } from './key-map.ts';
import { type Entry, OrderedList } from './ordered-list.ts';
import { rowWriterOf, type ToRow } from './rows.ts';
import { readShapeOf, type Shape, shapeOf } from './shape.ts';
import type { Static, TObject } from './types.ts';

export type { IndexFields, Where } from './index-buckets.ts';

/** What every stored record has. */
export interface Stored {
  readonly id: string;
}

/** An index by texts that lie inside one field of a record, any number of them: the pairs of its `metadata`. */
export interface InnerIndex<T> {
  readonly field: keyof T & string;
  /** The texts, none of them twice. */
  readonly keysOf: (record: T) => readonly string[];
}

/** How records of one kind are kept. Declared once, by the slice that owns them. */
export interface CollectionDef<T extends Stored, L = unknown> {
  readonly name: string;
  /** What a record is: what is read from a file is held to it. */
  readonly model: TObject;
  /** The lifecycle that its records go through. */
  readonly lifecycle?: L;
  /** What the ids begin with, without the underscore. */
  readonly prefix: string;
  readonly indexes: readonly IndexFields<T>[];
  /** Whether its records may be removed, so that others may name one that is gone. */
  readonly removable?: boolean;
  readonly inside?: InnerIndex<T>;
  /** Ascending order by a text, for records that are taken in turn (jobs). Null leaves a record out. */
  readonly order?: (record: T) => string | null;
}

/** Declares records: what they are follows from their model. Filters that a list offers each need an index. */
export const collection = <M extends TObject, L = undefined>(
  name: string,
  def: Omit<CollectionDef<Static<M> & Stored, L>, 'name' | 'model'> & { readonly model: M },
): CollectionDef<Static<M> & Stored, L> => ({ name, ...def });

/** The records of one kind in one data set, with their indexes. Only a unit of work writes here. */
export class Collection<T extends Stored> {
  readonly def: CollectionDef<T>;
  readonly #entries = new KeyMap<Entry<T>>();
  readonly #all = new OrderedList<T>();
  readonly #indexes: readonly Index<T>[];
  readonly #inside = new KeyMap<Bucket<T>>();
  readonly #ordered: OrderedList<T> | null;
  #shape: Shape | undefined;
  #toRow: ToRow | undefined;
  #nextSeq = 1;

  constructor(def: CollectionDef<T>) {
    this.def = def;
    this.#indexes = def.indexes.map((fields) => ({ fields, buckets: new KeyMap() }));
    const order = def.order;
    this.#ordered = order === undefined ? null : new OrderedList<T>((record) => order(record) ?? '');
  }

  get size(): number {
    return this.#all.size;
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.record;
  }

  entry(id: string): Entry<T> | undefined {
    return this.#entries.get(id);
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
      const entries = this.#all.from(from);
      if (entries.length === 0) return;
      for (const entry of entries) {
        if (this.#entries.get(entry.record.id) === entry) yield entry.record;
        from = entry.seq + 1;
      }
    }
  }

  /**
   * Records newest first that have, for each field of `where`, one of its values; beginning after the record `after`.
   * The filter must be covered by an index but for what few records of a bucket can be looked through for.
   * @param keys texts of the declared inner index, all of which a record must have
   */
  *newestFirst(where: Where<T> = {}, after?: Entry<T>, keys: readonly string[] = []): Generator<T> {
    if (keys.length > 0) {
      for (const entry of descend(this.#rarest(keys), after)) {
        if (this.matches(entry.record, where, keys)) yield entry.record;
      }
      return;
    }
    const fields = Object.keys(where) as (keyof T & string)[];
    if (fields.length === 0) {
      for (const entry of this.#all.descending(after)) yield entry.record;
      return;
    }
    const index = this.#bestIndex(fields);
    if (index !== undefined && fields.length === 1 && index.fields.length === 1) {
      const values = where[fields[0]!] as readonly unknown[];
      if (values.length === 1) {
        const bucket = index.buckets.get(String(values[0]));
        if (bucket !== undefined) for (const entry of descend(bucket, after)) yield entry.record;
        return;
      }
    }
    if (index === undefined) throw new Error(`No index of ${this.def.name} covers any of ${fields.join(', ')}.`);
    const rest = fields.filter((field) => !index.fields.includes(field));
    const buckets = [];
    for (const key of keysOf(index.fields, where)) {
      const bucket = index.buckets.get(key);
      if (bucket !== undefined) buckets.push(bucket);
    }
    for (const entry of mergeDescending(buckets, after)) {
      if (rest.every((field) => (where[field] as readonly unknown[]).includes(entry.record[field]))) yield entry.record;
    }
  }

  /** All entries, oldest first, some hundred at a time: quicker than one by one where nothing changes meanwhile. */
  chunks(): Iterable<readonly Entry<T>[]> {
    return this.#all.chunks();
  }

  /** The entries older than one that is, or was, among them; newest first. */
  *entriesBefore(youngest: Pick<Entry<T>, 'seq' | 'record'>): Generator<Entry<T>> {
    yield* this.#all.descending(youngest);
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
    const entry = this.#entries.get(record.id);
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

  /** Of the buckets of some keys, the one with the fewest records. */
  #rarest(keys: readonly string[]): Bucket<T> {
    if (this.def.inside === undefined) throw new Error(`${this.def.name} has no index inside a field.`);
    let rarest: Bucket<T> | undefined;
    for (const key of keys) {
      const bucket = this.#inside.get(key);
      if (bucket === undefined) return [];
      if (rarest === undefined || sizeOf(bucket) < sizeOf(rarest)) rarest = bucket;
    }
    return rarest ?? [];
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

/** A definition whose record type is nobody's business where it is handled (the registry, storage). */
// biome-ignore lint/suspicious/noExplicitAny: record types are the slices' own
export type AnyCollectionDef = CollectionDef<any>;
