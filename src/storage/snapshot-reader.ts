import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import type { Collection, Stored } from '../engine/collection.ts';
import { faultIn } from '../engine/json-fault.ts';
import type { Registry } from '../engine/registry.ts';
import { type DataSet, State } from '../engine/state.ts';
import { damaged, fileFormat, type Place, tooNew } from './errors.ts';
import { readLines, textOf } from './lines.ts';
import { collectionOf, Fault, isCount, isObject, loadRecord } from './loading.ts';

const brace = 0x7b;
const comma = 0x2c;
const start: Place = { offset: 0, line: 1 };

/**
 * Reads `db.json`. As this emulator writes it, each record is a line, and no more than a line is held at a time; a file
 * that was arranged in another way by hand is read whole.
 * @throws StorageError where the file is damaged, foreign or of a newer emulator.
 */
export async function readSnapshot(path: string, registry: Registry): Promise<State> {
  const reader = new SnapshotReader(path, registry);
  try {
    const { size, tail, place } = await readLines(path, (buffer, from, end, at) => reader.take(buffer, from, end, at));
    if (size === 0) throw damaged(path, start, 'the file is empty');
    if (tail.length > 0) reader.take(tail, 0, tail.length, place);
    return reader.state(place);
  } catch (error) {
    if (!(error instanceof OtherLayout)) throw error;
    const { size } = await stat(path);
    if (size > constants.MAX_STRING_LENGTH) throw damaged(path, error.place, error.message);
    return readWhole(path, registry);
  }
}

/** The file is not laid out as this emulator does it. It may be well all the same. */
class OtherLayout extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

export const setLine = /^("(?:[^"\\]|\\.)*"):\{"count":(\d+),"collections":\{$/;
export const collectionLine = /^("(?:[^"\\]|\\.)*"):\[$/;

/** Follows the layout that `writeSnapshot` gives, line by line. A comma too many or too few does no harm. */
class SnapshotReader {
  readonly #path: string;
  readonly #registry: Registry;
  #state: State | null = null;
  #set: DataSet | null = null;
  #collection: Collection<Stored> | null = null;
  #stage: 'head' | 'sets' | 'inside' | 'over' = 'head';

  constructor(path: string, registry: Registry) {
    this.#path = path;
    this.#registry = registry;
  }

  take(buffer: Buffer, from: number, end: number, place: Place): void {
    const text = textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end);
    if (text === null) throw damaged(this.#path, place, 'the line is not UTF-8');
    try {
      if (this.#collection !== null && buffer[from] === brace) this.#takeRecord(this.#collection, text, place);
      else this.#takeFrame(text, place);
    } catch (error) {
      throw error instanceof Fault ? damaged(this.#path, place, error.message) : error;
    }
  }

  /** What was read, once all of it is. */
  state(place: Place): State {
    if (this.#state === null || this.#stage !== 'over') throw new OtherLayout(place, 'the file ends too early');
    return this.#state;
  }

  #takeRecord(collection: Collection<Stored>, text: string, place: Place): void {
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch {
      throw new OtherLayout(place, 'the line holds no whole record');
    }
    refuseTwin(collection, record);
    loadRecord(collection, record);
  }

  #takeFrame(text: string, place: Place): void {
    const state = this.#state;
    if (state === null) {
      this.#state = this.#head(text, place);
    } else if (this.#stage === 'head' && text === '"sets":{') {
      this.#stage = 'sets';
    } else if (this.#stage === 'sets' && text === '}}') {
      this.#stage = 'over';
    } else if (this.#stage === 'sets') {
      const [, key, count] = setLine.exec(text) ?? [];
      if (key === undefined) throw new OtherLayout(place, 'the line is neither a data set nor the end');
      this.#set = state.set(JSON.parse(key));
      this.#set.count = Number(count);
      this.#stage = 'inside';
    } else if (this.#set !== null && this.#collection !== null && text === ']') {
      this.#collection = null;
    } else if (this.#set !== null && this.#collection === null && text === '}}') {
      this.#set = null;
      this.#stage = 'sets';
    } else if (this.#set !== null && this.#collection === null) {
      const [, name] = collectionLine.exec(text) ?? [];
      if (name === undefined) throw new OtherLayout(place, 'the line begins no collection');
      this.#collection = collectionOf(this.#set, JSON.parse(name), this.#registry);
    } else {
      throw new OtherLayout(place, 'the line does not belong there');
    }
  }

  #head(text: string, place: Place): State {
    try {
      if (text.startsWith('{"format":')) return stateOf(this.#path, JSON.parse(`${text}}`));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new OtherLayout(place, 'the file does not begin as a data file of the emulator does');
  }
}

/** Hand edits may copy a record and forget its id: better refused than half lost. */
function refuseTwin(collection: Collection<Stored>, record: unknown): void {
  if (isObject(record) && typeof record.id === 'string' && collection.get(record.id) !== undefined) {
    throw new Fault(`two records of ${collection.def.name} have the id ${JSON.stringify(record.id)}`);
  }
}

/** An empty state with what the head of the file says. */
export function stateOf(path: string, head: unknown): State {
  if (!isObject(head) || !('format' in head)) throw damaged(path, start, 'it is no data file of the emulator');
  const { format, emulator, seed, seq, starts } = head;
  if (!isCount(format)) throw damaged(path, start, 'its format is no number');
  if (format > fileFormat) throw tooNew(path, format, emulator, fileFormat);
  if (!isCount(seed) || !isCount(seq) || !isCount(starts)) {
    throw damaged(path, start, 'it does not begin with seed, seq and starts');
  }
  const state = new State(seed);
  state.seq = seq;
  state.starts = starts;
  return state;
}

async function readWhole(path: string, registry: Registry): Promise<State> {
  const bytes = await readFile(path);
  const decoded = textOf(bytes, 0, bytes.length);
  if (decoded === null) throw damaged(path, start, 'it is not UTF-8');
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
    const reason =
      index >= text.length ? 'the file ends too early' : `${JSON.stringify(text.charAt(index))} is not JSON there`;
    throw damaged(path, placeOf(index), reason);
  }
  const state = stateOf(path, content);
  const { sets } = content as { sets?: unknown };
  if (!isObject(sets)) throw damaged(path, start, 'it has no data sets');
  for (const [key, part] of Object.entries(sets)) {
    // The names stand in the file once or not far apart: near enough for a person to find the place.
    const at = placeOf(text.indexOf(JSON.stringify(key)));
    if (!isObject(part) || !isCount(part.count) || !isObject(part.collections)) {
      throw damaged(path, at, `the data set ${key} has no count or no collections`);
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
        const near = placeOf(text.indexOf(JSON.stringify(name), text.indexOf(JSON.stringify(key))));
        throw error instanceof Fault ? damaged(path, near, error.message) : error;
      }
    }
  }
  return state;
}
