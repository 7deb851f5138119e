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
import type { Entry, OrderedList } from './ordered-list.ts';

/**
 * The indexes of a collection: by the values of some fields, and by the texts inside one field. Each index is built
 * at its first query, because most indexes are never queried and must not delay a start.
 */
export class Indexes<T extends Stored> {
  readonly #def: CollectionDef<T>;
  readonly #all: OrderedList<T>;
  readonly #byFields: readonly Index<T>[];
  #inside: Map<string, Bucket<T>> | null = null;

  /** @param all all records of the collection */
  constructor(def: CollectionDef<T>, all: OrderedList<T>) {
    this.#def = def;
    this.#all = all;
    this.#byFields = def.indexes.map((fields) => ({ fields, buckets: null }));
  }

  add(entry: Entry<T>): void {
    for (const { fields, buckets } of this.#byFields) {
      if (buckets !== null) addTo(buckets, keyOf(fields, entry.record), entry);
    }
    if (this.#inside !== null) this.#addInside(this.#inside, entry, entry.record);
  }

  remove(entry: Entry<T>): void {
    for (const { fields, buckets } of this.#byFields) {
      if (buckets !== null) removeFrom(buckets, keyOf(fields, entry.record), entry);
    }
    if (this.#inside !== null) this.#removeInside(this.#inside, entry);
  }

  /** Moves an entry to the position for another version of its record. */
  move(entry: Entry<T>, to: T): void {
    const from = entry.record;
    for (const { fields, buckets } of this.#byFields) {
      if (buckets === null) continue;
      const [before, after] = [keyOf(fields, from), keyOf(fields, to)];
      if (before === after) continue;
      removeFrom(buckets, before, entry);
      addTo(buckets, after, entry);
    }
    const { inside } = this.#def;
    if (this.#inside === null || inside === undefined || from[inside.field] === to[inside.field]) return;
    this.#removeInside(this.#inside, entry);
    this.#addInside(this.#inside, entry, to);
  }

  /**
   * The records created before `after` that match `where`, newest first. An index must cover some of the fields. The
   * records that it returns are checked for the other fields.
   */
  *newestFirst(where: Where<T>, after?: Entry<T>): Generator<T> {
    const fields = Object.keys(where) as (keyof T & string)[];
    const index = this.#bestIndex(fields);
    if (index === undefined)
      throw new Error(`No index of ${this.#def.name} covers any of the fields ${fields.join(', ')}.`);
    const wanted = keysOf(index.fields, where);
    const rest = fields.filter((field) => !index.fields.includes(field));
    const buckets = this.#bucketsOf(index);
    const lists: Generator<Entry<T>>[] = [];
    for (const key of wanted) {
      const bucket = buckets.get(key);
      if (bucket !== undefined) lists.push(descend(bucket, after));
    }
    for (const { record } of mergeDescending(lists)) {
      if (rest.every((field) => (where[field] as readonly unknown[]).includes(record[field]))) yield record;
    }
  }

  /** The entries that can contain all of the texts, newest first. These are the entries of the rarest text. */
  withInside(keys: readonly string[], after?: Entry<T>): Generator<Entry<T>> {
    if (this.#def.inside === undefined) throw new Error(`${this.#def.name} has no inner index.`);
    if (this.#inside === null) {
      this.#inside = new Map();
      for (const chunk of this.#all.chunks()) {
        for (const entry of chunk) this.#addInside(this.#inside, entry, entry.record);
      }
    }
    const buckets = keys.map((key) => this.#inside?.get(key) ?? []);
    return descend(
      buckets.reduce((one, other) => (sizeOf(other) < sizeOf(one) ? other : one)),
      after,
    );
  }

  #bucketsOf(index: Index<T>): Map<string, Bucket<T>> {
    if (index.buckets !== null) return index.buckets;
    index.buckets = new Map();
    for (const chunk of this.#all.chunks()) {
      for (const entry of chunk) addTo(index.buckets, keyOf(index.fields, entry.record), entry);
    }
    return index.buckets;
  }

  #addInside(buckets: Map<string, Bucket<T>>, entry: Entry<T>, record: T): void {
    for (const key of this.#def.inside?.keysOf(record) ?? []) addTo(buckets, key, entry);
  }

  #removeInside(buckets: Map<string, Bucket<T>>, entry: Entry<T>): void {
    for (const key of this.#def.inside?.keysOf(entry.record) ?? []) removeFrom(buckets, key, entry);
  }

  #bestIndex(fields: readonly (keyof T & string)[]): Index<T> | undefined {
    let best: Index<T> | undefined;
    for (const index of this.#byFields) {
      if (!index.fields.every((field) => fields.includes(field))) continue;
      if (best === undefined || index.fields.length > best.fields.length) best = index;
    }
    return best;
  }
}
