import { closeSync, openSync, readSync } from 'node:fs';
import { getOrMake } from '../engine/maps.ts';
import type { Registry } from '../engine/registry.ts';
import { type Columns, type FromRow, layoutOf, rowReaderOf } from '../engine/rows.ts';
import { type Shape, sparseShapeOf } from '../engine/shape.ts';
import type { TObject } from '../engine/types.ts';
import { decodeLine } from './checksummed-lines.ts';
import type { Standing } from './database-text.ts';
import { newline, readLines } from './reading.ts';

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

/** A place in the journal is the number of a line times this, and the number of the record in its list. */
const mostInALine = 2 ** 21;
const windowLength = 1024 * 1024;
const keptLines = 256;

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
export class JournalChanges {
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
