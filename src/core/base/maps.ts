/** The value of a name from outside in a plain table: `constructor` names none, unless the table has it itself. */
export const entryOf = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The value at a key; a missing value is made and stored. */
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
