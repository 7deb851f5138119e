/**
 * Returns the entry for an external name in a plain object. Inherited properties such as `constructor` are ignored.
 */
export const entryOf = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Groups a list by a key, in the order of first occurrence. */
export function groupedBy<T, K>(list: Iterable<T>, keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of list) getOrMake(groups, keyOf(each), () => []).push(each);
  return groups;
}

/** Returns the value of a key; creates and stores the value if it is missing. */
export function getOrMake<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
