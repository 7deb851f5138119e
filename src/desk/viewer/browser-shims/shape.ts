import { getOrMake } from '../../../core/base/maps.ts';
import type { TObject } from '../../../core/base/typebox.ts';
import { layoutOf } from '../../../core/store/rows.ts';
import type { Shape } from '../../../core/store/shape.ts';

/* The functions of `core/store/shape.ts`, without code that is compiled at run time. */

export type { Shape };

type Fields = Record<string, unknown>;

const shapes = new WeakMap<object, Shape>();

/**
 * The copier for the records of a schema, with the fields in the schema's order, and null for a missing nullable
 * field.
 */
export const shapeOf = (schema: TObject): Shape => getOrMake(shapes, schema, () => shapeBy(schema));
export const readShapeOf = shapeOf;

function shapeBy(schema: TObject): Shape {
  const { optional, nullable } = layoutOf(schema);
  const needed = Object.keys(schema.properties).filter((name) => !optional.includes(name));
  const blank = Object.fromEntries(needed.map((name) => [name, nullable.includes(name) ? null : undefined]));
  return ((record: Fields): Fields => Object.assign({ ...blank }, record)) as unknown as Shape;
}

/** The copier that omits fields with null. */
export const sparseShapeOf = (schema: TObject): Shape => {
  const copy = shapeOf(schema) as (record: Fields) => Fields;
  const sparse = (record: Fields): Fields =>
    Object.fromEntries(Object.entries(copy(record)).filter(([, value]) => value !== null));
  return sparse as unknown as Shape;
};
