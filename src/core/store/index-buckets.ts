import { type Entry, OrderedList } from './ordered-list.ts';

/**
 * The fields of an index. The joined values of these fields are the key of a record. A record is not in the index if
 * one of the values is null.
 */
export type IndexFields<T> = readonly (keyof T & string)[];

/** The allowed values of a field: the filter `status=new,matched` has two. */
export type Where<T> = { readonly [K in keyof T]?: readonly (T[K] & (string | number | boolean | null))[] };

/** The records with the same key, in order of creation. Most keys have one record, and many have a few. */
export type Bucket<T> = Entry<T> | readonly Entry<T>[] | OrderedList<T>;

/**
 * The maximum number of records that an array contains for one key. Each change replaces the array, because `push`
 * would reserve space for sixteen more records.
 */
const mostInArray = 6;

/** The records, grouped by the values of some fields; null until the first query. */
export interface Index<T> {
  readonly fields: IndexFields<T>;
  buckets: Map<string, Bucket<T>> | null;
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

/** Returns every key that matches a filter, for all combinations of the values of its fields. */
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

export function addTo<T>(buckets: Map<string, Bucket<T>>, key: string | null, entry: Entry<T>): void {
  if (key === null) return;
  const bucket = buckets.get(key);
  if (bucket === undefined) {
    buckets.set(key, entry);
  } else if (bucket instanceof OrderedList) {
    bucket.insert(entry);
  } else if (!isFew(bucket)) {
    buckets.set(key, bucket.seq < entry.seq ? [bucket, entry] : [entry, bucket]);
  } else if (bucket.length < mostInArray) {
    const isYoungest = bucket[bucket.length - 1]!.seq < entry.seq;
    const grown = bucket.concat(entry);
    buckets.set(key, isYoungest ? grown : grown.sort((one, other) => one.seq - other.seq));
  } else {
    const list = new OrderedList<T>();
    for (const each of bucket) list.insert(each);
    list.insert(entry);
    buckets.set(key, list);
  }
}

const isFew = <T>(bucket: Bucket<T>): bucket is readonly Entry<T>[] => Array.isArray(bucket);

export function removeFrom<T>(buckets: Map<string, Bucket<T>>, key: string | null, entry: Entry<T>): void {
  if (key === null) return;
  const bucket = buckets.get(key);
  if (bucket === undefined) return;
  if (bucket instanceof OrderedList) {
    bucket.remove(entry);
    if (bucket.size === 0) buckets.delete(key);
    return;
  }
  const left = fewOf(bucket).filter((each) => each !== entry);
  if (left.length === 0) buckets.delete(key);
  else buckets.set(key, left.length === 1 ? left[0]! : left);
}

export const sizeOf = <T>(bucket: Bucket<T>): number =>
  bucket instanceof OrderedList ? bucket.size : fewOf(bucket).length;

const fewOf = <T>(bucket: Entry<T> | readonly Entry<T>[]): readonly Entry<T>[] => (isFew(bucket) ? bucket : [bucket]);

export function* descend<T>(bucket: Bucket<T>, after?: Pick<Entry<T>, 'seq' | 'record'>): Generator<Entry<T>> {
  if (bucket instanceof OrderedList) {
    yield* bucket.descending(after);
    return;
  }
  const few = fewOf(bucket);
  for (let at = few.length - 1; at >= 0; at--) {
    if (after === undefined || few[at]!.seq < after.seq) yield few[at]!;
  }
}

/** Merges lists of entries that are each sorted newest first. */
export function* mergeDescending<E extends { readonly seq: number }>(lists: readonly Generator<E>[]): Generator<E> {
  if (lists.length === 1) {
    yield* lists[0]!;
    return;
  }
  const heads = lists.map((from) => ({ from, entry: from.next().value as E | undefined }));
  for (;;) {
    let newest: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.entry !== undefined && (newest?.entry === undefined || head.entry.seq > newest.entry.seq)) newest = head;
    }
    if (newest?.entry === undefined) return;
    yield newest.entry;
    newest.entry = newest.from.next().value as E | undefined;
  }
}
