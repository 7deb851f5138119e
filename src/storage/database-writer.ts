import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Collection, Stored } from '../engine/collection.ts';
import type { Entry } from '../engine/ordered-list.ts';
import { sparseShapeOf } from '../engine/shape.ts';
import type { State } from '../engine/state.ts';
import { hexOf } from './checksummed-lines.ts';

/** The format that `db.json` is written in. */
export const databaseFormat = 1;

/** What the first line says of the place of the file among the commits. It is nobody's to edit. */
export interface Standing {
  readonly seed: number;
  /** The last commit that the file holds. */
  readonly seq: number;
  readonly starts: number;
}

/** The checksum of what the first line says of the place of the file. */
export const standingSum = ({ seed, seq, starts }: Standing): string => hexOf(crc32(`${seed} ${seq} ${starts}`));

/** What `db.json` is to hold, noted in one moment at which every commit was written. */
export interface Outline extends Standing {
  readonly sets: readonly { key: string; count: number; parts: readonly Part[] }[];
}

interface Part {
  readonly collection: Collection<Stored>;
  /** The youngest record that belongs into the file: later ones are the journal's, and so keep their order. */
  readonly youngest: Entry<Stored>;
}

/** Notes what the stored data consist of now. Costs the collections, not the records. */
export function outlineOf(state: State): Outline {
  const sets = [];
  for (const set of state.sets()) {
    const parts: Part[] = [];
    for (const collection of set.collections()) {
      const newest = collection.newest({});
      if (newest !== undefined) parts.push({ collection, youngest: collection.entry(newest.id)! });
    }
    if (set.count > 0 || parts.length > 0) sets.push({ key: set.key, count: set.count, parts });
  }
  return { seed: state.seed, seq: state.seq, starts: state.starts, sets };
}

const pieceLength = 256 * 1024;
const bytesASync = 16 * 1024 * 1024;
const entriesATurn = 5_000;

/**
 * Writes `db.json`, one record a line, oldest first, while the event loop goes on: records are taken as they are when
 * their turn comes, some of them later than the outline, some removed by then. Whoever reads it must replay the journal
 * from `seq` on over it. The first line has the checksum of all bytes behind it, by which a file that somebody edited
 * is known; it is put in last.
 * @param proceed called before each piece; throws to give up
 */
export async function writeDatabase(
  file: FileHandle,
  outline: Outline,
  version: string,
  proceed: () => void,
): Promise<void> {
  const out = new Pieces(file, proceed);
  const { seed, seq, starts } = outline;
  const standing = { seed, seq, starts, standing_checksum: standingSum(outline) };
  const head = JSON.stringify({ format: databaseFormat, emulator: version, ...standing, checksum: hexOf(0) });
  const firstLine = `${head.slice(0, -1)},\n`;
  await file.writeFile(firstLine);
  out.add('"sets":{');
  let nextSet = '\n';
  for (const { key, count, parts } of outline.sets) {
    out.add(`${nextSet}${JSON.stringify(key)}:{"count":${count},"collections":{`);
    nextSet = ',\n';
    let nextPart = '\n';
    for (const { collection, youngest } of parts) {
      out.add(`${nextPart}${JSON.stringify(collection.def.name)}:[`);
      nextPart = ',\n';
      await addRecords(out, collection, youngest);
      out.add('\n]');
    }
    out.add('\n}}');
  }
  out.add('\n}}\n');
  await out.flush();
  const digits = hexOf(out.sum);
  await file.write(digits, Buffer.byteLength(firstLine) - `${digits}",\n`.length);
}

async function addRecords(out: Pieces, collection: Collection<Stored>, youngest: Entry<Stored>): Promise<void> {
  const entries = await entriesUpTo(collection, youngest);
  const sparse = sparseShapeOf(collection.def.model);
  let next = '\n';
  for (let at = entries.length - 1; at >= 0; at--) {
    const { record } = entries[at]!;
    out.add(next + JSON.stringify(sparse(record)));
    next = ',\n';
    if (out.isFull) await out.flush();
  }
}

/**
 * The entries of a collection, newest first. Looking a place up again after each rest is right whatever is added,
 * removed or put back meanwhile, which going on with one iteration is not.
 */
async function entriesUpTo(collection: Collection<Stored>, youngest: Entry<Stored>): Promise<Entry<Stored>[]> {
  const entries: Entry<Stored>[] = [];
  let after: Pick<Entry<Stored>, 'seq' | 'record'> = { seq: youngest.seq + 1, record: youngest.record };
  for (;;) {
    let taken = 0;
    for (const entry of collection.entriesBefore(after)) {
      entries.push(entry);
      if (++taken === entriesATurn) break;
    }
    if (taken < entriesATurn) return entries;
    after = entries.at(-1)!;
    await nextTurn();
  }
}

/** Text on its way to a file, in pieces that are each made within a millisecond or two. */
class Pieces {
  readonly #file: FileHandle;
  readonly #proceed: () => void;
  #text = '';
  /** The checksum of all that was written. */
  sum = 0;
  #unsynced = 0;

  constructor(file: FileHandle, proceed: () => void) {
    this.#file = file;
    this.#proceed = proceed;
  }

  get isFull(): boolean {
    return this.#text.length >= pieceLength;
  }

  add(text: string): void {
    this.#text += text;
  }

  async flush(): Promise<void> {
    this.#proceed();
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.sum = crc32(bytes, this.sum);
    await this.#file.writeFile(bytes);
    this.#unsynced += bytes.length;
    // One large sync at the end would hold up the journal's writes on some file systems.
    if (this.#unsynced >= bytesASync) {
      this.#unsynced = 0;
      await this.#file.datasync();
    }
  }
}
