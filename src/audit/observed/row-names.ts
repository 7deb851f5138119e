import { isObject } from '../../core/base/json-values.ts';
import type { ItemsOf, Path } from './row-numbers.ts';

/*
 * A field that refers to a row by its number has another value if the rows were stored in another order. It refers to
 * the same row if the rows with these numbers are alike.
 */

/** How states are read and compared. */
interface Comparing {
  readonly itemsOf: ItemsOf;
  /** What a row shows besides its number, as a text. */
  readonly textOf: (row: unknown, path: Path) => string;
  /** The paths of the differences between the states. */
  readonly differing: (states: readonly unknown[]) => readonly Path[];
}

/**
 * Compared states, in which fields that refer to rows name them, as far as that leaves fewer differences.
 * @param numbers the paths of the numbers of rows
 */
export function withRowNames(states: readonly unknown[], numbers: ReadonlySet<Path>, how: Comparing) {
  let best = states;
  let left = numbers.size === 0 ? [] : how.differing(states);
  for (const field of fieldsBeside(left, states, how)) {
    for (const number of numbers) {
      const named = namedIn(best, field, number, how);
      const rest = named === null ? left : how.differing(named);
      if (rest.length < left.length) [best, left] = [named!, rest];
    }
  }
  return best;
}

/** The fields of the rows that contain a difference. */
function fieldsBeside(differing: readonly Path[], states: readonly unknown[], { itemsOf }: Comparing): Set<Path> {
  const fields = new Set<Path>();
  for (const list of new Set(differing.map((path) => path.slice(0, path.lastIndexOf('[]') + 2)))) {
    for (const state of states)
      each(state, list, itemsOf, (row) => {
        if (isObject(row)) for (const name of Object.keys(row)) fields.add(`${list}.${name}`);
        return row;
      });
  }
  return fields;
}

/** The states with the names of rows in a field; null if one of its values is not the number of a row. */
function namedIn(states: readonly unknown[], field: Path, number: Path, { itemsOf, textOf }: Comparing) {
  const at = number.lastIndexOf('.');
  const [list, column] = [number.slice(0, at), number.slice(at + 1)];
  const rows = states.map((state) => {
    const found = new Map<unknown, string>();
    each(state, list, itemsOf, (row) => {
      if (isObject(row)) found.set(String(row[column]), textOf(row, list));
      return row;
    });
    return found;
  });
  const names = [...new Set(rows.flatMap((each) => [...each.values()]))].sort();
  let isReference = true;
  const named = states.map((state, index) =>
    each(state, field, itemsOf, (value) => {
      if (value === null || value === undefined) return value;
      const text = typeof value === 'string' || typeof value === 'number' ? rows[index]!.get(String(value)) : undefined;
      isReference &&= text !== undefined;
      return `<row ${names.indexOf(text ?? '')}>`;
    }),
  );
  return isReference ? named : null;
}

/** A state with other values at a path. */
function each(state: unknown, path: Path, itemsOf: ItemsOf, to: (value: unknown) => unknown): unknown {
  const change = (value: unknown, at: Path): unknown => {
    if (at === path) return to(value);
    if (!path.startsWith(at)) return value;
    const items = itemsOf(value);
    if (items !== null) return items.map((item) => change(item, `${at}[]`));
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([name, held]) => [
      name,
      change(held, at === '' ? name : `${at}.${name}`),
    ]);
    return Object.fromEntries(fields);
  };
  return change(state, '');
}
