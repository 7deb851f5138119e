import { getOrMake } from '../base/maps.ts';
import type { AnyCollectionDef } from '../store/collection.ts';
import type { Fault, Path } from './fault.ts';
import { allFaults, firstFault } from './validator.ts';

/** The schemas for stored records, by model. Each schema is created for the first record of its kind. */
const schemas = new WeakMap<object, object>();

/**
 * Returns the faults of a record from a file, according to the model of its kind. An unknown field is a fault,
 * because it is probably a typo. A number that JavaScript cannot represent exactly is also a fault, although no
 * schema excludes it.
 */
export function faultsOfStored(def: AnyCollectionDef, record: unknown, path: Path = []): Fault[] {
  const found = allFaults(schemaOf(def), record, path);
  if (found.length > 0) return found;
  const inexact = inexactFaultOf(record, path);
  return inexact === null ? [] : [inexact];
}

/**
 * Returns the first fault of a record; null if the record is valid. It does not collect all faults, because a record
 * from an unknown source can have a million.
 */
export const faultOfStored = (def: AnyCollectionDef, record: unknown): Fault | null =>
  firstFault(schemaOf(def), record) ?? inexactFaultOf(record, []);

const schemaOf = ({ model }: AnyCollectionDef): object =>
  getOrMake(schemas, model, () => ({ ...model, additionalProperties: false }));

function inexactFaultOf(record: unknown, path: Path): Fault | null {
  const inexact = inexactNumberIn(record, path);
  if (inexact === null) return null;
  const reason = 'is a number that cannot be represented exactly';
  return { path: inexact, param: inexact.join('.'), keyword: 'type', reason, given: null, suggestion: null };
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
