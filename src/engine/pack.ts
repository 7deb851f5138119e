import type { CollectionDef, Stored } from './collection-def.ts';
import { asciiOf, Dictionary } from './dictionary.ts';
import { keyOf } from './index-buckets.ts';
import { type FromRow, layoutOf, rowReaderOf, rowWriterOf } from './rows.ts';
import type { Turns } from './turns.ts';

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
  readonly #read: FromRow<T>;
  readonly #dictionary: Dictionary;
  readonly #recent = new Map<number, T>();

  constructor(def: CollectionDef<T>, parts: PackParts) {
    this.parts = parts;
    this.#read = rowReaderOf<T>(def.model, layoutOf(def.model));
    this.#dictionary = new Dictionary(JSON.parse(parts.words.toString()));
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
    const text = this.parts.rows.toString('latin1', this.#startOf(number), this.parts.ends[number]!);
    const record = Object.freeze(this.#read(JSON.parse(this.#dictionary.decode(text))));
    if (this.#recent.size >= mostRecent) this.#recent.clear();
    this.#recent.set(number, record);
    return record;
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
    const start = this.#startOf(number);
    return this.parts.rows.toString('latin1', start, start + beginning.length) === beginning;
  }

  #startOf(number: number): number {
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

/** What the row of a record begins with, which is not shortened. */
const beginningOf = (id: string): string => `[${asciiOf(JSON.stringify(id))}`;

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

/** Packs records, one after another, in the order in which they were created. None is in the pack before it is brought. */
export class PackBuilder<T extends Stored> {
  readonly #def: CollectionDef<T>;
  readonly #seqs: number[] = [];
  readonly #ends: number[] = [];
  readonly #keys: number[][];
  /** The first rows, of which the dictionary is made. */
  #samples: { readonly text: string; readonly bare: number }[] = [];
  #dictionary: Dictionary | null = null;
  #text = '';
  readonly #texts: string[] = [];
  #length = 0;

  constructor(def: CollectionDef<T>) {
    this.#def = def;
    this.#keys = Array.from({ length: 1 + def.indexes.length + (def.inside === undefined ? 0 : 1) }, () => []);
  }

  add(seq: number, record: T): void {
    const { model, indexes, inside } = this.#def;
    const number = this.#ends.length;
    const text = asciiOf(JSON.stringify(rowWriterOf(model)(record)));
    this.#ends.push(0);
    this.#seqs.push(seq);
    const bare = beginningOf(record.id).length;
    if (this.#dictionary !== null) {
      this.#append(this.#dictionary, text, bare, number);
    } else {
      this.#samples.push({ text, bare });
      if (this.#samples.length === mostSamples) this.#beginDictionary();
    }
    this.#note(0, record.id, number);
    for (let at = 0; at < indexes.length; at++) {
      const key = keyOf(indexes[at]!, record);
      if (key !== null) this.#note(1 + at, key, number);
    }
    if (inside !== undefined) for (const key of inside.keysOf(record)) this.#note(1 + indexes.length, key, number);
  }

  async build(turns: Turns): Promise<Pack<T>> {
    const dictionary = this.#dictionary ?? this.#beginDictionary();
    const keys: Float64Array[] = [];
    for (const list of this.#keys) {
      keys.push(new Float64Array(list).sort());
      if (turns.isDue) await turns.next();
    }
    return new Pack(this.#def, {
      words: Buffer.from(JSON.stringify(dictionary.words)),
      rows: this.#rows(),
      ends: new Uint32Array(this.#ends),
      seqs: new Float64Array(this.#seqs),
      keys,
      gone: new Uint8Array(this.#ends.length).fill(1),
    });
  }

  #note(list: number, key: string, number: number): void {
    this.#keys[list]!.push(hashOf(key) * mostInPack + number);
  }

  #beginDictionary(): Dictionary {
    const dictionary = Dictionary.of(this.#samples.map(({ text, bare }) => text.slice(bare)));
    this.#samples.forEach(({ text, bare }, number) => {
      this.#append(dictionary, text, bare, number);
    });
    this.#samples = [];
    this.#dictionary = dictionary;
    return dictionary;
  }

  /** @param bare how many characters at the beginning are not shortened */
  #append(dictionary: Dictionary, text: string, bare: number, number: number): void {
    const row = text.slice(0, bare) + dictionary.encode(text.slice(bare));
    this.#text += row;
    this.#length += row.length;
    this.#ends[number] = this.#length;
    if (this.#text.length < textLength) return;
    this.#texts.push(this.#text);
    this.#text = '';
  }

  /** All rows in one buffer of their length: many small ones, freed again, would leave the process with holes. */
  #rows(): Buffer {
    const rows = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const text of [...this.#texts, this.#text]) at += rows.write(text, at, 'latin1');
    return rows;
  }
}

const textLength = 64 * 1024;
const mostSamples = 512;
