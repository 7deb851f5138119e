import { open } from 'node:fs/promises';
import type { Stored } from '../engine/collection.ts';
import { getOrMake } from '../engine/maps.ts';
import type { Registry } from '../engine/registry.ts';
import type { SavedRecords, SavedState } from '../engine/saved-state.ts';
import { Turns } from '../engine/turns.ts';
import { codeOf, type Place } from './errors.ts';
import { addChecksum, hexOf, isFramed, isSound, prefixLength } from './journal-format.ts';
import { readLines, textOf } from './lines.ts';
import { isCount, isObject } from './loading.ts';
import { fromRows } from './rows.ts';
import { type ShelfHead, shelfHeadOf } from './shelf-format.ts';

/** A snapshot that is not as it was written: where, and how. */
export class SnapshotFault extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

/** What a snapshot's file holds. */
export interface ReadSaved extends ShelfHead {
  readonly state: SavedState;
  /** The checksum of the file; null where its format has none. */
  readonly sum: string | null;
}

export interface ReadOptions {
  registry: Registry;
  /** A record that is in memory already: where the file has the same one, it is taken, not a second one made. */
  known?: (part: string, kind: string, id: string) => Stored | undefined;
  /** Told of what cannot be read, which is left out; without it, such a file is refused. */
  leaveOut?: (fault: SnapshotFault) => void;
}

const openingBracket = 0x5b;

/** Reads a snapshot, in slices. @throws SnapshotFault where it is not as it was written */
export async function readSaved(path: string, { registry, known, leaveOut }: ReadOptions): Promise<ReadSaved> {
  const reader = new ShelfReader(registry, known ?? (() => undefined));
  const turns = new Turns();
  const { place } = await readLines(path, (buffer, start, end, at) => {
    try {
      reader.take(buffer, start, end);
    } catch (error) {
      const fault = new SnapshotFault(at, error instanceof Error ? error.message : String(error));
      if (leaveOut === undefined || !reader.hasHead) throw fault;
      leaveOut(fault);
    }
    return turns.isDue ? turns.next() : undefined;
  });
  if (!reader.isOver) {
    const fault = new SnapshotFault(place, 'the file ends too early');
    if (leaveOut === undefined || !reader.hasHead) throw fault;
    leaveOut(fault);
  }
  return reader.end();
}

