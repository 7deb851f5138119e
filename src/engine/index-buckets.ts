import type { KeyMap } from './key-map.ts';
import { type Entry, OrderedList } from './ordered-list.ts';

/** An index names fields; the values of a record in them, joined, are its key. A field that is null leaves it out. */
export type IndexFields<T> = readonly (keyof T & string)[];

/** Values that a field may have: a list filtered by `status=new,matched` gives two. */
export type Where<T> = { readonly [K in keyof T]?: readonly (T[K] & (string | number | boolean | null))[] };

/** The records that have a key: most keys have one. */
export type Bucket<T> = Entry<T> | OrderedList<T>;

/** The records by the values of some fields. */
export interface Index<T> {
  readonly fields: IndexFields<T>;
  readonly buckets: KeyMap<Bucket<T>>;
}

const separator = '\u0000';

export function keyOf<T>(fields: IndexFields<T>, record: T): string | null {
  if (fields.length === 1) {
    const value = record[fields[0]!];
    return value === null || value === undefined ? null : String(value);
  }
  let key = '';
  for (const field of fields) {
    const value = record[field];
    if (value === null || value === undefined) return null;
    key += String(value) + separator;
  }
  return key;
}

/** Every key that a filter stands for: the product of the values of its fields. */
export function keysOf<T>(fields: IndexFields<T>, where: Where<T>): string[] {
  let keys = [''];
  for (const field of fields) {
    const values = [...new Set(where[field] as readonly unknown[])];
    keys = keys.flatMap((key) =>
      values.map((value) => (fields.length === 1 ? String(value) : key + String(value) + separator)),
    );
  }
  return keys;
}

export function addTo<T>(buckets: KeyMap<Bucket<T>>, key: string | null, entry: Entry<T>): void {
  if (key === null) return;
  const bucket = buckets.get(key);
  if (bucket === undefined) {
    // Most keys have one record: the list comes with the second.
    buckets.set(key, entry);
  } else if (bucket instanceof OrderedList) {
    bucket.insert(entry);
  } else {
    const list = new OrderedList<T>();
    list.insert(bucket);
    list.insert(entry);
    buckets.set(key, list);
  }
}

export function removeFrom<T>(buckets: KeyMap<Bucket<T>>, key: string | null, entry: Entry<T>): void {
  if (key === null) return;
  const bucket = buckets.get(key);
  if (bucket === entry) {
    buckets.delete(key);
  } else if (bucket instanceof OrderedList) {
    bucket.remove(entry);
    if (bucket.size === 0) buckets.delete(key);
  }
}

export const sizeOf = <T>(bucket: Bucket<T>): number => (bucket instanceof OrderedList ? bucket.size : 1);

export function* descend<T>(bucket: Bucket<T>, after?: Entry<T>): Generator<Entry<T>> {
  if (bucket instanceof OrderedList) yield* bucket.descending(after);
  else if (after === undefined || bucket.seq < after.seq) yield bucket;
}

export function* mergeDescending<T>(buckets: Bucket<T>[], after?: Entry<T>): Generator<Entry<T>> {
  if (buckets.length === 1) {
    yield* descend(buckets[0]!, after);
    return;
  }
  const heads = buckets.map((bucket) => ({ from: descend(bucket, after), entry: undefined as Entry<T> | undefined }));
  for (const head of heads) head.entry = head.from.next().value ?? undefined;
  for (;;) {
    let newest: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.entry !== undefined && (newest?.entry === undefined || head.entry.seq > newest.entry.seq)) newest = head;
    }
    if (newest?.entry === undefined) return;
    yield newest.entry;
    newest.entry = newest.from.next().value ?? undefined;
  }
}
