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
import type { Entry } from './ordered-list.ts';
import { PackedEntry } from './pack.ts';
import type { Found, Packs } from './packs.ts';

/**
 * The indexes of a collection: by the values of some fields, and by the texts inside one. They cover the records that
 * are not packed; packs have their own.
 */
export class Indexes<T extends Stored> {
  readonly #def: CollectionDef<T>;
  readonly #packs: Packs<T>;
  readonly #byFields: readonly Index<T>[];
  readonly #inside = new Map<string, Bucket<T>>();

  constructor(def: CollectionDef<T>, packs: Packs<T>) {
    this.#def = def;
    this.#packs = packs;
    this.#byFields = def.indexes.map((fields) => ({ fields, buckets: new Map() }));
  }

  add(entry: Entry<T>): void {
    const { inside } = this.#def;
    for (const { fields, buckets } of this.#byFields) addTo(buckets, keyOf(fields, entry.record), entry);
    if (inside !== undefined) for (const key of inside.keysOf(entry.record)) addTo(this.#inside, key, entry);
  }

  remove(entry: Entry<T>): void {
    const { inside } = this.#def;
    for (const { fields, buckets } of this.#byFields) removeFrom(buckets, keyOf(fields, entry.record), entry);
    if (inside !== undefined) for (const key of inside.keysOf(entry.record)) removeFrom(this.#inside, key, entry);
  }

  /** Moves an entry to where another version of its record belongs. */
  move(entry: Entry<T>, to: T): void {
    const { inside } = this.#def;
    const from = entry.record;
    for (const { fields, buckets } of this.#byFields) {
      const [before, after] = [keyOf(fields, from), keyOf(fields, to)];
      if (before === after) continue;
      removeFrom(buckets, before, entry);
      addTo(buckets, after, entry);
    }
    if (inside === undefined || from[inside.field] === to[inside.field]) return;
    for (const key of inside.keysOf(from)) removeFrom(this.#inside, key, entry);
    for (const key of inside.keysOf(to)) addTo(this.#inside, key, entry);
  }

  /**
   * The records created before `after` that match `where`, newest first. One index must cover some of the fields; the
   * records that it finds are checked for the others.
   */
  *newestFirst(where: Where<T>, after?: Found<T>): Generator<T> {
    const fields = Object.keys(where) as (keyof T & string)[];
    const index = this.#bestIndex(fields);
    if (index === undefined) throw new Error(`No index of ${this.#def.name} covers any of ${fields.join(', ')}.`);
    const wanted = keysOf(index.fields, where);
    const rest = fields.filter((field) => !index.fields.includes(field));
    const lists: Generator<Found<T>>[] = [];
    for (const key of wanted) {
      const bucket = index.buckets.get(key);
      if (bucket !== undefined) lists.push(descend(bucket, after));
      lists.push(...this.#packs.withKey(1 + this.#byFields.indexOf(index), key, after?.seq));
    }
    let last: number | undefined;
    for (const entry of mergeDescending(lists)) {
      const { record } = entry;
      if (entry instanceof PackedEntry) {
        // Another key may have the same hash, and so may two of the wanted keys.
        if (entry.seq === last || !wanted.includes(keyOf(index.fields, record) ?? '')) continue;
        last = entry.seq;
      }
      if (rest.every((field) => (where[field] as readonly unknown[]).includes(record[field]))) yield record;
    }
  }

  /** The entries that may have all of some texts inside, newest first: those of the rarest text. */
  withInside(keys: readonly string[], after?: Found<T>): Generator<Found<T>> {
    if (this.#def.inside === undefined) throw new Error(`${this.#def.name} has no index inside a field.`);
    const list = 1 + this.#byFields.length;
    let fewest = Number.POSITIVE_INFINITY;
    let rarest = '';
    for (const key of keys) {
      const bucket = this.#inside.get(key);
      const count = (bucket === undefined ? 0 : sizeOf(bucket)) + this.#packs.countWithKey(list, key);
      if (count < fewest) [fewest, rarest] = [count, key];
    }
    const bucket = this.#inside.get(rarest) ?? [];
    return mergeDescending<Found<T>>([descend(bucket, after), ...this.#packs.withKey(list, rarest, after?.seq)]);
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
