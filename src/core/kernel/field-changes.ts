import type { FieldChanges } from './events.ts';

/** Compares two values as JSON, because a record from a file is a different object with the same content. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  // The order of fields must be the same, too, because responses and exports show a record's fields in their order.
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

/** Whether a record already has all values of a patch. */
export const isSetAlready = (record: object, patch: object): boolean =>
  Object.entries(patch).every(([field, value]) => isAlike(record[field as keyof typeof record], value));

/** Whether two values of a record have the same JSON representation. */
const isAlike = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The changes that a patch makes to scalar fields of a record; undefined if no scalar field changes. */
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
