import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import type { Collection, Stored } from '../engine/collection.ts';
import { randomSeed } from '../engine/ids.ts';
import { faultIn } from '../engine/json-fault.ts';
import type { Registry } from '../engine/registry.ts';
import { type DataSet, State } from '../engine/state.ts';
import { databaseFormat } from './database-writer.ts';
import {
  damaged,
  Fault,
  FormatError,
  type LeaveOut,
  newerFormat,
  type Place,
  type StorageError,
  startOfFile,
} from './errors.ts';
import { collectionOf, isCount, isObject, isStored, loadRecord, readLines, textOf } from './reading.ts';

/**
 * Reads `db.json`. As this emulator writes it, each record is a line, and no more than a line is held at a time; a file
 * that was arranged in another way by hand is read whole.
 * @throws StorageError where the file is damaged, foreign or of a newer emulator
 */
export async function readDatabase(path: string, registry: Registry): Promise<State> {
  const reader = new DatabaseReader(path, registry, true);
  try {
    const { size, place } = await readTexts(path, (text, at) => {
      if (text === null) throw damaged(path, at, 'the line is not UTF-8');
      try {
        reader.take(text, at);
      } catch (error) {
        throw error instanceof Fault ? damaged(path, at, error.message) : error;
      }
    });
    if (size === 0) throw damaged(path, startOfFile, 'the file is empty');
    if (!reader.isOver) throw new OtherLayout(place, 'the file ends too early');
    return reader.state;
  } catch (error) {
    if (!(error instanceof OtherLayout)) throw error;
    const { size } = await stat(path);
    if (size > constants.MAX_STRING_LENGTH) throw damaged(path, error.place, error.message);
    return readWhole(path, registry);
  }
}

/**
 * Reads what can be read of a damaged `db.json` that has a record a line, as the emulator writes it.
 * @returns what it holds, and whether its first line, with the seed and the last commit, was sound
 * @throws FormatError where it is of a newer emulator
 */
export async function recoverDatabase(path: string, registry: Registry, leaveOut: LeaveOut) {
  const reader = new DatabaseReader(path, registry, false);
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
  return { state: reader.state, hasHead: reader.hasHead };
}

/** Gives the lines of a file without the comma that may end them; null for one that is not UTF-8. */
async function readTexts(path: string, take: (text: string | null, place: Place) => void) {
  const comma = 0x2c;
  const takeLine = (buffer: Buffer, from: number, end: number, place: Place): void =>
    take(textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end), place);
  const ending = await readLines(path, takeLine);
  if (ending.tail.length > 0) takeLine(ending.tail, 0, ending.tail.length, ending.place);
  return ending;
}

/** The file is not laid out as this emulator does it. It may be well all the same. */
class OtherLayout extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

const setLine = /^("(?:[^"\\]|\\.)*"):\{"count":(\d+),"collections":\{$/;
const collectionLine = /^("(?:[^"\\]|\\.)*"):\[$/;

/** Follows the layout that `writeDatabase` gives, line by line. A comma too many or too few does no harm. */
class DatabaseReader {
  readonly #path: string;
  readonly #registry: Registry;
  /** Whether each line must be where it belongs; otherwise lines before it may be missing. */
  readonly #isStrict: boolean;
  #state: State | null = null;
  #set: DataSet | null = null;
  #collection: Collection<Stored> | null = null;
  #stage: 'head' | 'sets' | 'over' = 'head';
  /** Whether the first line, which holds the seed and the last commit, was read. */
  hasHead = false;

  constructor(path: string, registry: Registry, isStrict: boolean) {
    this.#path = path;
    this.#registry = registry;
    this.#isStrict = isStrict;
  }

  get state(): State {
    this.#state ??= new State(randomSeed());
    return this.#state;
  }

  get isOver(): boolean {
    return this.#stage === 'over';
  }

  /** @throws Fault, or OtherLayout where the line may be well in another layout */
  take(text: string, place: Place): void {
    if (this.#collection === null || !text.startsWith('{')) {
      this.#takeFrame(text, place);
    } else {
      const record = parse(text, place);
      refuseTwin(this.#collection, record);
      loadRecord(this.#collection, record);
    }
  }

  /** What is lost with a line that cannot be read. */
  describe(text: string): string {
    const [, id] = /"id":\s?"([^"]{1,80})"/.exec(text) ?? [];
    const what = this.#collection === null ? 'a line' : `a record of ${this.#collection.def.name}`;
    return id === undefined ? what : `${what}, ${id}`;
  }

