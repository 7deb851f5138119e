import type { Turns } from '../base/turns.ts';
import type { CollectionDef, Stored } from './collection-def.ts';
import type { Dictionary } from './dictionary.ts';
import { roomForBytes } from './off-heap-arrays.ts';
import { largestOf, mostInPack, type Pack, packOfParts } from './pack.ts';

/** The packs to merge: those that are at most half full and fit into one. None if they are fewer than `least`. */
export function packsToMerge<T extends Stored>(packs: readonly Pack<T>[], least: number): Pack<T>[] {
  const small = packs.filter(({ size }) => size <= mostInPack / 2).sort((one, other) => one.size - other.size);
  let size = 0;
  const some = small.filter((pack) => {
    size += pack.size;
    return size <= mostInPack;
  });
  return some.length < least ? [] : some;
}

/** How many records are copied before the clock is checked again. */
const recordsATime = 256;

/** A pack with the records of several; `bring` has not moved any into it yet. */
export interface Merged<T extends Stored> {
  readonly pack: Pack<T>;
  /** Moves in the records that one of the other packs still holds. */
  readonly bring: () => void;
}

/**
 * Merges packs in slices. It copies rows and keys as they are and parses no record. Measured with charges: half a
 * microsecond for each record.
 */
export async function mergePacks<T extends Stored>(
  def: CollectionDef<T>,
  packs: readonly Pack<T>[],
  turns: Turns,
): Promise<Merged<T>> {
  const { dictionary, parts } = largestOf(packs)!;
  const sources = packs.map((pack) => new Source(pack, dictionary));
  const rows = new Rows();
  const ends: number[] = [];
  const seqs: number[] = [];
  for (let run = nextRun(sources); run !== null; run = nextRun(sources)) {
    const { source, until } = run;
    for (let count = 0; count < recordsATime && source.seq < until; count++) {
      seqs.push(source.seq);
      source.moveTo(rows, ends.length);
      ends.push(rows.length);
    }
    if (turns.isDue) await turns.next();
  }
  const keys: Float64Array[] = [];
  for (const list of parts.keys.keys()) {
    keys.push(mergeSorted(sources.map((source) => source.keysIn(list))));
    if (turns.isDue) await turns.next();
  }
  const pack = packOfParts(def, { words: parts.words, rows: rows.bytes(), ends, seqs, keys });
  const bring = (): void => {
    for (const source of sources) source.bringInto(pack);
  };
  return { pack, bring };
}

/** The source with the oldest next record, and the place at which another source has an older one. */
function nextRun<T extends Stored>(sources: readonly Source<T>[]): { source: Source<T>; until: number } | null {
  let [first, until] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let oldest: Source<T> | null = null;
  for (const source of sources) {
    const { seq } = source;
    if (seq < first) [oldest, first, until] = [source, seq, first];
    else if (seq < until) until = seq;
  }
  return oldest === null ? null : { source: oldest, until };
}

/** Merges sorted lists. */
function mergeSorted(lists: readonly Float64Array[]): Float64Array {
  let left = lists;
  while (left.length > 1) {
    const pairs = left;
    left = Array.from({ length: Math.ceil(pairs.length / 2) }, (_, at) => {
      const [one, other] = [pairs[2 * at]!, pairs[2 * at + 1]];
      return other === undefined ? one : mergeTwo(one, other);
    });
  }
  return left[0]!;
}

function mergeTwo(one: Float64Array, other: Float64Array): Float64Array {
  const merged = new Float64Array(one.length + other.length);
  let [a, b] = [0, 0];
  for (let at = 0; at < merged.length; at++) {
    const isFirst = b === other.length || (a < one.length && one[a]! < other[b]!);
    merged[at] = isFirst ? one[a++]! : other[b++]!;
  }
  return merged;
}

/** Rows in order, copied from wherever they are. */
class Rows {
  /** Their total length. */
  length = 0;
  readonly #pieces: { readonly bytes: Buffer; readonly start: number; end: number }[] = [];

  add(bytes: Buffer, start: number, end: number): void {
    this.length += end - start;
    const last = this.#pieces.at(-1);
    if (last?.bytes === bytes && last.end === start) last.end = end;
    else this.#pieces.push({ bytes, start, end });
  }

  bytes(): Buffer {
    const all = roomForBytes(this.length);
    let at = 0;
    for (const { bytes, start, end } of this.#pieces) at += bytes.copy(all, at, start, end);
    return all;
  }
}

/** A pack whose records are copied into another. */
class Source<T extends Stored> {
  readonly #pack: Pack<T>;
  readonly #dictionary: Dictionary;
  readonly #isShortened: boolean;
  /** The number of each record in the other pack; -1 if it was gone. */
  readonly #numbers: Int32Array;
  #next = 0;

  constructor(pack: Pack<T>, dictionary: Dictionary) {
    this.#pack = pack;
    this.#dictionary = dictionary;
    this.#isShortened = pack.dictionary.isSame(dictionary);
    this.#numbers = new Int32Array(pack.length).fill(-1);
    this.#skipGone();
  }

  /** The creation number of the next record; infinity if there is none. */
  get seq(): number {
    return this.#next < this.#pack.length ? this.#pack.seqAt(this.#next) : Number.POSITIVE_INFINITY;
  }

  /** Adds the row of the next record. @param number its number in the other pack */
  moveTo(rows: Rows, number: number): void {
    if (this.#isShortened) {
      rows.add(this.#pack.parts.rows, this.#pack.startOf(this.#next), this.#pack.startOf(this.#next + 1));
    } else {
      const row = this.#dictionary.recode(this.#pack.rowAt(this.#next), this.#pack.dictionary);
      rows.add(Buffer.from(row, 'latin1'), 0, row.length);
    }
    this.#numbers[this.#next++] = number;
    this.#skipGone();
  }

  /** The keys of the copied records in one of the lists, with their numbers in the other pack. */
  keysIn(list: number): Float64Array {
    const own = this.#pack.parts.keys[list]!;
    const keys = new Float64Array(own.length);
    let count = 0;
    for (const key of own) {
      const first = Math.floor(key / mostInPack) * mostInPack;
      const number = this.#numbers[key - first]!;
      if (number !== -1) keys[count++] = first + number;
    }
    return keys.subarray(0, count);
  }

  bringInto(merged: Pack<T>): void {
    this.#numbers.forEach((number, own) => {
      if (number !== -1 && this.#pack.has(own)) merged.bring(number);
    });
  }

  #skipGone(): void {
    while (this.#next < this.#pack.length && !this.#pack.has(this.#next)) this.#next++;
  }
}
