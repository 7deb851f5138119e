import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { getOrMake } from '../engine/maps.ts';
import type { Registry } from '../engine/registry.ts';
import { type Columns, type FromRow, layoutOf, rowReaderOf } from '../engine/rows.ts';
import { type Shape, sparseShapeOf } from '../engine/shape.ts';
import type { TObject } from '../engine/types.ts';
import { decodeLine, hexOf } from './checksummed-lines.ts';
import { DatabaseText, type Standing } from './database-text.ts';
import { newline, readLines, textOf } from './reading.ts';

/*
 * Makes a new `db.json` of the old one and the journal, from the files alone: a thread of its own can do it while commits
 * go on. What it holds on to is where in the journal the newest version of each record stands, no record itself.
 */

export interface MergeOptions {
  /** The old `db.json`; null where there is none. */
  readonly database: string | null;
  readonly journal: string;
  /** Where in the journal the last commit that is merged ends, in bytes. */
  readonly end: number;
  /** Where the new file is written. */
  readonly target: string;
  readonly version: string;
  readonly standing: Standing;
  /** The fields of each kind of records, by the name of its collection. */
  readonly models: Readonly<Record<string, BareModel>>;
}

/** Of the model of a kind of records what its rows depend on. */
export interface BareModel {
  readonly properties: Readonly<Record<string, { readonly type?: readonly string[] }>>;
  readonly required: readonly string[];
}

/** What the models say of rows, small enough to be handed to a thread. */
export const bareModelsOf = ({ collections }: Registry): Readonly<Record<string, BareModel>> =>
  Object.fromEntries([...collections].map(([name, { model }]) => [name, bareModelOf(model)]));

function bareModelOf(model: TObject): BareModel {
  const { nullable, optional } = layoutOf(model);
  const names = Object.keys(model.properties);
  const maybe = { type: ['string', 'null'] };
  return {
    properties: Object.fromEntries(names.map((name) => [name, nullable.includes(name) ? maybe : {}])),
    required: names.filter((name) => !optional.includes(name)),
  };
}

/** The files are not such that they can be merged as they are: whoever has the records in memory can write them. */
export class NotMergeable extends Error {}

/** What became of the records of a kind since the old file. */
interface Changes {
  /** Where the newest version stands, by id, in the order in which they were first written. */
  readonly written: Map<string, number>;
  /** Those that the old file may have and that are no more, or stand behind the others now. */
  readonly removed: Set<string>;
}

interface SetChanges {
  count: number;
  /** Whether nothing that the old file holds of it is there any more. */
  isNew: boolean;
  readonly kinds: Map<string, Changes>;
}

/** A place in the journal is the number of a line times this, and the number of the record in its list. */
const mostInALine = 2 ** 21;
const windowLength = 1024 * 1024;
const keptLines = 256;

/** @throws NotMergeable; or what the system says */
export async function mergeJournal(options: MergeOptions): Promise<void> {
  const { target, standing, version, database } = options;
  const head = database === null ? null : headIn(database);
  const journal = new Journal(options, head?.seq ?? 0);
  await journal.read();
  const file = await open(target, 'w', 0o600);
  try {
    const out = new DatabaseText(file);
    await out.begin(standing, version);
    const merge = new Merge(out, journal);
    if (database !== null) await merge.followOld(database, head!.checksum);
    await merge.addNew();
    await out.end();
    await file.sync();
  } finally {
    journal.close();
    await file.close();
  }
}

/** What the first line of a `db.json` says that is needed here. */
function headIn(path: string): { seq: number; checksum: string } {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4096);
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    const { seq, checksum } = JSON.parse(`${text.slice(0, text.indexOf(',\n'))}}`);
    if (typeof seq === 'number' && typeof checksum === 'string') return { seq, checksum };
  } catch {
    // It was arranged by hand.
  } finally {
    closeSync(file);
  }
  throw new NotMergeable('db.json does not begin as it is written');
}

/** What of the journal's lines is read here. */
interface Line {
  readonly seq?: number;
  readonly columns?: Readonly<Record<string, Columns>>;
  readonly from?: unknown;
  readonly drop?: readonly string[];
  readonly sets: Readonly<
    Record<
      string,
      {
        readonly count: number;
        readonly put?: Readonly<Record<string, readonly unknown[]>>;
        readonly del?: Readonly<Record<string, readonly string[]>>;
      }
    >
  >;
}

