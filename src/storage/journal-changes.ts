import { closeSync, openSync, readSync } from 'node:fs';
import { getOrMake } from '../engine/maps.ts';
import type { Registry } from '../engine/registry.ts';
import { type Columns, type FromRow, layoutOf, rowReaderOf } from '../engine/rows.ts';
import { type Shape, sparseShapeOf } from '../engine/shape.ts';
import type { TObject } from '../engine/types.ts';
import { boundsOf, decodeLine } from './checksummed-lines.ts';
import type { Standing } from './database-text.ts';
import { LineCursor, Unexpected } from './line-cursor.ts';
import { readLines, type TakeLine, textOf } from './reading.ts';

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
  readonly properties: Readonly<Record<string, { readonly type?: readonly string[]; readonly const?: unknown }>>;
  readonly required: readonly string[];
}

/** What the models say of rows, small enough to be handed to a thread. */
export const bareModelsOf = ({ collections }: Registry): Readonly<Record<string, BareModel>> =>
  Object.fromEntries([...collections].map(([name, { model }]) => [name, bareModelOf(model)]));

function bareModelOf(model: TObject): BareModel {
  const { nullable, optional, constant } = layoutOf(model);
  const names = Object.keys(model.properties);
  const fieldOf = (name: string) => {
    const value = constant.get(name);
    if (value !== undefined) return { const: JSON.parse(value) };
    return nullable.includes(name) ? { type: ['string', 'null'] } : {};
  };
  return {
    properties: Object.fromEntries(names.map((name) => [name, fieldOf(name)])),
    required: names.filter((name) => !optional.includes(name)),
  };
}

/** The files are not such that they can be merged as they are: whoever has the records in memory can write them. */
export class NotMergeable extends Error {}

/** What became of the records of a kind since the old file. */
export interface Changes {
  /** Where the newest version stands, by id, in the order in which they were first written. */
  readonly written: Map<string, number>;
  /** Those that the old file may have and that are no more, or stand behind the others now. */
  readonly removed: Set<string>;
}

export interface SetChanges {
  count: number;
  /** Whether nothing that the old file holds of it is there any more. */
  isNew: boolean;
  readonly kinds: Map<string, Changes>;
}

/** A place is where in the journal the row of a record begins, times this, and how long it is: both in bytes. */
const longestRow = 2 ** 21;
const mostBytes = 2 ** 32;
const windowLength = 1024 * 1024;

/** The changes of a journal, and its records. */
export class JournalChanges {
  readonly sets = new Map<string, SetChanges>();
  readonly #options: MergeOptions;
  readonly #after: number;
  #columns: string | null = null;
  #columnsByKind: Readonly<Record<string, Columns>> = {};
  readonly #kinds = new Map<string, { read: FromRow<object>; sparse: Shape }>();
  readonly #file: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;

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
    const take: TakeLine = (buffer, start, end, { offset }) => {
      const line = new LineCursor(buffer, ...boundsOf(buffer, start, end, 'journal'));
      if (line.takes('{"seq":')) this.#takeCommit(line, offset - start);
      else this.#takeNote(decodeLine(buffer, start, end, 'journal'));
    };
    try {
      await readLines(journal, take, () => {}, end);
    } catch (error) {
      throw error instanceof Unexpected ? new NotMergeable(error.message) : error;
    }
  }

  /** The text of a record, as `db.json` has it. */
  textAt(kind: string, place: number): string {
    const offset = Math.floor(place / longestRow);
    const row = JSON.parse(this.#read(offset, place - offset * longestRow));
    const { read, sparse } = this.#kindOf(kind);
    return JSON.stringify(sparse(read(row)));
  }

  /** Takes the first line, or one of a start. */
  #takeNote({ columns }: { readonly columns?: Readonly<Record<string, Columns>> }): void {
    if (columns !== undefined) this.#expect(columns);
  }

  /** Takes the line of a commit behind what it begins with. @param base where the buffer begins in the journal */
  #takeCommit(line: LineCursor, base: number): void {
    if ((line.value() as number) <= this.#after) return;
    const dropped = line.takes(',"drop":') ? (line.value() as readonly string[]) : [];
    for (const key of dropped) this.sets.set(key, { count: 0, isNew: true, kinds: new Map() });
    if (line.takes(',"from":')) throw new NotMergeable('a commit names a snapshot');
    line.expect(',"sets":{');
    if (line.takes('}')) return;
    do {
      const key = line.string();
      line.expect(':{"count":');
      const count = line.value() as number;
      const set = getOrMake(this.sets, key, () => ({ count, isNew: false, kinds: new Map() }));
      set.count = count;
      const rows = line.takes(',"put":{') ? takeRows(line, base) : [];
      // What was removed may have been put again.
      if (line.takes(',"del":')) remove(set, line.value() as Readonly<Record<string, readonly string[]>>);
      for (const { kind, id, place } of rows) changesOf(set, kind).written.set(id, place);
      line.expect('}');
    } while (line.takes(','));
    line.expect('}}');
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

  /** Some text of the journal. Records stand nearly in the order in which they are asked for, kind by kind. */
  #read(offset: number, length: number): string {
    if (offset < this.#windowAt || offset + length > this.#windowAt + this.#window.length) {
      const bytes = Buffer.allocUnsafe(Math.max(length, windowLength));
      this.#window = bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, offset));
      this.#windowAt = offset;
    }
    const start = offset - this.#windowAt;
    const text = start + length > this.#window.length ? null : textOf(this.#window, start, start + length);
    if (text === null) throw new NotMergeable('the journal was changed meanwhile');
    return text;
  }
}

interface RowPlace {
  readonly kind: string;
  readonly id: string;
  readonly place: number;
}

/** The rows of a data set that a commit has written. */
function takeRows(line: LineCursor, base: number): RowPlace[] {
  const rows: RowPlace[] = [];
  do {
    const kind = line.string();
    line.expect(':[');
    do {
      const start = line.at;
      // An earlier format has objects.
      line.expect('[');
      const id = line.string();
      line.at = start;
      line.skip();
      const length = line.at - start;
      if (length >= longestRow || base + start >= mostBytes) throw new NotMergeable(`${id} has no place`);
      rows.push({ kind, id, place: (base + start) * longestRow + length });
    } while (line.takes(','));
    line.expect(']');
  } while (line.takes(','));
  line.expect('}');
  return rows;
}

function remove(set: SetChanges, ids: Readonly<Record<string, readonly string[]>>): void {
  for (const kind in ids) {
    const { written, removed } = changesOf(set, kind);
    for (const id of ids[kind]!) {
      written.delete(id);
      removed.add(id);
    }
  }
}

const changesOf = (set: SetChanges, kind: string): Changes =>
  getOrMake(set.kinds, kind, () => ({ written: new Map(), removed: new Set() }));
