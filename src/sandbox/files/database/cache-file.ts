import { type FileHandle, open, stat } from 'node:fs/promises';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { Turns } from '../../../core/base/turns.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { Seed } from '../../../core/kernel/ids.ts';
import { leastWorthPacking, packOf } from '../../../core/kernel/packing.ts';
import { State } from '../../../core/kernel/state.ts';
import type { Collection, Stored } from '../../../core/store/collection.ts';
import { roomFor, roomForBytes } from '../../../core/store/off-heap-arrays.ts';
import { mostInPack, Pack, type PackParts } from '../../../core/store/pack.ts';
import { openAside, replaceBy } from '../atomic-files.ts';
import type { Place } from '../errors.ts';
import { decodeLine, encodeLines, hexOf } from '../journal/checksummed-lines.ts';
import { columnsOf } from '../journal/journal-rows.ts';
import { collectionOf, newline, readLines } from '../journal/line-reader.ts';
import { headIn } from './database-text.ts';

/*
 * `db.cache` holds what a start would build from `db.json` and the journal: the records as packs, which are read as
 * they are. Its checksummed first line tells which `db.json` and how much of which journal it was made of, and what
 * follows. It holds nothing that these two do not: if it is missing or does not fit, the start reads them instead.
 */

const cacheFormat = 2;
const pieceLength = 4 * 1024 * 1024;
/** The last line, with the checksum of everything between it and the first, fits into so many bytes at the end. */
const longestLast = 256;

interface CacheHead {
  readonly format: number;
  readonly emulator: string;
  /** The layout of rows and indexes. */
  readonly layout: string;
  readonly seed: Seed;
  readonly seq: number;
  readonly starts: number;
  /** The first line of `db.json`. */
  readonly database: string;
  /** The place in the journal up to which it is cached, and the checksum of the journal before it. */
  readonly journal: Place & { readonly sum: number };
  readonly sets: readonly CachedSet[];
}

interface CachedSet {
  readonly key: string;
  readonly count: number;
  readonly kinds: readonly CachedKind[];
}

interface CachedKind {
  readonly name: string;
  readonly packs: readonly CachedPack[];
}

/** The sizes of a pack: bytes of rows, records, and the numbers in each list of keys. */
interface CachedPack {
  /** Whether its records have a declared order; such records are unpacked. */
  readonly isOrdered: boolean;
  readonly words: number;
  readonly rows: number;
  readonly records: number;
  readonly keys: readonly number[];
}

export interface CacheFiles {
  /** The data folder's `db.cache`. */
  readonly path: string;
  readonly database: string;
  readonly journal: string;
  readonly registry: Registry;
  /** The emulator's version: another one may derive other keys from the same records. */
  readonly version: string;
}

/** The format of the cache depends on the declared rows and indexes. */
const layoutSum = (registry: Registry): string => {
  const indexes = [...registry.collections.values()].map(({ name, indexes, inside }) => [name, indexes, inside?.field]);
  return hexOf(crc32(JSON.stringify([columnsOf(registry), indexes, endianness()])));
};

/** The parts of a pack as they lie in the file, concatenated. */
const bytesOf = ({ words, rows, ends, seqs, keys, gone }: PackParts): Uint8Array[] =>
  [words, rows, ends, seqs, ...keys, gone].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );

interface CachedParts {
  readonly pack: Pack<Stored>;
  readonly isOrdered: boolean;
}

const sizesOf = ({ pack: { parts }, isOrdered }: CachedParts): CachedPack => ({
  isOrdered,
  words: parts.words.length,
  rows: parts.rows.length,
  records: parts.ends.length,
  keys: parts.keys.map((list) => list.length),
});

/** Empty parts of these sizes, to be filled. */
const emptyParts = ({ words, rows, records, keys }: CachedPack): PackParts => ({
  words: Buffer.alloc(words),
  rows: roomForBytes(rows),
  ends: roomFor(Uint32Array, records),
  seqs: roomFor(Float64Array, records),
  keys: keys.map((length) => roomFor(Float64Array, length)),
  gone: new Uint8Array(records),
});

/**
 * Writes the cache of a state that the other files hold completely.
 * @param length the length of the journal
 * @param proceed called before each piece; throws to give up
 */
export async function writeCache(
  { path, database, journal, registry, version }: CacheFiles,
  state: State,
  length: number,
  proceed: () => void,
): Promise<void> {
  const turns = new Turns();
  const parts: Uint8Array[] = [];
  const sets: CachedSet[] = [];
  for (const set of [...state.sets()]) {
    const kinds: CachedKind[] = [];
    for (const collection of [...set.collections()]) {
      const packs = await allPacked(collection, turns);
      proceed();
      // `gone` may change during the writing.
      for (const { pack } of packs) parts.push(...bytesOf({ ...pack.parts, gone: pack.parts.gone.slice() }));
      kinds.push({ name: collection.def.name, packs: packs.map(sizesOf) });
    }
    sets.push({ key: set.key, count: set.count, kinds });
  }
  const { seed, seq, starts } = state;
  let journalSum = 0;
  const addToSum = (piece: Buffer) => {
    journalSum = crc32(piece, journalSum);
  };
  const { place } = await readLines(journal, () => {}, addToSum, length);
  const head: CacheHead = {
    format: cacheFormat,
    emulator: version,
    layout: layoutSum(registry),
    seed,
    seq,
    starts,
    database: await firstLineOf(database),
    journal: { ...place, sum: journalSum },
    sets,
  };
  // It need not survive a loss of power: its checksum shows damage.
  await replaceBy(path, async (aside) => {
    const file = await openAside(aside);
    try {
      await file.writeFile(encodeLines([JSON.stringify(head)]));
      let sum = 0;
      for (const piece of piecesOf(parts)) {
        proceed();
        sum = crc32(piece, sum);
        await file.writeFile(piece);
      }
      await file.writeFile(encodeLines([JSON.stringify({ sum })]));
    } finally {
      await file.close();
    }
  });
}

