import type { FieldChanges } from './events.ts';

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

/** Whether a record has all that a patch sets. */
export const isSetAlready = (record: object, patch: object): boolean =>
  Object.entries(patch).every(([field, value]) => isAlike(record[field as keyof typeof record], value));

/** Whether two values of a record would be stored alike. */
const isAlike = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** What a patch changes of the fields of a record that have one value each; undefined where that is nothing. */
export function fieldChanges(record: object, patch: object | undefined): FieldChanges | undefined {
  let changes: Record<string, FieldChanges[string]> | undefined;
  for (const name in patch) {
    const from: unknown = record[name as keyof typeof record] ?? null;
    const to: unknown = patch[name as keyof typeof patch] ?? null;
    if (from === to || !isScalar(from) || !isScalar(to)) continue;
    changes ??= {};
    changes[name] = [from, to];
  }
  return changes;
}

const isScalar = (value: unknown): value is FieldChanges[string][0] => value === null || typeof value !== 'object';
