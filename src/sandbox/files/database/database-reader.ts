import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { isObject } from '../../../core/base/json-values.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { isSeed, randomSeed } from '../../../core/kernel/ids.ts';
import { DataSet, State } from '../../../core/kernel/state.ts';
import type { AnyCollectionDef, Collection, Stored } from '../../../core/store/collection.ts';
import { withNulls } from '../../../core/store/nullable-fields.ts';
import {
  damaged,
  Fault,
  type FilePosition,
  FormatError,
  otherFormat,
  type ReportLoss,
  startOfFile,
} from '../errors.ts';
import { hexOf } from '../journal/checksummed-lines.ts';
import { collectionOf, isCount, isStored, loadRecord, newline, readLines, textOf } from '../journal/line-reader.ts';
import { databaseFormat, standingSum } from './database-writer.ts';
import { JsonText } from './json-text.ts';

/** The content of `db.json`. */
export interface DatabaseContent {
  readonly state: State;
  /** Whether an emulator wrote every byte of the file. If not, each record was checked against its model. */
  readonly isAsWritten: boolean;
  /** The place of a record or data set in the file; the start of the file for any other object. */
  readonly placeOf: (thing: Stored | DataSet) => FilePosition;
}

/**
 * Reads `db.json`. A file with a matching checksum is read line by line, and trusted. Any other file was edited or is
 * damaged: it is read as one JSON text in any layout, and each record is checked against its model.
 * @param signal aborts the reading
 * @throws StorageError if the file is damaged, does not come from an emulator, or is in another format
 */
export async function readDatabase(path: string, registry: Registry, signal?: AbortSignal): Promise<DatabaseContent> {
  const trusted = await readTrusted(path, registry, signal);
  if (trusted !== null) return { state: trusted, isAsWritten: true, placeOf: () => startOfFile };
  return readEdited(path, registry);
}

/** The content of a file with a matching checksum; null for any other file. */
async function readTrusted(path: string, registry: Registry, signal?: AbortSignal): Promise<State | null> {
  const lines = new DatabaseLines(path, registry, null);
  let sum: number | null = null;
  const takePiece = (piece: Buffer): void => {
    signal?.throwIfAborted();
    // The first line contains the checksum of all other lines. It fits into the first piece.
    const from: number = sum === null ? piece.indexOf(newline) + 1 : 0;
    sum = crc32(piece.subarray(from), sum ?? 0);
  };
  try {
    await readTexts(path, (text, at) => lines.take(text ?? '', at), takePiece);
    return hexOf(sum ?? 0) === lines.checksum ? lines.state : null;
  } catch {
    // The kind of error does not matter here, because the thorough read that follows reports it with its place.
    signal?.throwIfAborted();
    return null;
  }
}

/**
 * Reads all readable lines of a damaged `db.json` with one record per line, as the emulator writes it.
 * @returns its content, and whether its first line, with the seed and the last commit, was valid
 * @throws FormatError if the file is in another format
 */
export async function recoverDatabase(path: string, registry: Registry, leaveOut: ReportLoss) {
  const lines = new DatabaseLines(path, registry, await checkOf(registry));
  await readTexts(path, (text, at) => {
    if (text === null) return leaveOut(at.line, 'a line that is not UTF-8');
    if (text.trim() === '') return;
    try {
      lines.take(text, at);
    } catch (error) {
      if (error instanceof FormatError) throw error;
      leaveOut(at.line, error instanceof Fault ? error.message : lines.describe(text));
    }
  });
  return {
    state: lines.state,
    hasHead: lines.hasHead,
    placeOf: (thing: Stored | DataSet): FilePosition => lines.placeOf(thing),
  };
}

/** Passes on the lines of a file, without a comma at their end; null for a line that is not UTF-8. */
async function readTexts(
  path: string,
  take: (text: string | null, place: FilePosition) => void,
  takePiece?: (piece: Buffer) => void,
): Promise<void> {
  const comma = 0x2c;
  const takeLine = (buffer: Buffer, from: number, end: number, place: FilePosition): void =>
    take(textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end), place);
  const { tail, place } = await readLines(path, takeLine, takePiece);
  if (tail.length > 0) takeLine(tail, 0, tail.length, place);
}

