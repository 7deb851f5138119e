import { getOrMake } from '../../../core/base/maps.ts';
import type { TObject } from '../../../core/base/typebox.ts';
import { fieldsOf } from '../../../core/store/nullable-fields.ts';
import type { Shape } from '../../../core/store/shape.ts';

/* The function of `core/store/shape.ts`, without code that is compiled at run time. */

export type { Shape };

const shapes = new WeakMap<object, Shape>();

/**
 * The copier for the records of a schema, with the fields in the schema's order, and null for a missing nullable
 * field.
 */
export const shapeOf = (schema: TObject): Shape => getOrMake(shapes, schema, () => shapeBy(schema));

function shapeBy(schema: TObject): Shape {
  const { optional, nullable } = fieldsOf(schema);
  const needed = Object.keys(schema.properties).filter((name) => !optional.has(name));
  const blank = Object.fromEntries(needed.map((name) => [name, nullable.has(name) ? null : undefined]));
  return ((record: object): object => Object.assign({ ...blank }, record)) as unknown as Shape;
}
