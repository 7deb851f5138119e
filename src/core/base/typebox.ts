import type { Static, TObject, TOptional, TSchema, TUnsafe } from 'typebox';

/**
 * The parts of TypeBox that the project uses, exported by name so that the bundle contains no other parts. The whole
 * library would slow every start as much as a web framework does. `Record` and `Partial` are our own for the same
 * reason. `Optional` and `Unsafe` are our own because they copy every field: the library's versions take 8 ms of a
 * start, and ours take 2 ms.
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
 * Copies a schema, and adds or replaces some keys.
 * @param hidden non-enumerable keys, which do not appear in any document; TypeBox stores its own data about a schema
 * there
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

/** An optional field. */
export const Optional = <S extends TSchema>(schema: S): TOptional<S> =>
  extended(schema, {}, { '~optional': true }) as TOptional<S>;

/** A JSON Schema for values of a type that the compiler cannot derive from the schema. */
export const Unsafe = <Value>(schema: TSchema): TUnsafe<Value> =>
  extended(schema, {}, { '~unsafe': null }) as TUnsafe<Value>;

type TPartial<M extends TObject> = { [K in keyof M['properties']]: TOptional<M['properties'][K]> };

/** The fields of an object's schema, all of them optional. */
export function Partial<M extends TObject>(model: M): { properties: TPartial<M> } {
  const fields = globalThis.Object.entries(model.properties).map(([name, field]) => [name, Optional(field as TSchema)]);
  return { properties: globalThis.Object.fromEntries(fields) };
}

/**
 * The schema of an object with arbitrary keys, whose values all have the same schema.
 * @param pattern a regular expression that the keys must match
 */
export function Record<V extends TSchema>(values: V, pattern?: string): TUnsafe<globalThis.Record<string, Static<V>>> {
  return Unsafe<globalThis.Record<string, Static<V>>>(
    pattern === undefined
      ? { type: 'object', additionalProperties: values }
      : { type: 'object', patternProperties: { [pattern]: values }, additionalProperties: false },
  );
}
