import { getOrMake } from '../../core/base/maps.ts';
import { below, type Cell, code } from '../write/columns.ts';
import { mostLevels, mostUnpacked } from './limits.ts';

interface Shape {
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
}

class Column {
  cells: readonly Cell[];
  at = 0;
  last: unknown;
  tenths = 0;
  text = 0;
  readonly below = new Map<string, Column>();
  readonly shapes: Shape[] = [];

  constructor(cells: readonly Cell[]) {
    this.cells = cells;
  }

  next(): Cell {
    if (this.at >= this.cells.length) throw new Error('The column ends.');
    return this.cells[this.at++]!;
  }

  nextNumber(): number {
    const cell = this.next();
    if (typeof cell !== 'number') throw new Error('The cell is not a number.');
    return cell;
  }

  /** The next cell as a length. Each of the counted items has its own cell in another column. */
  nextLength(): number {
    const length = this.nextNumber();
    if (!Number.isInteger(length) || length < 0) throw new Error('The cell is not a length.');
    return length;
  }

  holds(length: number): boolean {
    return length <= this.cells.length - this.at;
  }
}

/**
 * Reads chunks that `Packer` wrote. Throws an Error of any kind for a chunk that `Packer` could not have written. It
 * never creates more values than there are cells: it rejects a length that exceeds the number of remaining cells, and
 * text that would be repeated too often through references.
 */
export class Unpacker {
  readonly #columns: Column[] = [];
  readonly #texts: string[] = [];
  readonly #reveal: (text: string) => string;
  #chunk: readonly (readonly Cell[])[] = [];
  #levels = 0;
  /** The number of JSON texts that enclose the current value. */
  #texting = 0;
  /** The total number of characters in the JSON texts. */
  #written = 0;

  /** @param reveal replaces each text that is read */
  constructor(reveal: (text: string) => string = (text) => text) {
    this.#reveal = reveal;
  }

  /** The values of the next chunk. */
  *values(chunk: string): Generator<unknown> {
    this.#chunk = columnsIn(chunk);
    for (const [at, column] of this.#columns.entries()) {
      column.cells = this.#cellsAt(at);
      column.at = 0;
    }
    const root = this.#columns[0] ?? this.#made();
    while (root.at < root.cells.length) yield this.#read(root);
  }

  #cellsAt(at: number): readonly Cell[] {
    const cells = this.#chunk[at];
    if (cells === undefined) throw new Error('The column does not exist.');
    return cells;
  }

  #made(): Column {
    const column = new Column(this.#cellsAt(this.#columns.length));
    this.#columns.push(column);
    return column;
  }

  #below(column: Column, key: string): Column {
    return getOrMake(column.below, key, () => this.#made());
  }

  #read(column: Column): unknown {
    if (++this.#levels > mostLevels) throw new Error('The value has too many levels.');
    const value = this.#valueOf(column);
    this.#levels--;
    if (this.#texting > 0 && typeof value === 'string') this.#count(value);
    return value;
  }

  #count({ length }: string): void {
    this.#written += length;
    if (this.#written > mostUnpacked) throw new Error('The chunk has too much text.');
  }

  #valueOf(column: Column): unknown {
    const cell = column.next();
    switch (cell) {
      case code.same:
        return column.last;
      case code.nothing:
        return undefined;
      case code.list:
        return this.#list(column, column.nextLength());
      case code.pairs:
        return this.#pairs(column, column.nextLength());
      default:
        if (typeof cell === 'number' && cell >= code.shape) return this.#object(column, cell - code.shape);
        column.last = this.#plain(column, cell);
        return column.last;
    }
  }

  #plain(column: Column, cell: Cell): unknown {
    switch (cell) {
      case code.tenths:
        column.tenths += column.nextNumber();
        return column.tenths / 10;
      case code.number:
        return column.nextNumber();
      case code.textOn:
        return this.#textAt(column, column.text + column.nextNumber());
      case code.textAgo:
        return this.#textAt(column, this.#texts.length - column.nextNumber());
      case code.json:
        return this.#json(column);
      default: {
        if (typeof cell === 'object' && cell !== null) throw new Error('The cell is not a value.');
        if (typeof cell !== 'string') return cell;
        const text = this.#reveal(cell);
        column.text = this.#texts.length;
        this.#texts.push(text);
        return text;
      }
    }
  }

  #json(column: Column): string {
    this.#texting++;
    const text = JSON.stringify(this.#read(this.#below(column, below.inText)));
    this.#texting--;
    if (typeof text !== 'string') throw new Error('The cell is not text.');
    this.#count(text);
    return text;
  }

  #textAt(column: Column, place: number): string {
    const text = this.#texts[place];
    if (text === undefined) throw new Error('The referenced text does not exist.');
    column.text = place;
    return text;
  }

  #list(column: Column, length: number): unknown[] {
    if (length === 0) return [];
    const items = this.#below(column, below.items);
    if (!items.holds(length)) throw new Error('The list has fewer items than its length.');
    return Array.from({ length }, () => this.#read(items));
  }

  #pairs(column: Column, length: number): object {
    const keys = this.#below(column, below.keys);
    const items = this.#below(column, below.items);
    if (!keys.holds(length)) throw new Error('The object has fewer fields than its length.');
    const fields = {};
    for (let left = length; left > 0; left--) {
      const key = this.#read(keys);
      if (typeof key !== 'string') throw new Error('The cell is not a key.');
      setField(fields, key, this.#read(items));
    }
    return fields;
  }

  #object(column: Column, number: number): object {
    const shape = column.shapes[number] ?? this.#newShape(column);
    if (this.#texting > 0) for (const key of shape.keys) this.#count(key);
    const fields = {};
    for (let at = 0; at < shape.keys.length; at++) setField(fields, shape.keys[at]!, this.#read(shape.columns[at]!));
    return fields;
  }

  #newShape(column: Column): Shape {
    const names: unknown = column.next();
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
      throw new Error('The shape is missing.');
    const keys = names.map(this.#reveal);
    const shape = { keys, columns: keys.map((key) => this.#below(column, key)) };
    column.shapes.push(shape);
    return shape;
  }
}

/** The columns of a chunk. */
function columnsIn(chunk: string): readonly (readonly Cell[])[] {
  const columns: unknown = JSON.parse(chunk);
  if (!Array.isArray(columns) || !columns.every(Array.isArray)) throw new Error('The columns are missing.');
  return columns;
}

/** `__proto__` is treated like any other key. */
function setField(fields: object, key: string, value: unknown): void {
  if (value === undefined) return;
  if (key !== '__proto__') (fields as Record<string, unknown>)[key] = value;
  else Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
}
