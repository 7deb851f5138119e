import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, crc32 } from 'node:zlib';
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
import type { Collection, Stored } from '../../../core/store/collection.ts';
import { readShapeOf } from '../../../core/store/shape.ts';
import { replaceFile } from '../atomic-files.ts';
import { Fault } from '../errors.ts';
import { decodeLine, encodeLines, hexOf } from '../journal/checksummed-lines.ts';
import { isCount, isStored } from '../journal/line-reader.ts';

/*
 * A snapshot is a checksummed line, its head, and blocks of records. Each block starts with a checksummed line that
 * tells the kind of its records (`own`: those of no mode) and its length; its content is lines of JSON, each a list of
 * records, compressed with Brotli. Blocks are independent: one is decompressed while the one before is parsed, and
 * damage costs only its block.
 */

/** The format of snapshots. Formats 1 and 2 were not compressed, and their files end in `.ndjson`. */
const snapshotFormat = 3;
export const snapshotSuffix = '.snapshot';

/** The least length of a block's text in bytes; one is written or parsed within a few milliseconds. */
const blockLength = 1024 * 1024;
/** Writing a line for each record would take a sixth longer; parsing a single line for a block as much longer. */
const recordsALine = 64;
/** The head fits into so many bytes. */
const longestHead = 64 * 1024;
const newline = 10;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Twice as fast as the lowest level of gzip, and smaller; higher qualities are not worth their time. */
const compression = { chunkSize: 128 * 1024, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** Most blocks are decompressed in one step. */
const decompression = { chunkSize: blockLength + 256 * 1024 };

/** The first line. */
interface SnapshotHead {
  readonly format: number;
  readonly snapshot: Snapshot;
  /** When it was saved, in real milliseconds. */
  readonly saved: number;
  readonly workspace: Workspace;
  /** The emulated instant, in milliseconds. */
  readonly now: number;
  /** How many ids were drawn in each mode. */
  readonly counts: Readonly<Record<Mode, number>>;
}

type SetName = Mode | 'own';

/** The first line of a block. */
interface BlockHead {
  readonly set: SetName;
  readonly kind: string;
  readonly bytes: number;
  readonly checksum: number;
}

/** A damaged snapshot: the byte at which the damage starts, and its description. */
export class SnapshotFault extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Writes a snapshot in slices; the file appears once it is complete and synced.
 * @returns the checksum of the file
 */
export async function writeSnapshot(path: string, snapshot: Snapshot, content: SnapshotContent): Promise<string> {
  const { workspace, at: now, own, sets } = content;
  const kindsOf: Record<SetName, readonly StoredOfKind[]> = { own, test: sets.test.kinds, live: sets.live.kinds };
  let sum = 0;
  await replaceFile(path, async (file) => {
    const write = async (head: object, block = Buffer.alloc(0)): Promise<void> => {
      const bytes = Buffer.concat([encodeLines([JSON.stringify(head)]), block]);
      sum = crc32(bytes, sum);
      await file.writeFile(bytes);
    };
    const head: SnapshotHead = {
      format: snapshotFormat,
      snapshot,
      saved: (await file.stat()).mtimeMs,
      workspace,
      now,
      counts: { test: sets.test.count, live: sets.live.count },
    };
    await write(head);
    for (const set of ['own', ...modes] as const) {
      for (const { def, records } of kindsOf[set]) {
        for (const text of textsOf(records)) {
          const block = await compress(text, compression);
          const blockHead: BlockHead = { set, kind: def.name, bytes: block.length, checksum: crc32(block) };
          await write(blockHead, block);
        }
      }
    }
  });
  return hexOf(sum);
}

/** The texts of the blocks of these records. */
function* textsOf(records: readonly Stored[]): Generator<Buffer> {
  let lines: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < records.length; at += recordsALine) {
    const line = Buffer.from(`${JSON.stringify(records.slice(at, at + recordsALine))}\n`);
    lines.push(line);
    length += line.length;
    if (length < blockLength) continue;
    yield Buffer.concat(lines);
    lines = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(lines);
}

export interface ReadOptions {
  registry: Registry;
  /** The data sets of the running state; a record in both is one object in memory. */
  running?: (workspaceId: string, set: SetName) => DataSet;
  /** Called for damage, which is left out; without it, a damaged file is refused. */
  leaveOut?: (fault: SnapshotFault) => void;
}

export interface ReadSnapshot {
  readonly content: SnapshotContent;
  /** The checksum of the file. */
  readonly sum: string;
}

/** Reads a snapshot in slices. @throws SnapshotFault if it is not as it was written */
export async function readSnapshot(path: string, { registry, running, leaveOut }: ReadOptions): Promise<ReadSnapshot> {
  const bytes = await readFile(path);
  const head = headIn(bytes);
  if (head === null) throw new SnapshotFault(0, 'it does not begin as a snapshot does');
  const { snapshot, workspace, now, counts } = head;
  const report = (fault: SnapshotFault): void => {
    if (leaveOut === undefined) throw fault;
    leaveOut(fault);
  };
  const kinds: Record<SetName, Map<string, StoredOfKind>> = { own: new Map(), test: new Map(), live: new Map() };
  const recordsOf = (set: SetName, kind: string): StoredOfKind =>
    getOrMake(kinds[set], kind, () => {
      const def = registry.collections.get(kind);
      if (def === undefined) throw new Fault(`it holds records of the unknown kind ${JSON.stringify(kind)}`);
      return { def, records: [] };
    });
  const blocks = blocksIn(bytes, bytes.indexOf(newline) + 1);
  let sum = crc32(bytes.subarray(0, blocks[0]?.offset));
  let decompressing = textOf(blocks[0]);
  for (const [at, block] of blocks.entries()) {
    const text = await decompressing;
    decompressing = textOf(blocks[at + 1]);
    try {
      if (text instanceof Fault || block.head === null) throw text;
      const ofKind = recordsOf(block.head.set, block.head.kind);
      addRecords(ofKind, text, running?.(snapshot.workspace_id, block.head.set).of(ofKind.def));
    } catch (error) {
      report(new SnapshotFault(block.offset, reasonOf(error)));
    }
    sum = crc32(bytes.subarray(block.offset, blocks[at + 1]?.offset), sum);
  }
  const kindsOf = (set: SetName): StoredOfKind[] => [...kinds[set].values()];
  const setOf = (mode: Mode): SetContent => ({ count: counts[mode], kinds: kindsOf(mode) });
  const sets = { test: setOf('test'), live: setOf('live') };
  const content: SnapshotContent = { workspace, at: now, own: kindsOf('own'), sets };
  const found = countStored(content);
  if (found !== snapshot.records) {
    report(new SnapshotFault(bytes.length, `it holds ${found} records, and ${snapshot.records} were saved`));
  }
  return { content, sum: hexOf(sum) };
}

/** Adds the records of a block; a record that the running state has too is taken from there. */
function addRecords({ def, records }: StoredOfKind, text: Buffer, present: Collection<Stored> | undefined): void {
  const shape = readShapeOf(def.model);
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(newline, start);
    const list: unknown[] = JSON.parse(text.toString('utf8', start, end));
    for (const record of list) {
      if (!isStored(record)) throw new Fault('a record has no id');
      const same = present?.get(record.id);
      const read = shape(record);
      records.push(same !== undefined && isSame(same, read) ? same : Object.freeze(read));
    }
    start = end + 1;
  }
}