/** The packs of a collection, and new ones of the records that are not packed, which stay where they are. */
async function allPacked(collection: Collection<Stored>, turns: Turns): Promise<CachedParts[]> {
  const all = collection.packs.all.map((pack) => ({ pack, isOrdered: false }));
  const packable = collection.oldestPackable(Number.POSITIVE_INFINITY);
  const ordered = [...collection.inOrder()].map(({ id }) => collection.entry(id)!);
  ordered.sort((one, other) => one.seq - other.seq);
  for (const [entries, isOrdered] of [[packable, false] as const, [ordered, true] as const]) {
    for (let from = 0; from < entries.length; from += mostInPack) {
      const some = entries.slice(from, from + mostInPack);
      const pack = await packOf(collection, some, turns);
      for (let number = 0; number < some.length; number++) pack.bring(number);
      all.push({ pack, isOrdered });
    }
  }
  return all;
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    for (let from = 0; from < part.length; from += pieceLength) yield part.subarray(from, from + pieceLength);
  }
}

export interface CachedState {
  readonly state: State;
  /** The last commit in `db.json`. */
  readonly databaseSeq: number;
  /** The first line of the journal that is not cached. */
  readonly journalFrom: Place;
}

/**
 * Reads the cache of a data folder.
 * @returns null if there is none, or if it does not fit `db.json` and the journal
 */
export async function readCache(files: CacheFiles, signal?: AbortSignal): Promise<CachedState | null> {
  let file: FileHandle;
  try {
    file = await open(files.path, 'r');
  } catch {
    return null;
  }
  try {
    return await readFrom(file, files, signal);
  } catch {
    // Any fault will do: the files that the cache was made of are there.
    signal?.throwIfAborted();
    return null;
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, files: CacheFiles, signal?: AbortSignal): Promise<CachedState | null> {
  const first = await firstLineOf(files.path);
  const head = contentOf(first) as unknown as CacheHead;
  const { format, emulator, layout, database, journal, seed, seq, starts, sets } = head;
  if (format !== cacheFormat || emulator !== files.version || layout !== layoutSum(files.registry)) return null;
  if ((await firstLineOf(files.database)) !== database) return null;
  const { seq: databaseSeq, checksum } = headIn(database) as { seq: number; checksum: string };
  if ((await sumOf(files.journal, 0, journal.offset, signal)) !== journal.sum) return null;
  const { size } = await stat(files.database);
  if ((await sumOf(files.database, Buffer.byteLength(database), size, signal)) !== Number.parseInt(checksum, 16))
    return null;
  const state = new State(seed);
  Object.assign(state, { seq, starts });
  let position = Buffer.byteLength(first);
  let sum = 0;
  for (const { key, count, kinds } of sets) {
    const set = state.set(key);
    set.count = count;
    for (const { name, packs } of kinds) {
      const collection = collectionOf(set, name, files.registry);
      const isFew = packs.reduce((sum, { records }) => sum + records, 0) < leastWorthPacking;
      for (const sizes of packs) {
        const parts = emptyParts(sizes);
        for (const piece of piecesOf(bytesOf(parts))) {
          signal?.throwIfAborted();
          await readAll(file, piece, position);
          sum = crc32(piece, sum);
          position += piece.length;
        }
        const pack = new Pack(collection.def, parts);
        if (isFew || sizes.isOrdered || set === state.root) collection.addUnpacked(pack);
        else collection.addPack(pack);
      }
    }
  }
  const last = Buffer.alloc(longestLast);
  const { bytesRead } = await file.read(last, 0, last.length, position);
  if (contentOf(last.toString('latin1', 0, bytesRead)).sum !== sum) return null;
  return { state, databaseSeq, journalFrom: { offset: journal.offset, line: journal.line } };
}

function contentOf(line: string): Record<string, unknown> {
  const bytes = Buffer.from(line);
  return decodeLine(bytes, 0, bytes.length - 1, 'cache');
}

/** The first line of a file, with its newline. */
async function firstLineOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    let text = Buffer.alloc(0);
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, text.length);
      const end = buffer.subarray(0, bytesRead).indexOf(newline);
      text = Buffer.concat([text, buffer.subarray(0, end === -1 ? bytesRead : end + 1)]);
      if (end !== -1 || bytesRead === 0) return text.toString();
    }
  } finally {
    await file.close();
  }
}

/** The checksum of a file between two places; null if the file ends before the second. */
async function sumOf(path: string, start: number, end: number, signal?: AbortSignal): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(pieceLength);
    let sum = 0;
    for (let at = start; at < end; ) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) return null;
      sum = crc32(buffer.subarray(0, bytesRead), sum);
      at += bytesRead;
    }
    return sum;
  } finally {
    await file.close();
  }
}

/** Fills a buffer from a place of a file. */
async function readAll(file: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesRead } = await file.read(piece, done, piece.length - done, position + done);
    if (bytesRead === 0) throw new Error('the cache is cut off');
    done += bytesRead;
  }
}