/** The first lines of a data set and of a collection: their names, and how many ids were drawn. */
const setLine = /^("(?:[^"\\]|\\.)*"):\{"count":(\d+),"collections":\{$/;
const collectionLine = /^("(?:[^"\\]|\\.)*"):\[$/;

/**
 * Reads the layout of `writeDatabase` line by line. If the checksum of the file does not match, lines can be missing.
 */
class DatabaseLines {
  readonly #path: string;
  readonly #registry: Registry;
  readonly #check: Check | null;
  readonly #places = new WeakMap<object, FilePosition>();
  #state: State | null = null;
  #set: DataSet | null = null;
  #collection: Collection<Stored> | null = null;
  /** The checksum in the first line; null if the line has no checksum. */
  checksum: unknown = null;

  /** @param check checks records; null for a file that is trusted if its checksum matches */
  constructor(path: string, registry: Registry, check: Check | null) {
    this.#path = path;
    this.#registry = registry;
    this.#check = check;
  }

  /** Whether the first line, which contains the seed and the last commit, was read. */
  hasHead = false;

  get state(): State {
    this.#state ??= new State(randomSeed());
    return this.#state;
  }

  /** The place of a record or data set, if it was checked. */
  placeOf(thing: Stored | DataSet): FilePosition {
    return this.#places.get(thing) ?? startOfFile;
  }

  /** @throws Fault, or any other error if the line is incomplete */
  take(text: string, place: FilePosition): void {
    if (this.#collection === null || !text.startsWith('{')) {
      this.#takeFrame(text, place);
    } else {
      const record = addRecord(this.#collection, JSON.parse(text), this.#check);
      if (this.#check !== null) this.#places.set(record, place);
    }
  }

  /** Describes what is lost when a line cannot be read. */
  describe(text: string): string {
    const [, id] = /"id":\s?"([^"]{1,80})"/.exec(text) ?? [];
    const what = this.#collection === null ? 'a line' : `a record of ${this.#collection.def.name}`;
    return id === undefined ? what : `${what}, ${id}`;
  }

  /** Reads a line that encloses records. */
  #takeFrame(text: string, place: FilePosition): void {
    const set = this.#set;
    const [, name] = collectionLine.exec(text) ?? [];
    const [, key, count] = setLine.exec(text) ?? [];
    this.#collection = null;
    if (text.startsWith('{"format":')) {
      const head: Record<string, unknown> = JSON.parse(`${text}}`);
      this.#state = stateOf(this.#path, head);
      this.checksum = head.checksum;
      this.hasHead = true;
    } else if (name !== undefined && set !== null) {
      this.#collection = collectionOf(set, JSON.parse(name), this.#registry);
    } else if (key !== undefined) {
      this.#set = this.state.set(JSON.parse(key));
      this.#set.count = countFrom(key, Number(count));
      this.#places.set(this.#set, place);
    } else if (text === '}}') {
      this.#set = null;
    } else if (text !== ']' && text !== '"sets":{') {
      throw new Error('the line is not valid at this position');
    }
  }
}

/**
 * Reads an edited `db.json` as a whole.
 * @throws StorageError if it is damaged, does not come from an emulator, or is in another format
 */
