import { getOrMake } from '../base/maps.ts';
import type { AnyCollectionDef } from '../store/collection.ts';
import { allErrors, firstError } from './validator.ts';
import type { Path, ValueError } from './value-error.ts';

/** The schemas for stored records, by model. Each schema is created for the first record of its kind. */
const schemas = new WeakMap<object, object>();

/**
 * Returns the errors of a record from a file, according to the model of its kind. An unknown field is an error,
 * because it is probably a typo. A number that JavaScript cannot represent exactly is also an error, although no
 * schema excludes it.
 */
export function errorsOfStored(def: AnyCollectionDef, record: unknown, path: Path = []): ValueError[] {
  const found = allErrors(schemaOf(def), record, path);
  if (found.length > 0) return found;
  const inexact = inexactErrorOf(record, path);
  return inexact === null ? [] : [inexact];
}

/**
 * Returns the first error of a record; null if the record is valid. It does not collect all errors, because a record
 * from an unknown source can have a million.
 */
export const errorOfStored = (def: AnyCollectionDef, record: unknown): ValueError | null =>
  firstError(schemaOf(def), record) ?? inexactErrorOf(record, []);

const schemaOf = ({ model }: AnyCollectionDef): object =>
  getOrMake(schemas, model, () => ({ ...model, additionalProperties: false }));

function inexactErrorOf(record: unknown, path: Path): ValueError | null {
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
