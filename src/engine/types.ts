import { Optional, type Static, type TObject, type TOptional, type TSchema, type TUnsafe, Unsafe } from 'typebox';

/**
 * The parts of TypeBox that the project uses. Named one by one, so that the bundle holds these alone: the whole library
 * would cost every start as much as a web framework. `Record` and `Partial` are our own for the same reason.
 */
export {
  Array,
  Boolean,
  Integer,
  Literal,
  Null,
  Number,
  Object,
  Optional,
  type Static,
  String,
  type TNumberOptions,
  type TObject,
  type TSchema,
  type TUnsafe,
  Union,
  Unknown,
  Unsafe,
} from 'typebox';

type TPartial<M extends TObject> = { [K in keyof M['properties']]: TOptional<M['properties'][K]> };

/** The fields of an object's schema, each of which may be left out. */
export function Partial<M extends TObject>(model: M): { properties: TPartial<M> } {
  const fields = globalThis.Object.entries(model.properties).map(([name, field]) => [name, Optional(field as TSchema)]);
  return { properties: globalThis.Object.fromEntries(fields) };
}

/** An object of any keys, whose values all have one schema; `pattern` is a regular expression that the keys match. */
export function Record<V extends TSchema>(values: V, pattern?: string): TUnsafe<globalThis.Record<string, Static<V>>> {
  return Unsafe<globalThis.Record<string, Static<V>>>(
    pattern === undefined
      ? { type: 'object', additionalProperties: values }
      : { type: 'object', patternProperties: { [pattern]: values }, additionalProperties: false },
  );
}
