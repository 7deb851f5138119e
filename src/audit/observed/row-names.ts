import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { ItemsOf, Path } from './row-numbers.ts';

/*
 * A field that refers to a row by its number has another value if the rows were stored in another order. It refers to
 * the same row if the rows with these numbers are alike.
 */

/** How states are read. */
interface Reading {
  readonly itemsOf: ItemsOf;
  /** What a row shows besides its number, as a text. */
  readonly textOf: (row: unknown, list: Path) => string;
}

/** What the values of a field become, in each state. */
interface Naming {
  readonly field: Path;
  readonly names: readonly ((value: unknown) => unknown)[];
}

/**
 * Two states, in which fields that refer to rows name them, as far as that makes more rows alike.
 * @param numbers the paths of the numbers of rows
 * @param differing the paths of the differences between the states
 */
export function withRowNames(
  states: readonly unknown[],
  numbers: ReadonlySet<Path>,
  differing: readonly Path[],
  how: Reading,
): readonly unknown[] {
  const lists = new Set(differing.map(listOf));
  const all = numbers.size === 0 || lists.size === 0 ? [] : states.map((state) => columnsIn(state, how.itemsOf));
  if (all.length === 0) return states;
  const fields = [...all[0]!.keys()].filter((field) => lists.has(listOf(field)) && !numbers.has(field));
  const namings: Naming[] = [];
  for (const number of numbers) {
    const referring = fields.filter((field) => all.every((columns) => isReference(columns, field, number)));
    const names = referring.length === 0 ? null : namesOf(number, all, how);
    for (const field of names === null ? [] : referring) {
      const naming = { field, names: names! };
      const known = namings.filter((each) => listOf(each.field) === listOf(field));
      if (unmatched(field, [...known, naming], all, how) < unmatched(field, known, all, how)) namings.push(naming);
    }
  }
  return states.map((state, at) =>
    namings.reduce((value, { field, names }) => withValues(value, { field, to: names[at]! }, how), state),
  );
}

/** The list of a field, or of a difference in it: `orders[]`. */
const listOf = (path: Path): Path => path.slice(0, path.lastIndexOf('[]') + 2);

/** A value of a field, and its row. */
interface Cell {
  readonly value: unknown;
  readonly row: object;
}

type Columns = ReadonlyMap<Path, readonly Cell[]>;

/** The fields of all lists of objects in a state, by path. */
function columnsIn(state: unknown, itemsOf: ItemsOf): Columns {
  const columns = new Map<Path, Cell[]>();
  const look = (value: unknown, path: Path, row: object | null): void => {
    const items = itemsOf(value);
    if (items !== null) for (const item of items) look(item, `${path}[]`, isObject(item) ? item : null);
    else if (isObject(value))
      for (const [name, held] of Object.entries(value)) look(held, path === '' ? name : `${path}.${name}`, row);
    else if (row !== null) getOrMake(columns, path, () => []).push({ value, row });
  };
  look(state, '', null);
  return columns;
}

/** Whether every value of a field is the number of a row, or null. */
function isReference(columns: Columns, field: Path, number: Path): boolean {
  const rows = new Set(columns.get(number)?.map(({ value }) => String(value)));
  const values = (columns.get(field) ?? []).flatMap(({ value }) => value ?? []);
  return values.length > 0 && values.every((value) => rows.has(String(value)));
}

/** What the numbers of rows become. @returns null if each number stands for the same row in all states */
function namesOf(number: Path, columns: readonly Columns[], { textOf }: Reading): Naming['names'] | null {
  const rows = columns.map(
    (all) => new Map(all.get(number)?.map(({ value, row }) => [String(value), textOf(row, listOf(number))])),
  );
  const [first, ...others] = rows;
  const isSame = others.every(
    (own) => own.size === first!.size && [...own].every(([id, text]) => first!.get(id) === text),
  );
  if (isSame) return null;
  const texts = [...new Set(rows.flatMap((own) => [...own.values()]))].sort();
  return rows.map((own) => (value) => {
    const text = own.get(String(value));
    return text === undefined ? value : `<row ${texts.indexOf(text)}>`;
  });
}

/** How many rows of a field's list have no equal in the other state. */
function unmatched(field: Path, namings: readonly Naming[], columns: readonly Columns[], how: Reading): number {
  const list = listOf(field);
  const [one, other] = columns.map((all, at) =>
    [...new Set(all.get(field)?.map(({ row }) => row))].map((row) => {
      const named = namings.reduce<unknown>(
        (value, naming) => withValues(value, { field: naming.field, to: naming.names[at]! }, how, list),
        row,
      );
      return how.textOf(named, list);
    }),
  );
  const left = new Map<string, number>();
  for (const text of one!) left.set(text, (left.get(text) ?? 0) + 1);
  for (const text of other!) left.set(text, (left.get(text) ?? 0) - 1);
  return [...left.values()].reduce((sum, each) => sum + Math.abs(each), 0);
}

/** A state, or the part of it at a path, with other values in a field. */
function withValues(
  state: unknown,
  { field, to }: { readonly field: Path; readonly to: (value: unknown) => unknown },
  { itemsOf }: Reading,
  from: Path = '',
): unknown {
  const change = (value: unknown, at: Path): unknown => {
    if (at === field) return to(value);
    if (!field.startsWith(at)) return value;
    const items = itemsOf(value);
    if (items !== null) return items.map((item) => change(item, `${at}[]`));
    if (!isObject(value)) return value;
    const join = (name: string) => (at === '' ? name : `${at}.${name}`);
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, change(held, join(name))]));
  };
  return change(state, from);
}
