import { getOrMake } from '../base/maps.ts';
import { below, type Cell, code } from './columns.ts';

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
    return this.next() as number;
  }
}

/** Reads what `Packer` wrote, chunk by chunk. Throws an Error of any kind for what no packer writes. */
export class Unpacker {
  readonly #columns: Column[] = [];
  readonly #texts: string[] = [];
  readonly #reveal: (text: string) => string;
  #chunk: readonly (readonly Cell[])[] = [];

  /** @param reveal gives what is read in the place of a text */
  constructor(reveal: (text: string) => string = (text) => text) {
    this.#reveal = reveal;
  }

  /** The values of the next chunk. */
  *values(chunk: string): Generator<unknown> {
    this.#chunk = JSON.parse(chunk);
    for (const [at, column] of this.#columns.entries()) {
      column.cells = this.#chunk[at]!;
      column.at = 0;
    }
    const root = this.#columns[0] ?? this.#made();
    while (root.at < root.cells.length) yield this.#read(root);
  }

  #made(): Column {
    const column = new Column(this.#chunk[this.#columns.length]!);
    this.#columns.push(column);
    return column;
  }

  #below(column: Column, key: string): Column {
    return getOrMake(column.below, key, () => this.#made());
  }

  #read(column: Column): unknown {
    const cell = column.next();
    switch (cell) {
      case code.same:
        return column.last;
      case code.nothing:
        return undefined;
      case code.list:
        return this.#list(column, column.nextNumber());
      case code.pairs:
        return this.#pairs(column, column.nextNumber());
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
        return column.next();
      case code.textOn:
        return this.#textAt(column, column.text + column.nextNumber());
      case code.textAgo:
        return this.#textAt(column, this.#texts.length - column.nextNumber());
      case code.json:
        return JSON.stringify(this.#read(this.#below(column, below.inText)));
      default: {
        if (typeof cell !== 'string') return cell;
        const text = this.#reveal(cell);
        column.text = this.#texts.length;
        this.#texts.push(text);
        return text;
      }
    }
  }

  #textAt(column: Column, place: number): string {
    const text = this.#texts[place];
    if (text === undefined) throw new Error('There is no such text.');
    column.text = place;
    return text;
  }

  #list(column: Column, length: number): unknown[] {
    if (length === 0) return [];
    const items = this.#below(column, below.items);
    return Array.from({ length }, () => this.#read(items));
  }

  #pairs(column: Column, length: number): object {
    const keys = this.#below(column, below.keys);
    const items = this.#below(column, below.items);
    const fields = {};
    for (let left = length; left > 0; left--) setField(fields, this.#read(keys) as string, this.#read(items));
    return fields;
  }

  #object(column: Column, number: number): object {
    const shape = column.shapes[number] ?? this.#newShape(column);
    const fields = {};
    for (let at = 0; at < shape.keys.length; at++) setField(fields, shape.keys[at]!, this.#read(shape.columns[at]!));
    return fields;
  }

  #newShape(column: Column): Shape {
    const keys = (column.next() as readonly string[]).map(this.#reveal);
    const shape = { keys, columns: keys.map((key) => this.#below(column, key)) };
    column.shapes.push(shape);
    return shape;
  }
}

/** `__proto__` is a key like any other. */
function setField(fields: object, key: string, value: unknown): void {
  if (value === undefined) return;
  if (key !== '__proto__') (fields as Record<string, unknown>)[key] = value;
  else Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
}