/** The description of a snapshot, and when it was saved; null if the file is no snapshot. */
export async function readSnapshotHead(path: string): Promise<Pick<SnapshotHead, 'snapshot' | 'saved'> | null> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(longestHead), 0, longestHead, 0);
    return headIn(buffer.subarray(0, bytesRead));
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}

/** The checksum of a file; null if there is none. */
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

function headIn(bytes: Buffer): SnapshotHead | null {
  const head = lineIn<SnapshotHead>(bytes, 0);
  return head?.format === snapshotFormat ? head : null;
}

/** The content of the checksummed line at `start`, whose shape its checksum vouches for. Null if it is damaged. */
function lineIn<T>(bytes: Buffer, start: number): T | null {
  try {
    return decodeLine(bytes, start, bytes.indexOf(newline, start), 'snapshot') as T;
  } catch {
    return null;
  }
}

/** A block of the file. Its head is null if that is damaged, and then no later block can be found. */
interface Block {
  readonly offset: number;
  readonly head: BlockHead | null;
  readonly compressed: Buffer;
}

function blocksIn(bytes: Buffer, from: number): Block[] {
  const blocks: Block[] = [];
  for (let offset = from; offset < bytes.length; ) {
    const line = lineIn<BlockHead>(bytes, offset);
    const head = isCount(line?.bytes) ? line : null;
    const start = bytes.indexOf(newline, offset) + 1;
    const end = head === null ? bytes.length : start + head.bytes;
    blocks.push({ offset, head, compressed: bytes.subarray(start, end) });
    offset = end;
  }
  return blocks;
}

/** The text of a block; a fault if it has none. Never rejects, because nobody may await it yet. */
async function textOf(block: Block | undefined): Promise<Buffer | Fault> {
  if (block === undefined) return Buffer.alloc(0);
  const { head, compressed } = block;
  if (head === null) return new Fault('a block does not begin as it was written');
  if (head.bytes !== compressed.length) return new Fault('the file ends too early');
  if (head.checksum !== crc32(compressed)) return new Fault('the checksum of the block does not fit');
  try {
    return await decompress(compressed, decompression);
  } catch (error) {
    return new Fault(reasonOf(error));
  }
}
