import type { CollectionDef, Stored } from './collection-def.ts';
import { asciiOf, Dictionary } from './dictionary.ts';
import { inRoom } from './room.ts';
import { type FromRow, layoutOf, rowReaderOf } from './rows.ts';

/*
 * Records that nobody has changed for a while are packed: what is kept of each is the text of its row, as a journal has
 * it, in one large buffer, and a number for each index. The garbage collector sees a few arrays where it saw a dozen
 * objects, texts and entries of maps for each record, and a file can hold a pack as it is. A record is parsed when it
 * is asked for, within two microseconds.
 */

/** How many records a pack has at most: their numbers take this many values beside a hash. */
export const mostInPack = 2 ** 17;

const entriesATime = 256;

/** So many records are kept as they were parsed. */
const mostRecent = 256;

/** What a pack consists of: all of it may be written to a file as it is. */
export interface PackParts {
  /** The texts of the dictionary with which the rows are shortened, as JSON. */
  readonly words: Buffer;
  /** The rows, one behind the other: the id as JSON, and the rest, shortened. */
  readonly rows: Buffer;
  /** Where each of them ends. */
  readonly ends: Uint32Array;
  /** When each record was created among those of its collection, ascending. */
  readonly seqs: Float64Array;
  /** For the ids, for each index and for the inner index: a hash of the key and the record's number, ascending. */
  readonly keys: readonly Float64Array[];
  /** 1 for a record that is not in the pack, or not any more. */
  readonly gone: Uint8Array;
}

/** A record in a pack, and where it stands in its collection. */
export class PackedEntry<T extends Stored> {
  readonly seq: number;
  readonly pack: Pack<T>;
  readonly number: number;

  constructor(pack: Pack<T>, number: number) {
    this.seq = pack.seqAt(number);
    this.pack = pack;
    this.number = number;
  }

  /** Whether it is still in the pack. */
  get isThere(): boolean {
    return this.pack.has(this.number);
  }

  /** There also when it is not in the pack any more. */
  get record(): T {
    return this.pack.recordAt(this.number);
  }
}

/** Some records of a collection, packed. */
export class Pack<T extends Stored> {
  readonly parts: PackParts;
  /** How many records it still has. */
  size = 0;
  readonly dictionary: Dictionary;
  readonly #read: FromRow<T>;
  readonly #recent = new Map<number, T>();

  constructor(def: CollectionDef<T>, parts: PackParts) {
    this.parts = parts;
    this.#read = rowReaderOf<T>(def.model, layoutOf(def.model));
    this.dictionary = new Dictionary(JSON.parse(parts.words.toString()));
    for (const gone of parts.gone) if (gone === 0) this.size++;
  }

  /** How many records were packed. */
  get length(): number {
    return this.parts.ends.length;
  }

  seqAt(number: number): number {
    return this.parts.seqs[number]!;
  }

