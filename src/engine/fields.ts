/** Whether two values are the same JSON: a record that was read from a file is another object, though nothing differs. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  // The order of the fields counts too: a record is shown and exported as it stands.
  const others = Object.keys(b);
  if (names.length !== others.length) return false;
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    if (others[at] !== name) return false;
    const [one, other] = [(a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]];
    if (one !== other && !isSame(one, other)) return false;
  }
  return true;
}
