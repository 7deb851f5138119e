import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createGunzip, createGzip } from 'node:zlib';
import { getOrMake } from '../../../core/base/maps.ts';
import { codeOf, reasonOf } from '../../../core/base/system-errors.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { isSame } from '../../../core/kernel/field-changes.ts';
import {
  countStored,
  type SetContent,
  type Snapshot,
  type SnapshotContent,
  type StoredOfKind,
} from '../../../core/kernel/snapshots.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import { type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import type { Stored } from '../../../core/store/collection.ts';
import { shapeOf } from '../../../core/store/shape.ts';
import { replaceFile } from '../atomic-files.ts';
import { Fault } from '../errors.ts';
import { decodeLine, encodeLines, hexOf } from '../journal/checksummed-lines.ts';
import { isCount, isStored, newline } from '../journal/line-reader.ts';

/*
 * A snapshot is a file of checksummed lines, compressed with gzip: its head, and then lines with records of one kind
 * each.
 */

const snapshotFormat = 1;
export const snapshotSuffix = '.snapshot';

/** A line for each record would take longer to write and to parse, and a longer line would block other calls. */
const recordsALine = 64;
/** The head fits into this many bytes, compressed or not. */
const longestHead = 64 * 1024;
const compression = { level: constants.Z_BEST_SPEED };
/**
 * How many unpacked bytes are processed at a time: only the head, or a piece that is parsed within a few
 * milliseconds.
 */
const headPiece = 1024;
const usualPiece = 256 * 1024;

/** The first line. */
interface SnapshotHead {
  readonly format: number;
  readonly snapshot: Snapshot;
  /** When the snapshot was saved, in real milliseconds. */
  readonly saved: number;
  readonly workspace: Workspace;
  /** The emulated time, in milliseconds. */
  readonly now: number;
  /** How many ids were drawn in each mode. */
  readonly counts: Readonly<Record<Mode, number>>;
}

/** `own` means the records of no mode. */
type SetName = Mode | 'own';

/** Any other line. */
interface RecordsLine {
  readonly set: SetName;
  readonly kind: string;
  readonly records: readonly unknown[];
}

/** A snapshot that differs from what was written. */
export class SnapshotFault extends Error {}

/**
 * Writes a snapshot in slices. The file appears once it is complete and synced.
 * @returns the checksum of the file
 */
export async function writeSnapshot(path: string, snapshot: Snapshot, content: SnapshotContent): Promise<string> {
  let sum = 0;
  await replaceFile(path, async (file) => {
    const { mtimeMs } = await file.stat();
    const lines = Readable.from(linesOf(snapshot, content, mtimeMs));
    await pipeline(lines, createGzip(compression), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        sum = crc32(piece, sum);
        await file.writeFile(piece);
      }
    });
  });
  return hexOf(sum);
}

function* linesOf(snapshot: Snapshot, { workspace, at, own, sets }: SnapshotContent, saved: number): Generator<Buffer> {
  const line = (content: SnapshotHead | RecordsLine): Buffer => encodeLines([JSON.stringify(content)]);
  const counts = { test: sets.test.count, live: sets.live.count };
  yield line({ format: snapshotFormat, snapshot, saved, workspace, now: at, counts });
  const kindsOf: Record<SetName, readonly StoredOfKind[]> = { own, test: sets.test.kinds, live: sets.live.kinds };
  for (const set of ['own', ...modes] as const) {
    for (const { def, records } of kindsOf[set]) {
      for (let from = 0; from < records.length; from += recordsALine) {
        yield line({ set, kind: def.name, records: records.slice(from, from + recordsALine) });
      }
    }
  }
}

export interface ReadOptions {
  registry: Registry;
  /** The data sets of the running state. A record in both is one object in memory. */
  running?: (workspaceId: string, set: SetName) => DataSet;
  /**
   * Called if the file is damaged. The records after the damage are left out. If absent, a damaged file is rejected.
   */
  leaveOut?: (fault: SnapshotFault) => void;
}

export interface SnapshotRead {
  readonly content: SnapshotContent;
  /** The checksum of the file. */
  readonly sum: string;
}

/**
 * Reads a snapshot in slices.
 * @throws SnapshotFault if the file differs from what was written
 */
export async function readSnapshot(path: string, options: ReadOptions): Promise<SnapshotRead> {
  const { leaveOut } = options;
  const reader = new SnapshotReader(options);
  let sum = 0;
  const file = createReadStream(path);
  file.on('data', (piece) => {
    sum = crc32(piece, sum);
  });
  try {
    await unpack(file, usualPiece, (piece) => reader.take(piece));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw error;
    const fault = new SnapshotFault(
      error instanceof Fault ? error.message : `it cannot be unpacked (${reasonOf(error)})`,
    );
    if (leaveOut === undefined || !reader.hasHead) throw fault;
    leaveOut(fault);
  } finally {
    file.destroy();
  }
  return { content: reader.end(leaveOut), sum: hexOf(sum) };
}