  /** The same object as before where it was asked for lately: a customer, a payment method, the first page of a list. */
  recordAt(number: number): T {
    const recent = this.#recent.get(number);
    if (recent !== undefined) return recent;
    const record = Object.freeze(this.#read(JSON.parse(this.dictionary.decode(this.rowAt(number)))));
    if (this.#recent.size >= mostRecent) this.#recent.clear();
    this.#recent.set(number, record);
    return record;
  }

  /** The row of a record, shortened. */
  rowAt(number: number): string {
    return this.parts.rows.toString('latin1', this.startOf(number), this.parts.ends[number]!);
  }

  /** The number of the record with an id, of which the hash is given as well; -1 where there is none. */
  find(id: string, hash: number): number {
    const sorted = this.parts.keys[0]!;
    const first = hash * mostInPack;
    for (let at = lowerBound(sorted, first); at < sorted.length && sorted[at]! < first + mostInPack; at++) {
      const number = sorted[at]! - first;
      if (this.has(number) && this.#hasId(number, id)) return number;
    }
    return -1;
  }

  /** Rows begin with the id. */
  #hasId(number: number, id: string): boolean {
    const beginning = beginningOf(id);
    const start = this.startOf(number);
    return this.parts.rows.toString('latin1', start, start + beginning.length) === beginning;
  }

  /** Where the row of a record begins, and the one before it ends. */
  startOf(number: number): number {
    return number === 0 ? 0 : this.parts.ends[number - 1]!;
  }

  has(number: number): boolean {
    return this.parts.gone[number] === 0;
  }

  /** A record is in the pack from now on. */
  bring(number: number): void {
    if (this.parts.gone[number] === 0) return;
    this.parts.gone[number] = 0;
    this.size++;
  }

  /** A record is not in the pack any more. */
  take(number: number): void {
    if (this.parts.gone[number] === 1) return;
    this.parts.gone[number] = 1;
    this.size--;
  }

  takeAll(): void {
    this.parts.gone.fill(1);
    this.size = 0;
  }

  /** The first number of a record that was created at `seq` or later. */
  numberAt(seq: number): number {
    return seq === Number.POSITIVE_INFINITY ? this.length : lowerBound(this.parts.seqs, seq);
  }

  /** The entries of the records created before `before`, newest first. */
  *descending(before: number): Generator<PackedEntry<T>> {
    for (let number = this.numberAt(before) - 1; number >= 0; number--) {
      if (this.has(number)) yield new PackedEntry(this, number);
    }
  }

  /** Some hundred entries of the records created at `seq` or later, oldest first. */
  from(seq: number): readonly PackedEntry<T>[] {
    const entries: PackedEntry<T>[] = [];
    for (let number = this.numberAt(seq); number < this.length && entries.length < entriesATime; number++) {
      if (this.has(number)) entries.push(new PackedEntry(this, number));
    }
    return entries;
  }

  /** How many records may have a key in one of the lists of `keys`, with those that are gone. */
  countWithKey(list: number, hash: number): number {
    const sorted = this.parts.keys[list]!;
    return lowerBound(sorted, (hash + 1) * mostInPack) - lowerBound(sorted, hash * mostInPack);
  }

  /**
   * The entries of the records created before `before` that may have a key in one of the lists of `keys`, newest first.
   * Other keys with the same hash are among them.
   */
  *withKey(list: number, hash: number, before: number): Generator<PackedEntry<T>> {
    const sorted = this.parts.keys[list]!;
    const first = hash * mostInPack;
    for (let at = lowerBound(sorted, first + this.numberAt(before)) - 1; at >= 0 && sorted[at]! >= first; at--) {
      const number = sorted[at]! - first;
      if (this.has(number)) yield new PackedEntry(this, number);
    }
  }
}

/** A pack of what was put together. None of the records is in it before it is brought. */
export const packOfParts = <T extends Stored>(
  def: CollectionDef<T>,
  {
    words,
    rows,
    ends,
    seqs,
    keys,
  }: Omit<PackParts, 'ends' | 'seqs' | 'gone'> & Record<'ends' | 'seqs', readonly number[]>,
): Pack<T> =>
  new Pack(def, {
    words,
    rows,
    ends: inRoom(Uint32Array, ends),
    seqs: inRoom(Float64Array, seqs),
    keys: keys.map((list) => inRoom(Float64Array, list)),
    gone: new Uint8Array(ends.length).fill(1),
  });

/** The one of the most records; undefined where there is none. */
export const largestOf = <T extends Stored>(packs: readonly Pack<T>[]): Pack<T> | undefined =>
  packs.reduce<Pack<T> | undefined>((one, other) => (one && one.length >= other.length ? one : other), undefined);

/** What the row of a record begins with, which is not shortened. */
export const beginningOf = (id: string): string => `[${asciiOf(JSON.stringify(id))}`;

/** The place of the first number that is not below `least`. */
function lowerBound(sorted: Float64Array, least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A number of 32 bits for a key: FNV-1a, with its bits mixed at the end. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
