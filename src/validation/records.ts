import { getOrMake } from '../base/maps.ts';
import type { AnyCollectionDef } from '../store/collection.ts';
import type { Fault, Path } from './fault.ts';
import { allFaults } from './validator.ts';

/** The schemas that stored records are held to, by their models, each made with the first record of it. */
const schemas = new WeakMap<object, object>();

/**
 * What is wrong with a record that was read from a file, by the model of its kind: also a field that the model does not
 * have, which is a slip of the pen, and a number that JavaScript does not hold exactly, which no schema excludes.
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