/**
 * Passes on the unpacked text of a file in pieces of `chunkSize` bytes. Listeners get every piece before the damage,
 * but an iteration would lose some of these pieces.
 * @param take throws to give up
 */
const unpack = (file: Readable, chunkSize: number, take: (piece: Buffer) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const unpacked = createGunzip({ chunkSize });
    unpacked.on('data', (piece: Buffer) => {
      try {
        take(piece);
      } catch (error) {
        unpacked.destroy(error as Error);
      }
    });
    for (const stream of [file, unpacked]) stream.on('error', reject);
    unpacked.on('end', resolve);
    file.pipe(unpacked);
  });

/** Reads the unpacked text of a snapshot. */
class SnapshotReader {
  readonly #options: ReadOptions;
  readonly #kinds: Record<SetName, Map<string, StoredOfKind>> = { own: new Map(), test: new Map(), live: new Map() };
  #head: SnapshotHead | null = null;
  /** The pieces of a line whose end is not read yet. */
  #begun: Buffer[] = [];

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  get hasHead(): boolean {
    return this.#head !== null;
  }

  /** @throws Error if a line differs from what was written */
  take(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      const line = Buffer.concat([...this.#begun, piece.subarray(start, end)]);
      this.#begun = [];
      start = end + 1;
      const content: unknown = decodeLine(line, 0, line.length, 'snapshot');
      if (this.#head === null) this.#head = headOf(content);
      else this.#add(this.#head, content as RecordsLine);
    }
    if (start < piece.length) this.#begun.push(piece.subarray(start));
  }

  /** @throws SnapshotFault if the text ends too early */
  end(leaveOut: ReadOptions['leaveOut']): SnapshotContent {
    if (this.#head === null) throw new SnapshotFault('it is empty');
    const { snapshot, workspace, now, counts } = this.#head;
    const kindsOf = (set: SetName): StoredOfKind[] => [...this.#kinds[set].values()];
    const setOf = (mode: Mode): SetContent => ({ count: counts[mode], kinds: kindsOf(mode) });
    const sets = { test: setOf('test'), live: setOf('live') };
    const content: SnapshotContent = { workspace, at: now, own: kindsOf('own'), sets };
    const found = countStored(content);
    if (found === snapshot.records) return content;
    const fault = new SnapshotFault(`it contains ${found} records, but ${snapshot.records} were saved`);
    if (leaveOut === undefined) throw fault;
    leaveOut(fault);
    return content;
  }

  /** Adds the records of a line. A record that the running state also has is taken from the running state. */
  #add({ snapshot }: SnapshotHead, { set, kind, records: read }: RecordsLine): void {
    const { registry, running } = this.#options;
    const { def, records } = getOrMake(this.#kinds[set], kind, () => {
      const def = registry.collections.get(kind);
      if (def === undefined) throw new Fault(`it contains records of the unknown kind ${JSON.stringify(kind)}`);
      return { def, records: [] };
    });
    const present = running?.(snapshot.workspace_id, set).of<Stored>(def);
    const shape = shapeOf(def.model);
    for (const record of read) {
      if (!isStored(record)) throw new Fault('a record has no id');
      const same = present?.get(record.id);
      const shaped = shape(record);
      records.push(same !== undefined && isSame(same, shaped) ? same : Object.freeze(shaped));
    }
  }
}

/**
 * The content of the first line.
 * @throws Fault if the file is not a snapshot, or has another format
 */
function headOf(content: unknown): SnapshotHead {
  const head = content as SnapshotHead;
  if (!isCount(head.format)) throw new Fault('it does not start with a snapshot header');
  if (head.format === snapshotFormat) return head;
  throw new Fault(`it has format ${head.format}, but this emulator reads format ${snapshotFormat}`);
}

/**
 * The description of a snapshot, and when it was saved.
 * @throws Error if the file is not a snapshot, or cannot be read
 */
export async function readSnapshotHead(path: string): Promise<Pick<SnapshotHead, 'snapshot' | 'saved'>> {
  const file = createReadStream(path, { end: longestHead - 1 });
  let text = Buffer.alloc(0);
  try {
    await unpack(file, headPiece, (piece) => {
      text = Buffer.concat([text, piece]);
      if (text.includes(newline)) throw new Error('the rest of the file is not needed');
      if (text.length > longestHead) throw new Fault('it does not start with a snapshot header');
    });
  } catch (error) {
    if (!text.includes(newline)) throw error;
  } finally {
    file.destroy();
  }
  return headOf(decodeLine(text, 0, text.indexOf(newline), 'snapshot'));
}

/** The checksum of a file; null if the file does not exist. */
export async function sumOf(path: string): Promise<string | null> {
  let sum = 0;
  try {
    for await (const piece of createReadStream(path)) sum = crc32(piece, sum);
    return hexOf(sum);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
