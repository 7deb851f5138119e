import { getOrMake } from '../../../core/base/maps.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { invalidPart, type Param, ServiceError } from '../../../core/kernel/errors.ts';
import { firstError } from '../../../core/validation/validator.ts';
import { type Path, type Shape, sentenceOf } from '../../../core/validation/value-error.ts';
import { type FieldCheck, fieldChecks } from '../../../payments/platform/checks.ts';

/** A part of a model or of a body, with marks for the checks that no schema makes. */
interface Part extends Shape {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly 'x-described'?: object;
  readonly 'x-checked'?: FieldCheck;
}

/**
 * Returns an edited field in its stored form. The value must be valid for the model and for an operation of the slice
 * that sets the field, so that an edit cannot bypass the checks of operations.
 * @throws 400 with the first error, if every operation with a field of this name rejects the value
 */
export function readEdited(
  { model, operations }: { readonly model: object; readonly operations: readonly AnyOperation[] },
  name: string,
  value: unknown,
): unknown {
  const kept = read((model as Part).properties?.[name] ?? {}, value, [name]);
  const inputs = operations.flatMap(({ body }) => (body?.properties as Part['properties'])?.[name] ?? []);
  if (kept === null || inputs.length === 0) return kept;
  let refusal: unknown;
  for (const input of inputs) {
    try {
      return read(input, kept, [name]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

function read(schema: Part, value: unknown, path: Path): unknown {
  const fault = firstError(limitedOf(schema), value, path);
  if (fault !== null) throw invalidPart(fault.param, sentenceOf(fault, 'request'));
  return checkedIn(schema, value, path);
}

/** The path of a part of a model, which starts with the name of a field. */
const paramOf = (path: Path): Param => path.join('.') as Param;

/**
 * A value in the form that the checks of its parts return.
 * @throws 400
 */
function checkedIn(schema: Part, value: unknown, path: Path): unknown {
  const { properties, items, anyOf = [], 'x-checked': check } = schema;
  if (typeof value === 'string') return check === undefined ? value : fieldChecks[check](value, paramOf(path));
  if (typeof value !== 'object' || value === null) return value;
  const inner =
    properties === undefined && items === undefined ? anyOf.find((form) => form.properties ?? form.items) : schema;
  if (inner === undefined) return value;
  if (Array.isArray(value)) {
    const { items: each } = inner;
    return each === undefined ? value : value.map((held, at) => checkedIn(each, held, [...path, String(at)]));
  }
  const fields = inner.properties ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      Object.hasOwn(fields, name) ? checkedIn(fields[name] ?? {}, held, [...path, name]) : held,
    ]),
  );
}

/** Schemas with their limits as keywords, by the schemas without them. */
const limitedSchemas = new WeakMap<object, object>();

/** A schema with the limits that request bodies check by hand, unless a named check has a better message. */
const limitedOf = (schema: Part): object => getOrMake(limitedSchemas, schema, () => limited(schema));

function limited(schema: Part): object {
  const { properties, items, anyOf, 'x-described': limits, 'x-checked': check } = schema;
  return {
    ...schema,
    ...(check === undefined ? limits : {}),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, limited(each)])) }),
    ...(items === undefined ? {} : { items: limited(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(limited) }),
  };
}
