import { isAscii, isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { isObject } from '../../../core/base/json-values.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Collection, Stored } from '../../../core/store/collection.ts';
import { Fault, type FilePosition, startOfFile } from '../errors.ts';

export const newline = 10;
const largestPiece = 1024 * 1024;

/**
 * Processes one line: the bytes from `start` up to its newline at `end`. The bytes stay valid until the function
 * returns or its promise settles.
 */
export type LineHandler = (buffer: Buffer, start: number, end: number, place: FilePosition) => Promise<void> | void;

export interface FileEnd {
  /** The size of the file in bytes. */
  readonly size: number;
  /** The bytes after the last newline. */
  readonly tail: Buffer;
  /** The place of the tail. */
  readonly place: FilePosition;
}

/**
 * Reads a file line by line, with at most two pieces and one line in memory at a time.
 * @param takePiece receives each piece before its lines; throws to give up
 */
export async function readLines(
  path: string,
  take: LineHandler,
  takePiece: (piece: Buffer) => void = () => {},
): Promise<FileEnd> {
  const file = await open(path, 'r');
  try {
    return await readFrom(file, take, takePiece);
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, take: LineHandler, takePiece: (piece: Buffer) => void): Promise<FileEnd> {
  const { size } = await file.stat();
  // The next piece is read while the current piece is searched.
  let piece = Buffer.allocUnsafe(Math.min(size + 1, largestPiece));
  let other = Buffer.allocUnsafe(size < largestPiece ? 1 : largestPiece);
  let reading = file.read(piece, 0, piece.length, 0);
  /** The start of a line whose end is in a later piece. */
  let begun: Buffer[] = [];
  let { offset, line } = startOfFile;
  for (let base = offset; ; ) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return { size: base, tail: Buffer.concat(begun), place: { offset, line } };
    const read = piece.subarray(0, bytesRead);
    base += bytesRead;
    reading = file.read(other, 0, other.length, base);
    let start = 0;
    try {
      takePiece(read);
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, start)) {
        const whole = begun.length === 0 ? null : Buffer.concat([...begun, read.subarray(0, end)]);
        const place = { offset, line };
        const taken = whole === null ? take(read, start, end, place) : take(whole, 0, whole.length, place);
        // Most lines are processed synchronously, because awaiting each line would cost more than reading the line.
        if (taken instanceof Promise) await taken;
        if (whole !== null) begun = [];
        start = end + 1;
        offset = base - bytesRead + start;
        line++;
      }
    } catch (error) {
      await reading.catch(() => {});
      throw error;
    }
    if (start < bytesRead) begun.push(Buffer.from(read.subarray(start)));
    [piece, other] = [other, piece];
  }
}

/** The text of some bytes; null if the bytes are not UTF-8. */
export function textOf(buffer: Buffer, start: number, end: number): string | null {
  // Nearly every line is plain ASCII, which is decoded and parsed a third faster than UTF-8.
  if (isAscii(buffer.subarray(start, end))) return buffer.toString('latin1', start, end);
  const text = buffer.toString('utf8', start, end);
  // A text that was written may itself contain the replacement character.
  return text.includes('\ufffd') && !isUtf8(buffer.subarray(start, end)) ? null : text;
}

/** The collection of a data set by its name. @throws Fault if no slice declares it */
export function collectionOf(set: DataSet, name: string, registry: Registry): Collection<Stored> {
  const def = registry.collections.get(name);
  if (def === undefined) throw new Fault(`it contains records of the unknown kind ${JSON.stringify(name)}`);
  return set.of(def);
}

/**
 * Loads a record that was read.
 * @returns the stored record
 * @throws Fault if the value is not a record
 */
export function loadRecord(collection: Collection<Stored>, record: unknown): Stored {
  if (!isStored(record)) throw new Fault(`a record of ${collection.def.name} has no id`);
  return collection.load(record);
}

/** Whether a value that was read can be a record. */
export const isStored = (value: unknown): value is Stored => isObject(value) && typeof value.id === 'string';

/** Whether a value that was read is an integer of at least 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
