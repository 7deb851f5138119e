import { constants } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { DataSet, State } from '../../../core/kernel/state.ts';
import type { Stored } from '../../../core/store/collection.ts';
import { damaged, Fault, FormatError, type LeaveOut, type Place, startOfFile } from '../errors.ts';
import { hexOf } from '../journal/checksummed-lines.ts';
import { newline, readLines, textOf } from '../journal/line-reader.ts';
import { DatabaseReader, OtherLayout } from './database-lines.ts';
import type { Check, ReadDatabase } from './database-parts.ts';
import { readWhole } from './database-whole.ts';

export interface ReadDatabaseOptions {
  /** Aborts the reading. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads `db.json`. A file whose checksum fits is trusted. Any other was edited, is damaged or comes from a version
 * without checksums: it is read again, and each record is checked against its model. In the layout that this emulator
 * writes, each record is a line, and only one line is held at a time. A file in another layout is read whole.
 * @throws StorageError if the file is damaged, foreign or of a newer emulator
 */
export async function readDatabase(
  path: string,
  registry: Registry,
  { signal }: ReadDatabaseOptions = {},
): Promise<ReadDatabase> {
  const trusted = await readTrusted(path, registry, signal);
  if (trusted !== null) return { state: trusted, isAsWritten: true, placeOf: () => startOfFile };
  return readEdited(path, registry, signal);
}

/** The state of a file that an emulator wrote; null for any other. Trying costs no more than reading it. */
async function readTrusted(path: string, registry: Registry, signal: AbortSignal | undefined): Promise<State | null> {
  const reader = new DatabaseReader(path, registry, { isStrict: true, check: null });
  const take: TakeText = (text, at) => {
    if (text === null) throw new Fault('the line is not UTF-8');
    reader.take(text, at);
    if (reader.checksum === null) throw new Fault('it has no checksum');
  };
  /** The checksum after the first line; null before it. */
  let sum: number | null = null;
  const takePiece = (piece: Buffer): void => {
    signal?.throwIfAborted();
    const start = sum === null ? piece.indexOf(newline) + 1 : 0;
    if (sum !== null || start > 0) sum = crc32(piece.subarray(start), sum ?? 0);
  };
  try {
    await readTexts(path, take, takePiece);
    return reader.isOver && hexOf(sum ?? 0) === reader.checksum ? reader.state : null;
  } catch {
    // Any fault will do: the careful reading reports it with its place.
    signal?.throwIfAborted();
    return null;
  }
}

async function readEdited(path: string, registry: Registry, signal: AbortSignal | undefined): Promise<ReadDatabase> {
  const check = await checkOf(registry);
  const reader = new DatabaseReader(path, registry, { isStrict: true, check });
  const take: TakeText = (text, at) => {
    if (text === null) throw damaged(path, at, 'the line is not UTF-8');
    try {
      reader.take(text, at);
    } catch (error) {
      throw error instanceof Fault ? damaged(path, at, error.message) : error;
    }
  };
  try {
    const { size, place } = await readTexts(path, take, () => signal?.throwIfAborted());
    if (size === 0) throw damaged(path, startOfFile, 'the file is empty');
    if (!reader.isOver) throw new OtherLayout(place, 'the file ends too early');
    return { state: reader.state, isAsWritten: false, placeOf: (thing) => reader.placeOf(thing) };
  } catch (error) {
    if (!(error instanceof OtherLayout)) throw error;
    const { size } = await stat(path);
    if (size > constants.MAX_STRING_LENGTH) throw damaged(path, error.place, error.message);
    return readWhole(path, registry, check);
  }
}
/** Only files that need checks load them. */
async function checkOf(registry: Registry): Promise<Check> {
  const { RecordChecks } = await import('./record-checks.ts');
  const checks = new RecordChecks(registry);
  return (def, record) => {
    const fault = checks.faultOf(def, record);
    if (fault !== null) throw new Fault(fault);
  };
}
/**
 * Reads whatever is readable in a damaged `db.json` with one record a line, as the emulator writes it.
 * @returns its content, and whether its first line, with the seed and the last commit, was sound
 * @throws FormatError if it is of a newer emulator
 */
export async function recoverDatabase(path: string, registry: Registry, leaveOut: LeaveOut) {
  const reader = new DatabaseReader(path, registry, { isStrict: false, check: await checkOf(registry) });
  await readTexts(path, (text, at) => {
    if (text === null) return leaveOut(at.line, 'a line that is not UTF-8');
    if (text.trim() === '') return;
    try {
      reader.take(text, at);
    } catch (error) {
      if (error instanceof FormatError) throw error;
      leaveOut(at.line, error instanceof Fault ? error.message : reader.describe(text));
    }
  });
  return {
    state: reader.state,
    hasHead: reader.hasHead,
    placeOf: (thing: Stored | DataSet): Place => reader.placeOf(thing),
  };
}
type TakeText = (text: string | null, place: Place) => void;

/** Gives the lines of a file without a comma at their end; null for a line that is not UTF-8. */
async function readTexts(path: string, take: TakeText, takePiece?: (piece: Buffer) => void) {
  const comma = 0x2c;
  const takeLine = (buffer: Buffer, from: number, end: number, place: Place): void =>
    take(textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end), place);
  const ending = await readLines(path, takeLine, takePiece);
  if (ending.tail.length > 0) takeLine(ending.tail, 0, ending.tail.length, ending.place);
  return ending;
}
