import { getOrMake } from '../base/maps.ts';
import type { AnyCollectionDef } from '../store/collection.ts';
import type { Fault, Path } from './fault.ts';
import { allFaults } from './validator.ts';

/** The schemas for stored records, by their models; each is made with the first record of its kind. */
const schemas = new WeakMap<object, object>();

/**
 * The faults of a record from a file, by the model of its kind. Also reports an unknown field, which is a typo, and a
 * number that JavaScript cannot represent exactly, which no schema excludes.
 */
export function faultsOfRecord({ model }: AnyCollectionDef, record: unknown, path: Path = []): Fault[] {
  const schema = getOrMake(schemas, model, () => ({ ...model, additionalProperties: false }));
  const found = allFaults(schema, record, path);
  if (found.length > 0) return found;
  const inexact = inexactNumberIn(record, path);
  if (inexact === null) return [];
  const reason = 'is a number that cannot be held exactly';
  return [{ path: inexact, param: inexact.join('.'), keyword: 'type', reason, suggestion: null }];
}

function inexactNumberIn(value: unknown, path: Path): Path | null {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const name in value) {
    const part: unknown = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof part !== 'number' && typeof part !== 'object') continue;
    const found = inexactNumberIn(part, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}
