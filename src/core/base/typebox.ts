import type { Static, TObject, TOptional, TSchema, TUnsafe } from 'typebox';

/**
 * The parts of TypeBox that the project uses. They are named one by one, so that the bundle contains no other parts:
 * the whole library would cost every start as much as a web framework. `Record` and `Partial` are our own for the same
 * reason. `Optional` and `Unsafe` are our own because they make every field anew: the library's took 8 ms of a start,
 * ours take 2.
 */
export {
  Array,
  Boolean,
  Integer,
  Literal,
  Null,
  Number,
  Object,
  type Static,
  String,
  type TNumberOptions,
  type TObject,
  type TSchema,
  type TUnsafe,
  Union,
  Unknown,
} from 'typebox';

/**
 * A copy of a schema, with some keys added or replaced.
 * @param hidden keys that no document shows; TypeBox stores its own data about a schema there
 */
export function extended(schema: object, keys: object, hidden: object = {}): object {
  const copy = { ...schema, ...keys };
  for (const from of [schema, hidden]) {
    for (const name of globalThis.Object.getOwnPropertyNames(from)) {
      if (globalThis.Object.hasOwn(copy, name)) continue;
      const value: unknown = from[name as keyof typeof from];
      globalThis.Object.defineProperty(copy, name, { value, writable: true, configurable: true });
    }
  }
  return copy;
}

/** A field that may be left out. */
export const Optional = <S extends TSchema>(schema: S): TOptional<S> =>
  extended(schema, {}, { '~optional': true }) as TOptional<S>;

/** A JSON Schema for values of a type that the compiler cannot derive from the schema. */
export const Unsafe = <Value>(schema: TSchema): TUnsafe<Value> =>
  extended(schema, {}, { '~unsafe': null }) as TUnsafe<Value>;

type TPartial<M extends TObject> = { [K in keyof M['properties']]: TOptional<M['properties'][K]> };

/** The fields of an object's schema, each of which may be left out. */
export function Partial<M extends TObject>(model: M): { properties: TPartial<M> } {
  const fields = globalThis.Object.entries(model.properties).map(([name, field]) => [name, Optional(field as TSchema)]);
  return { properties: globalThis.Object.fromEntries(fields) };
}

/**
 * The schema of an object with any keys, whose values all have one schema.
 * @param pattern a regular expression that the keys match
 */
export function Record<V extends TSchema>(values: V, pattern?: string): TUnsafe<globalThis.Record<string, Static<V>>> {
  return Unsafe<globalThis.Record<string, Static<V>>>(
    pattern === undefined
      ? { type: 'object', additionalProperties: values }
      : { type: 'object', patternProperties: { [pattern]: values }, additionalProperties: false },
  );
}
