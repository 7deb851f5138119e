import { getOrMake } from '../../core/base/maps.ts';
import { mostLevels } from '../read/limits.ts';
import { below, type Cell, code, mostShapes } from './columns.ts';

/** The approximate length of a chunk, in characters. */
const chunkLength = 1_000_000;

/** The difference between two integers below this limit is exact. */
const exactly = 2 ** 52;

/** The maximum number of levels of a value in a JSON text. A text with a deeper value is written as text. */
const mostDeep = 32;

interface Shape {
  readonly number: number;
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
}

class Column {
  cells: Cell[] = [];
  last: unknown;
  tenths = 0;
  /** The index of the column's previous text among all texts. */
  text = 0;
  readonly below = new Map<string, Column>();
  readonly shapes = new Map<string, Shape>();
  /** The shape of the column's previous object, because the next object often has the same shape. */
  latest: Shape | null = null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Writes values as columns, in chunks. `Unpacker` reads them. */
export class Packer {
  /** All columns, in the order of their first use. */
  readonly #columns: Column[] = [];
  readonly #root = this.#made();
  readonly #texts = new Map<string, number>();
  readonly #mask: (text: string) => string;
  readonly #field: (name: string, value: unknown) => unknown;
  /** The approximate number of characters since the previous chunk. */
  #length = 0;
  /** The level of the current value, including the levels of the JSON texts around it. */
  #levels = 0;

  /**
   * @param mask returns the replacement of a text
   * @param field returns the replacement of a field's value
   */
  constructor(mask: (text: string) => string, field: (name: string, value: unknown) => unknown = (_, value) => value) {
    this.#mask = mask;
    this.#field = field;
  }

  add(value: object): void {
    this.#put(this.#root, value);
  }

  /** Whether the values since the previous chunk fill a chunk. */
  get isFull(): boolean {
    return this.#length >= chunkLength;
  }

  /** The values since the previous chunk, as one line of JSON. */
  chunk(): string {
    const text = JSON.stringify(this.#columns.map(({ cells }) => cells));
    for (const column of this.#columns) column.cells = [];
    this.#length = 0;
    return text;
  }

  #made(): Column {
    const column = new Column();
    this.#columns.push(column);
    return column;
  }

  #below(column: Column, key: string): Column {
    return getOrMake(column.below, key, () => this.#made());
  }

  #put(column: Column, value: unknown): void {
    this.#length += 2;
    this.#levels++;
    this.#putValue(column, value);
    this.#levels--;
  }

  #putValue(column: Column, value: unknown): void {
    if (value === undefined) {
      column.cells.push(code.nothing);
    } else if (value === column.last) {
      column.cells.push(code.same);
    } else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) this.#putList(column, value);
      else this.#putObject(column, value as Fields);
    } else {
      this.#putPlain(column, value as string | number | boolean | null);
      column.last = value;
    }
  }

  #putPlain(column: Column, value: string | number | boolean | null): void {
    if (typeof value === 'string') {
      this.#putText(column, value);
    } else if (typeof value === 'number') {
      const tenths = Math.round(value * 10);
      if (tenths / 10 === value && Math.abs(tenths) < exactly) {
        column.cells.push(code.tenths, tenths - column.tenths);
        column.tenths = tenths;
      } else column.cells.push(code.number, value);
    } else column.cells.push(value);
  }

  #putText(column: Column, text: string): void {
    const known = this.#texts.get(text);
    if (known !== undefined) {
      const on = known - column.text;
      const ago = this.#texts.size - known;
      if (Math.abs(on) <= ago) column.cells.push(code.textOn, on);
      else column.cells.push(code.textAgo, ago);
      column.text = known;
      return;
    }
    const value = inJson(text, Math.min(mostDeep, mostLevels - this.#levels - 2));
    if (value !== undefined) {
      column.cells.push(code.json);
      this.#put(this.#below(column, below.inText), value);
      return;
    }
    column.cells.push(this.#mask(text));
    this.#length += text.length;
    column.text = this.#texts.size;
    this.#texts.set(text, column.text);
  }

  #putList(column: Column, list: readonly unknown[]): void {
    column.cells.push(code.list, list.length);
    if (list.length === 0) return;
    const items = this.#below(column, below.items);
    for (const item of list) this.#put(items, item);
  }

  #putObject(column: Column, fields: Fields): void {
    const shape = this.#putShape(column, fields);
    if (shape === null) {
      this.#putPairs(column, fields);
      return;
    }
    column.latest = shape;
    let at = 0;
    for (const key in fields) this.#put(shape.columns[at++]!, this.#field(key, fields[key]));
  }

  #putPairs(column: Column, fields: Fields): void {
    const keys = this.#below(column, below.keys);
    const items = this.#below(column, below.items);
    column.cells.push(code.pairs, Object.keys(fields).length);
    for (const key in fields) {
      this.#put(keys, key);
      this.#put(items, this.#field(key, fields[key]));
    }
  }

  /** The shape of an object; null if the column already has too many shapes. */
  #putShape(column: Column, fields: Fields): Shape | null {
    const { latest, shapes, cells } = column;
    if (latest !== null && hasShape(fields, latest)) {
      cells.push(code.shape + latest.number);
      return latest;
    }
    const keys = Object.keys(fields);
    const name = keys.join();
    const known = shapes.get(name);
    if (known !== undefined) {
      // Different lists of keys can have the same joined name if the keys contain commas.
      if (!hasShape(fields, known)) return null;
      cells.push(code.shape + known.number);
      return known;
    }
    if (shapes.size === mostShapes) return null;
    const names = keys.map(this.#mask);
    const shape = { number: shapes.size, keys, columns: names.map((key) => this.#below(column, key)) };
    shapes.set(name, shape);
    cells.push(code.shape + shape.number, names);
    return shape;
  }
}

/** Whether an object has the keys of a shape, in the same order. */
function hasShape(fields: Fields, { keys }: Shape): boolean {
  let at = 0;
  for (const key in fields) if (keys[at++] !== key) return false;
  return at === keys.length;
}

/**
 * Returns the value in a JSON text, if `JSON.stringify` would produce the same text; undefined for any other text.
 * @param levels the maximum number of levels of the value
 */
function inJson(text: string, levels: number): object | undefined {
  if (text[0] !== '{' && text[0] !== '[') return undefined;
  try {
    const value: object = JSON.parse(text);
    return JSON.stringify(value) === text && isShallow(value, levels) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: object, left: number): boolean {
  if (left <= 0) return false;
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && item !== null && !isShallow(item, left - 1)) return false;
  }
  return true;
}