/** The first line of a snapshot; null where the file is none. */
export async function readShelfHead(path: string): Promise<ShelfHead | null> {
  const file = await open(path, 'r');
  try {
    for await (const line of file.readLines({ autoClose: false })) {
      const bytes = Buffer.from(line);
      if (bytes[0] !== openingBracket) return shelfHeadOf(JSON.parse(line));
      return shelfHeadOf(contentOf(bytes, 0, bytes.length));
    }
    return null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** The checksum of a snapshot, in slices; null where the file is missing, or not as it was written. */
export async function sumOf(path: string): Promise<string | null> {
  const turns = new Turns();
  let [before, sum, isWell] = [0, 0, true];
  try {
    const { tail } = await readLines(path, (buffer, start, end) => {
      isWell &&= isFramed(buffer, start, end) && isSound(buffer, start, end);
      // The last line, which tells it, is not in it.
      before = sum;
      sum = addChecksum(sum, buffer, start);
      return turns.isDue ? turns.next() : undefined;
    });
    return isWell && tail.length === 0 ? hexOf(before) : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** What a framed line holds. @throws Error where it is not as it was written */
function contentOf(buffer: Buffer, start: number, end: number): unknown {
  if (!isFramed(buffer, start, end)) throw new Error('the line does not have the form of a snapshot line');
  if (!isSound(buffer, start, end)) throw new Error('the checksum of the line does not fit');
  return parse(textOf(buffer, start + prefixLength, end - 1));
}

function parse(text: string | null): unknown {
  if (text === null) throw new Error('the line is not UTF-8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the line is not JSON');
  }
}

class ShelfReader {
  readonly #registry: Registry;
  readonly #known: NonNullable<ReadOptions['known']>;
  readonly #parts = new Map<string, Map<string, SavedRecords>>();
  #head: ShelfHead | null = null;
  #isFramed = true;
  #sum = 0;
  #total = 0;
  #isOver = false;
  /** Of a file of format 1: the parts, the kind that is being read and how many records of it are to come. */
  readonly #counts = new Map<string, number>();
  #part = '';
  #kind: Stored[] = [];
  #left = 0;

  constructor(registry: Registry, known: NonNullable<ReadOptions['known']>) {
    this.#registry = registry;
    this.#known = known;
  }

  get hasHead(): boolean {
    return this.#head !== null;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws Error that says what is wrong with a line */
  take(buffer: Buffer, start: number, end: number): void {
    if (this.#head === null) this.#isFramed = buffer[start] === openingBracket;
    const content = this.#isFramed ? contentOf(buffer, start, end) : parse(textOf(buffer, start, end));
    if (this.#isOver) throw new Error('it does not belong there');
    if (this.#head === null) {
      this.#head = shelfHeadOf(content);
      if (this.#head === null) throw new Error('it is no head');
    } else if (!this.#isFramed) {
      this.#takeUnframed(content);
    } else if (Array.isArray(content)) {
      this.#takeRows(content);
    } else {
      this.#takeEnd(content);
    }
    if (this.#isFramed && !this.#isOver) this.#sum = addChecksum(this.#sum, buffer, start);
  }

  /** What was read, once all of it is. */
  end(): ReadSaved {
    const head = this.#head!;
    const kinds = (part: string) => [...(this.#parts.get(part)?.values() ?? [])];
    const set = (part: 'test' | 'live') => ({
      count: head.counts?.[part] ?? this.#counts.get(part) ?? 0,
      kinds: kinds(part),
    });
    const sets = { test: set('test'), live: set('live') };
    const state: SavedState = { workspace: head.workspace, at: head.now, own: kinds('own'), sets };
    return { ...head, state, sum: this.#isFramed ? hexOf(this.#sum) : null };
  }

  #takeRows([label, ...rows]: readonly unknown[]): void {
    const [, part, kind] = /^(own|test|live)\/(.+)$/.exec(String(label)) ?? [];
    if (part === undefined || kind === undefined) throw new Error('it does not belong there');
    const records = this.#recordsOf(part, kind);
    for (const record of fromRows(rows, (id) => this.#known(part, kind, id))) records.push(record);
    this.#total += rows.length;
  }

  #takeEnd(content: unknown): void {
    const { end, sum } = isObject(content) ? content : {};
    this.#isOver = true;
    if (end !== this.#total || sum !== hexOf(this.#sum)) throw new Error('lines before it are missing, or others');
  }

  #recordsOf(part: string, kind: string): Stored[] {
    const kinds = getOrMake(this.#parts, part, () => new Map<string, SavedRecords>());
    return getOrMake(kinds, kind, () => {
      const def = this.#registry.collections.get(kind);
      if (def === undefined) throw new Error(`it is of the unknown kind '${kind}'`);
      return { def, records: [] };
    }).records;
  }

  /** A line of format 1: a part, a kind with its count, a record, or the end. */
  #takeUnframed(line: unknown): void {
    if (!isObject(line)) throw new Error('it holds no object');
    if (this.#left > 0) {
      if (typeof line.id !== 'string') throw new Error('it holds no record');
      this.#kind.push(Object.freeze(line) as unknown as Stored);
      this.#left--;
      this.#total++;
    } else if (typeof line.set === 'string' && isCount(line.count)) {
      this.#part = line.set;
      this.#counts.set(line.set, line.count);
    } else if (typeof line.kind === 'string' && isCount(line.records) && this.#part !== '') {
      this.#kind = this.#recordsOf(this.#part, line.kind);
      this.#left = line.records;
    } else if (line.end === this.#total && this.#counts.size === 3) {
      this.#isOver = true;
    } else {
      throw new Error('it does not belong there');
    }
  }
}