async function readEdited(path: string, registry: Registry): Promise<DatabaseContent> {
  const { size } = await stat(path);
  if (size === 0) throw damaged(path, startOfFile, 'the file is empty');
  if (size > constants.MAX_STRING_LENGTH)
    throw damaged(
      path,
      startOfFile,
      'the checksum does not match, and the file is too large to be checked record by record',
    );
  const text = new JsonText(path, await readFile(path));
  const content = text.parse();
  const state = stateOf(path, content);
  const sets = isObject(content) ? content.sets : null;
  if (!isObject(sets)) throw damaged(path, startOfFile, 'it has no data sets');
  const check = await checkOf(registry);
  /**
   * The position of a data set. For a record, the position of its collection, in which the record is then looked up.
   */
  const starts = new WeakMap<object, number>();
  const placeOf = (thing: object): FilePosition => {
    const start = starts.get(thing);
    if (start === undefined) return startOfFile;
    return text.placeAt(thing instanceof DataSet ? start : text.indexOfRecord(thing, start));
  };
  for (const [key, part] of Object.entries(sets)) {
    const index = text.indexOfField(key, '{', 0);
    if (!isObject(part) || !isCount(part.count) || !isObject(part.collections)) {
      throw damaged(path, text.placeAt(index), `the data set ${key} has no count or no collections`);
    }
    const set = state.set(key);
    starts.set(set, index);
    for (const [name, records] of Object.entries(part.collections)) {
      const start = text.indexOfField(name, '[', index);
      let current: object | null = null;
      try {
        set.count = countFrom(key, part.count);
        const collection = collectionOf(set, name, registry);
        if (!Array.isArray(records)) throw new Fault(`${name} is not a list of records`);
        for (const record of records) {
          current = isObject(record) ? record : null;
          if (current !== null) starts.set(current, start);
          starts.set(addRecord(collection, record, check), start);
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw damaged(path, current === null ? text.placeAt(start) : placeOf(current), error.message);
      }
    }
  }
  return { state, isAsWritten: false, placeOf };
}

/** Checks a record against its model. @throws Fault that names the record and the error */
type Check = (def: AnyCollectionDef, record: Stored) => void;

/** The checks of records. Their module is loaded only for a file that needs checks. */
async function checkOf(registry: Registry): Promise<Check> {
  const { RecordChecks } = await import('./record-checks.ts');
  const checks = new RecordChecks(registry);
  return (def, record) => {
    const fault = checks.faultOf(def, record);
    if (fault !== null) throw new Fault(fault);
  };
}

/**
 * Adds a record to its collection.
 * @returns the stored record
 * @param check null if an emulator wrote the file, so that the file has no record twice
 * @throws Fault for a value that is not a record, a duplicate, or a record that is not valid for its model
 */
function addRecord(collection: Collection<Stored>, record: unknown, check: Check | null): Stored {
  const { def } = collection;
  if (!isStored(record)) return loadRecord(collection, record);
  if (check === null) return collection.loadNew(record);
  // A user may copy a record by hand and forget its id. An error is better than a silent loss.
  if (collection.get(record.id) !== undefined) {
    throw new Fault(`two records of ${def.name} have the id ${JSON.stringify(record.id)}`);
  }
  check(def, withNulls(def.model, record));
  return loadRecord(collection, record);
}

/** The count of a data set. @throws Fault if the value is not a count */
function countFrom(key: string, count: unknown): number {
  if (isCount(count) && count < 2 ** 32) return count;
  throw new Fault(`the id count of the data set ${key} is not a whole number`);
}

/**
 * An empty state with the seed and counts from the file header.
 * @throws StorageError
 */
function stateOf(path: string, head: unknown): State {
  if (!isObject(head) || !('format' in head)) throw damaged(path, startOfFile, 'it is not a data file of the emulator');
  const { format, emulator, seed, seq, starts, standing_checksum } = head;
  if (!isCount(format)) throw damaged(path, startOfFile, 'its format is not a number');
  if (format !== databaseFormat) throw otherFormat(path, format, emulator, databaseFormat);
  if (!isSeed(seed) || !isCount(seq) || !isCount(starts)) {
    throw damaged(path, startOfFile, 'it does not start with seed, seq and starts');
  }
  if (standing_checksum !== standingSum({ seed, seq, starts })) {
    const reason = 'its seed, seq or starts was changed, so the file no longer matches the journal';
    throw damaged(path, startOfFile, reason);
  }
  const state = new State(seed);
  state.seq = seq;
  state.starts = starts;
  return state;
}
