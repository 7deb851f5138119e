import type { CollectionDef, Stored } from './collection-def.ts';
import { asciiOf, Dictionary } from './dictionary.ts';
import { inRoom } from './off-heap-arrays.ts';
import { type FromRow, layoutOf, rowReaderOf } from './rows.ts';

/*
 * Records that have not changed for a while are packed. A pack holds the text of each row, as the journal has it, in
 * one large buffer, and a number for each index. The garbage collector sees a few arrays instead of a dozen objects,
 * texts and map entries for each record, and a file can hold a pack as it is. A record is parsed when it is read,
 * within two microseconds.
 */

/** The most records of a pack: a key is a hash and a record's number, which takes up to this many values. */
export const mostInPack = 2 ** 17;

const entriesATime = 256;

/** How many records stay parsed. */
const mostRecent = 256;

/** The parts of a pack; a file may hold all of them as they are. */
export interface PackParts {
  /** The texts of the dictionary that shortens the rows, as JSON. */
  readonly words: Buffer;
  /** The rows, concatenated: the id as JSON, then the rest, shortened. */
  readonly rows: Buffer;
  /** The end of each row. */
  readonly ends: Uint32Array;
  /** The creation number of each record in its collection, ascending. */
  readonly seqs: Float64Array;
  /** For the ids, for each index and for the inner index: the hash of each key with the record's number, ascending. */
  readonly keys: readonly Float64Array[];
  /** 1 for a record that is not in the pack yet, or no longer. */
  readonly gone: Uint8Array;
}

/** A record in a pack, and its place in the collection. */
export class PackedEntry<T extends Stored> {
  readonly seq: number;
  readonly pack: Pack<T>;
  readonly number: number;

  constructor(pack: Pack<T>, number: number) {
    this.seq = pack.seqAt(number);
    this.pack = pack;
    this.number = number;
  }

  /** Whether the pack still holds it. */
  get isThere(): boolean {
    return this.pack.has(this.number);
  }

  /** Also works when the pack no longer holds it. */
  get record(): T {
    return this.pack.recordAt(this.number);
  }
}

/** Some records of a collection, packed. */
export class Pack<T extends Stored> {
  readonly parts: PackParts;
  /** How many records it still holds. */
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

  /** Gives the same object again if it was read lately: a customer, a payment method, the first page of a list. */
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

  /** The number of the record with an id and its hash; -1 if there is none. */
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

  /** The start of a record's row, which is the end of the one before. */
  startOf(number: number): number {
    return number === 0 ? 0 : this.parts.ends[number - 1]!;
  }

  has(number: number): boolean {
    return this.parts.gone[number] === 0;
  }

  /** Marks a record as in the pack. */
  bring(number: number): void {
    if (this.parts.gone[number] === 0) return;
    this.parts.gone[number] = 0;
    this.size++;
  }

  /** Marks a record as no longer in the pack. */
  take(number: number): void {
    if (this.parts.gone[number] === 1) return;
    this.parts.gone[number] = 1;
    this.size--;
  }

  takeAll(): void {
    this.parts.gone.fill(1);
    this.size = 0;
  }

  /** The number of the first record that was created at `seq` or later. */
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

  /** How many records may have a key in one of the lists of `keys`, including those that are gone. */
  countWithKey(list: number, hash: number): number {
    const sorted = this.parts.keys[list]!;
    return lowerBound(sorted, (hash + 1) * mostInPack) - lowerBound(sorted, hash * mostInPack);
  }

  /**
   * The entries of the records created before `before` that may have a key in one of the lists of `keys`, newest first.
   * They include records whose key only has the same hash.
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

/** A pack made of its parts. It holds no record before `bring`. */
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

/** The pack with the most records; undefined if there are no packs. */
export const largestOf = <T extends Stored>(packs: readonly Pack<T>[]): Pack<T> | undefined =>
  packs.reduce<Pack<T> | undefined>((one, other) => (one && one.length >= other.length ? one : other), undefined);

/** The start of a record's row, which is not shortened. */
export const beginningOf = (id: string): string => `[${asciiOf(JSON.stringify(id))}`;

/** The index of the first number that is at least `least`. */
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

/** A 32-bit hash of a key: FNV-1a with its bits mixed at the end. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