/** The changes of a journal, and its records. */
class Journal {
  readonly sets = new Map<string, SetChanges>();
  readonly #options: MergeOptions;
  readonly #after: number;
  readonly #offsets: number[] = [];
  #columns: string | null = null;
  #columnsByKind: Readonly<Record<string, Columns>> = {};
  readonly #kinds = new Map<string, { read: FromRow<object>; sparse: Shape }>();
  readonly #file: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;
  readonly #lines = new Map<number, Line>();

  /** @param after the last commit that the old file has */
  constructor(options: MergeOptions, after: number) {
    this.#options = options;
    this.#after = after;
    this.#file = openSync(options.journal, 'r');
  }

  close(): void {
    closeSync(this.#file);
  }

  async read(): Promise<void> {
    const { journal, end } = this.#options;
    await readLines(
      journal,
      (buffer, from, to, { offset }) => this.#take(decodeLine(buffer, from, to, 'journal') as unknown as Line, offset),
      () => {},
      end,
    );
  }

  /** The text of a record, as `db.json` has it. */
  textAt(set: string, kind: string, place: number): string {
    const number = Math.floor(place / mostInALine);
    const line = this.#lineAt(number);
    const row = line.sets[set]!.put![kind]![place % mostInALine] as readonly unknown[];
    const { read, sparse } = this.#kindOf(kind);
    return JSON.stringify(sparse(read(row)));
  }

  #take(line: Line, offset: number): void {
    if (line.columns !== undefined) this.#expect(line.columns);
    if (line.seq === undefined || line.seq <= this.#after) return;
    if (line.from !== undefined) throw new NotMergeable('a commit names a snapshot');
    const number = this.#offsets.push(offset) - 1;
    for (const key of line.drop ?? []) this.sets.set(key, { count: 0, isNew: true, kinds: new Map() });
    for (const [key, { count, put = {}, del = {} }] of Object.entries(line.sets)) {
      const set = getOrMake(this.sets, key, () => ({ count, isNew: false, kinds: new Map() }));
      set.count = count;
      for (const kind in del) {
        const { written, removed } = changesOf(set, kind);
        for (const id of del[kind]!) {
          written.delete(id);
          removed.add(id);
        }
      }
      for (const kind in put) {
        const { written } = changesOf(set, kind);
        put[kind]!.forEach((row, at) => {
          if (!Array.isArray(row)) throw new NotMergeable('the journal has an earlier format');
          written.set(String(row[0]), number * mostInALine + at);
        });
      }
    }
  }

  #expect(columns: Readonly<Record<string, Columns>>): void {
    const text = JSON.stringify(columns);
    if (this.#columns !== null && this.#columns !== text) throw new NotMergeable('the columns of the rows changed');
    if (Object.values(columns).some(({ always }) => always[0] !== 'id')) throw new NotMergeable('rows have no id');
    this.#columns = text;
    this.#columnsByKind = columns;
  }

  #kindOf(name: string): { read: FromRow<object>; sparse: Shape } {
    return getOrMake(this.#kinds, name, () => {
      const model = this.#options.models[name] as unknown as TObject | undefined;
      const columns = this.#columnsByKind[name];
      if (model === undefined || columns === undefined) throw new NotMergeable(`${name} is an unknown kind`);
      return { read: rowReaderOf(model, columns), sparse: sparseShapeOf(model) };
    });
  }

  /** A line of the journal. Records stand nearly in the order of the lines, so that most are read once. */
  #lineAt(number: number): Line {
    const kept = this.#lines.get(number);
    if (kept !== undefined) return kept;
    if (this.#lines.size >= keptLines) this.#lines.clear();
    const offset = this.#offsets[number]!;
    let start = offset - this.#windowAt;
    let end = start < 0 || start >= this.#window.length ? -1 : this.#window.indexOf(newline, start);
    for (let length = windowLength; end === -1; length *= 4) {
      const bytes = Buffer.allocUnsafe(length);
      this.#window = bytes.subarray(0, readSync(this.#file, bytes, 0, length, offset));
      this.#windowAt = offset;
      start = 0;
      end = this.#window.indexOf(newline);
      if (end === -1 && this.#window.length < length) throw new NotMergeable('the journal became shorter');
    }
    const line = decodeLine(this.#window, start, end, 'journal') as unknown as Line;
    this.#lines.set(number, line);
    return line;
  }
}

const changesOf = (set: SetChanges, kind: string): Changes =>
  getOrMake(set.kinds, kind, () => ({ written: new Map(), removed: new Set() }));

/** Follows the old file and writes the new one. */
class Merge {
  readonly #out: DatabaseText;
  readonly #journal: Journal;
  #set: { key: string; changes: SetChanges | undefined } | null = null;
  #kind: { name: string; changes: Changes | undefined } | null = null;
  #isOver = false;

  constructor(out: DatabaseText, journal: Journal) {
    this.#out = out;
    this.#journal = journal;
  }

  /** Writes what the old file holds, with the changes in their places. */
  async followOld(path: string, checksum: string): Promise<void> {
    let sum: number | null = null;
    const takePiece = (piece: Buffer): void => {
      const start = sum === null ? piece.indexOf(newline) + 1 : 0;
      sum = crc32(piece.subarray(start), sum ?? 0);
    };
    const comma = 0x2c;
    const take = (buffer: Buffer, from: number, end: number, { line }: { line: number }) =>
      line === 1 ? undefined : this.#take(textOf(buffer, from, buffer[end - 1] === comma ? end - 1 : end) ?? '');
    await readLines(path, take, takePiece);
    if (!this.#isOver || hexOf(sum ?? 0) !== checksum) throw new NotMergeable('db.json is not as it was written');
  }

  /** Writes the data sets that the old file has not, or not any more. */
  async addNew(): Promise<void> {
    for (const [key, changes] of this.#journal.sets) {
      if (changes.count === 0 && [...changes.kinds.values()].every(({ written }) => written.size === 0)) continue;
      this.#out.beginSet(key, changes.count);
      await this.#endSet(key, changes);
    }
  }

  #take(text: string): Promise<void> | undefined {
    if (this.#kind !== null && text.startsWith('{')) {
      this.#takeRecord(this.#kind, text);
      return this.#out.isFull ? this.#out.flush() : undefined;
    }
    if (text === ']' && this.#kind !== null) return this.#endKind(this.#kind);
    if (text === '}}' && this.#set !== null) return this.#leaveSet(this.#set);
    if (text === '}}') this.#isOver = true;
    else if (text !== '"sets":{') this.#begin(text);
    return undefined;
  }

  #begin(text: string): void {
    const [, key, count] = /^("(?:[^"\\]|\\.)*"):\{"count":(\d+),"collections":\{$/.exec(text) ?? [];
    const [, name] = /^("(?:[^"\\]|\\.)*"):\[$/.exec(text) ?? [];
    if (key !== undefined && this.#set === null) {
      const changes = this.#journal.sets.get(JSON.parse(key));
      this.#set = { key: JSON.parse(key), changes };
      if (changes?.isNew !== true) this.#out.beginSet(this.#set.key, changes?.count ?? Number(count));
    } else if (name !== undefined && this.#set !== null && this.#kind === null) {
      const kind = JSON.parse(name);
      this.#kind = { name: kind, changes: this.#set.changes?.kinds.get(kind) };
      if (this.#set.changes?.isNew !== true) this.#out.beginCollection(kind);
    } else {
      throw new NotMergeable('db.json is not laid out as it is written');
    }
  }

  #takeRecord({ name, changes }: { name: string; changes: Changes | undefined }, text: string): void {
    if (this.#set!.changes?.isNew === true) return;
    if (changes === undefined) {
      this.#out.add(text);
      return;
    }
    const id = /^\{"id":"([^"\\]*)"/.exec(text)?.[1] ?? JSON.parse(text).id;
    if (changes.removed.has(id)) return;
    const place = changes.written.get(id);
    if (place === undefined) {
      this.#out.add(text);
    } else {
      changes.written.delete(id);
      this.#out.add(this.#journal.textAt(this.#set!.key, name, place));
    }
  }

  async #endKind({ name, changes }: { name: string; changes: Changes | undefined }): Promise<void> {
    const { key, changes: own } = this.#set!;
    this.#kind = null;
    if (own?.isNew === true) return;
    await this.#addWritten(key, name, changes);
    this.#out.endCollection();
    own?.kinds.delete(name);
  }

  async #leaveSet({ key, changes }: { key: string; changes: SetChanges | undefined }): Promise<void> {
    this.#set = null;
    if (changes?.isNew === true) return;
    this.#journal.sets.delete(key);
    await this.#endSet(key, changes);
  }

  /** Writes the kinds of records that the old file has none of, and the end of the data set. */
  async #endSet(key: string, changes: SetChanges | undefined): Promise<void> {
    for (const [name, kind] of changes?.kinds ?? []) {
      if (kind.written.size === 0) continue;
      this.#out.beginCollection(name);
      await this.#addWritten(key, name, kind);
      this.#out.endCollection();
    }
    this.#out.endSet();
  }

  async #addWritten(key: string, name: string, changes: Changes | undefined): Promise<void> {
    for (const place of changes?.written.values() ?? []) {
      this.#out.add(this.#journal.textAt(key, name, place));
      if (this.#out.isFull) await this.#out.flush();
    }
  }
}
