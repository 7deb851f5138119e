import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';

/*
 * A database numbers the rows of a table, and an application shows these numbers in its state. If two events arrive in
 * another order, the same rows have other numbers, which is no difference.
 */

/** A path without list indexes: `orders[].id`. */
export type Path = string;

/** The entries of a value that is a list; null if it is not a list. */
export type ItemsOf = (value: unknown) => readonly unknown[] | null;

/** The integers of a field, in each list of a state. */
type Column = number[][];

/**
 * The fields that only number the entries of lists in some states. The entries stand in the order of their numbers, and
 * the numbers are 1 to n, or the same in all states. An amount or a quantity moves from one entry to another without
 * moving the entries.
 */
export function rowNumbersIn(states: readonly unknown[], itemsOf: ItemsOf): ReadonlySet<Path> {
  const all = states.map((state) => columnsIn(state, itemsOf));
  const paths = new Set(all.flatMap((columns) => [...columns.keys()]));
  return new Set([...paths].filter((path) => areRowNumbers(all.map((columns) => columns.get(path) ?? []))));
}

function areRowNumbers(columns: readonly Column[]): boolean {
  const lists = columns.flat();
  const isInOrder = lists.every(isAscending) || lists.map((each) => each.toReversed()).every(isAscending);
  if (!isInOrder || lists.every(({ length }) => length < 2)) return false;
  const numbers = columns.map((column) => column.flat().sort((one, other) => one - other));
  const isSame = numbers.every((each) => each.join() === numbers[0]!.join());
  // In separate lists, such as the items of orders, the order shows nothing about the numbers of another list.
  return (isSame && columns.every(({ length }) => length === 1)) || numbers.every(isFromOne);
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, at) => Number.isInteger(each) && (at === 0 || each > numbers[at - 1]!));

const isFromOne = (numbers: readonly number[]): boolean => numbers.every((each, at) => each === at + 1);

/** The integers in the fields of all list entries of a state, by path; an entry without one makes the column invalid. */
function columnsIn(state: unknown, itemsOf: ItemsOf): Map<Path, Column> {
  const columns = new Map<Path, Column>();
  const look = (value: unknown, path: Path): void => {
    const items = itemsOf(value);
    if (items === null) {
      if (!isObject(value)) return;
      for (const [name, held] of Object.entries(value)) look(held, path === '' ? name : `${path}.${name}`);
      return;
    }
    const at = `${path}[]`;
    const rows = items.filter(isObject);
    const names = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => Number.isInteger(row[name]))));
    for (const name of names)
      getOrMake(columns, `${at}.${name}`, (): Column => []).push(
        items.map((item) => (isObject(item) && typeof item[name] === 'number' ? item[name] : Number.NaN)),
      );
    for (const item of items) look(item, at);
  };
  look(state, '');
  return columns;
}
