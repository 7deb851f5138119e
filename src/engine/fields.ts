/** Whether an object has these fields, in this order, and a value in each: what JSON leaves out counts as none. */
export function hasFields(object: object, names: readonly string[]): boolean {
  let at = 0;
  for (const name in object) {
    if (names[at++] !== name || (object as Readonly<Record<string, unknown>>)[name] === undefined) return false;
  }
  return at === names.length;
}
