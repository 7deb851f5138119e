import type { Static, TObject, TOptional, TSchema, TUnsafe } from 'typebox';

/**
 * The parts of TypeBox that the project uses. Named one by one, so that the bundle holds these alone: the whole library
 * would cost every start as much as a web framework. `Record` and `Partial` are our own for the same reason, and
 * `Optional` and `Unsafe` because every field is made anew by them: theirs took 8 ms of a start, ours take 2.
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
 * A schema with other keys laid over its own.
 * @param hidden keys that no document shows; TypeBox keeps there what it has to know of a schema
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

/** JSON Schema as it is written, for values of a type that it does not tell the compiler. */
export const Unsafe = <Value>(schema: TSchema): TUnsafe<Value> =>
  extended(schema, {}, { '~unsafe': null }) as TUnsafe<Value>;

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