  /** Takes a line that stands around records. */
  #takeFrame(text: string, place: Place): void {
    const expect = (isExpected: boolean): void => {
      if (this.#isStrict && !isExpected) throw new OtherLayout(place, 'the line does not belong there');
    };
    const [collection, set] = [this.#collection, this.#set];
    const [, name] = collectionLine.exec(text) ?? [];
    const [, key, count] = setLine.exec(text) ?? [];
    if (text.startsWith('{"format":')) {
      expect(this.#state === null);
      this.#state = stateOf(this.#path, parse(`${text}}`, place));
      this.hasHead = true;
    } else if (text === '"sets":{') {
      expect(this.hasHead && this.#stage === 'head');
      this.#stage = 'sets';
    } else if (text === ']') {
      expect(collection !== null);
      this.#collection = null;
    } else if (text === '}}') {
      expect(collection === null && this.#stage === 'sets');
      if (set === null) this.#stage = 'over';
      this.#set = null;
      this.#collection = null;
    } else if (name !== undefined && set !== null) {
      expect(collection === null);
      this.#collection = null;
      this.#collection = collectionOf(set, JSON.parse(name), this.#registry);
    } else if (key !== undefined) {
      expect(set === null && this.#stage === 'sets');
      this.#collection = null;
      this.#set = this.state.set(JSON.parse(key));
      this.#set.count = Number(count);
    } else {
      throw new OtherLayout(place, 'the line does not belong there');
    }
  }
}

function parse(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OtherLayout(place, 'the line is not whole');
  }
}

/** Hand edits may copy a record and forget its id: better refused than half lost. */
function refuseTwin(collection: Collection<Stored>, record: unknown): void {
  if (isStored(record) && collection.get(record.id) !== undefined) {
    throw new Fault(`two records of ${collection.def.name} have the id ${JSON.stringify(record.id)}`);
  }
}

/** An empty state with what the head of the file says. */
function stateOf(path: string, head: unknown): State {
  const refusal = (reason: string): StorageError => damaged(path, startOfFile, reason);
  if (!isObject(head) || !('format' in head)) throw refusal('it is no data file of the emulator');
  const { format, emulator, seed, seq, starts } = head;
  if (!isCount(format)) throw refusal('its format is no number');
  if (format > databaseFormat) throw newerFormat(path, format, emulator, databaseFormat);
  if (!isCount(seed) || !isCount(seq) || !isCount(starts)) {
    throw refusal('it does not begin with seed, seq and starts');
  }
  const state = new State(seed);
  state.seq = seq;
  state.starts = starts;
  return state;
}

async function readWhole(path: string, registry: Registry): Promise<State> {
  const bytes = await readFile(path);
  const decoded = textOf(bytes, 0, bytes.length);
  if (decoded === null) throw damaged(path, startOfFile, 'it is not UTF-8');
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  const shift = bytes.length - Buffer.byteLength(text);
  const placeOf = (index: number): Place => {
    const before = text.slice(0, Math.max(0, index));
    return { offset: shift + Buffer.byteLength(before), line: before.split('\n').length };
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const index = faultIn(text);
    const isCut = index >= text.length;
    const reason = isCut ? 'the file ends too early' : `${JSON.stringify(text.charAt(index))} is not JSON there`;
    throw damaged(path, placeOf(index), reason);
  }
  const state = stateOf(path, content);
  const sets = isObject(content) ? content.sets : null;
  if (!isObject(sets)) throw damaged(path, startOfFile, 'it has no data sets');
  for (const [key, part] of Object.entries(sets)) {
    // A name stands in the file once, or not far from where it stands first: near enough for a person to find the place.
    const index = text.indexOf(JSON.stringify(key));
    if (!isObject(part) || !isCount(part.count) || !isObject(part.collections)) {
      throw damaged(path, placeOf(index), `the data set ${key} has no count or no collections`);
    }
    const set = state.set(key);
    set.count = part.count;
    for (const [name, records] of Object.entries(part.collections)) {
      try {
        const collection = collectionOf(set, name, registry);
        if (!Array.isArray(records)) throw new Fault(`${name} is no list of records`);
        for (const record of records) {
          refuseTwin(collection, record);
          loadRecord(collection, record);
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw damaged(path, placeOf(text.indexOf(JSON.stringify(name), index)), error.message);
      }
    }
  }
  return state;
}
