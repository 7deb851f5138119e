import * as T from '../../base/typebox.ts';

/** The building blocks of the models: one schema gives the type, the validation, the serialization and the docs. */

const annotate = <S extends T.TSchema>(schema: S, notes: Record<string, unknown>): S =>
  T.extended(schema, notes) as unknown as S;

/** A field, value or operation that only this emulator promises: `x-assumed: true` in the OpenAPI document. */
export const assumed = <S extends T.TSchema>(schema: S): S => annotate(schema, { 'x-assumed': true });

/** A field that is stored but never shown. */
export const internal = <S extends T.TSchema>(schema: S): S & Internal =>
  annotate(schema, { 'x-internal': true }) as S & Internal;
interface Internal {
  readonly 'x-internal': true;
}

/** A field whose value must not be stored: the request log leaves it out. */
export const sensitive = <S extends T.TSchema>(schema: S): S => annotate(schema, { 'x-sensitive': true });

/**
 * A field that nobody may edit in a stored object.
 * @param why what sets the field instead, to follow its name: `is drawn by the emulator`
 */
export const fixed = <S extends T.TSchema>(schema: S, why: string): S => annotate(schema, { 'x-fixed': why });

/** A field with the address of a picture; a fixture may name a file instead. */
export const picture = <S extends T.TSchema>(schema: S): S => annotate(schema, { 'x-picture': true });
export const isPicture = (schema: T.TSchema): boolean => 'x-picture' in schema;

/** A field that operations read by a check of their own, of this name; an edit of a stored object passes it too. */
export const checkedAs = <S extends T.TSchema>(check: string, schema: S): S => annotate(schema, { 'x-checked': check });

/** Describes a field in a sentence, with its units, for the interface description and `/docs`. */
export const about = <S extends T.TSchema>(schema: S, description: string): S => annotate(schema, { description });

/**
 * Adds keywords for the interface description only: our own checks enforce them, with better messages than the
 * schema's.
 */
export const described = <S extends T.TSchema>(schema: S, keywords: Keywords): S =>
  annotate(schema, { 'x-described': { ...(schema as { 'x-described'?: Keywords })['x-described'], ...keywords } });
export type Keywords = Readonly<Record<string, unknown>>;

export const Text = (maxLength = 500) => T.String({ maxLength });
/** Text with at least one character. */
export const Words = (maxLength = 500) => T.String({ minLength: 1, maxLength });
export const Id = () => T.String({ minLength: 1, maxLength: 64 });
export const Flag = () => T.Boolean();
export const Integer = (options: T.TNumberOptions = {}) => T.Integer(options);
/** ISO 8601 date-time. */
export const Timestamp = () => T.String({ format: 'date-time' });

/** One of a closed list of words; `assumedOnes` names the words that only this emulator promises. */
export const OneOf = <const V extends readonly string[]>(values: V, assumedOnes: readonly V[number][] = []) =>
  T.Unsafe<V[number]>({
    type: 'string',
    enum: [...values],
    ...(assumedOnes.length === 0 ? {} : { 'x-assumed-values': [...assumedOnes] }),
  });

/** A schema that also allows null. The result is a type array, which validates and serializes faster than a union. */
export function nullable<S extends T.TSchema>(schema: S): T.TUnsafe<T.Static<S> | null> {
  const own = schema as unknown as { type?: unknown; enum?: unknown[]; anyOf?: unknown[] };
  const notes = { ...schema } as Record<string, unknown>;
  if (own.anyOf !== undefined) {
    return T.Unsafe<T.Static<S> | null>({ ...notes, anyOf: [...own.anyOf, { type: 'null' }] });
  }
  notes.type = [own.type, 'null'];
  if (own.enum !== undefined) notes.enum = [...own.enum, null];
  return T.Unsafe<T.Static<S> | null>(notes as T.TSchema);
}

/** An object with any content. */
export const Anything = () => T.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

const ofObject = 'says which object this is, and never changes';
const ofTime = "is set by the emulator's clock";

/** The field that names the type of an object. */
export const ObjectName = (object: string) =>
  about(
    fixed(T.Unsafe<string>({ type: 'string', const: object }), ofObject),
    `The type of this object, always \`${object}\`.`,
  );

/** The fields of a page of a list. */
export const pageFields = <S extends T.TSchema>(of: S) => ({
  data: about(T.Array(of), 'The objects of this page, newest first.'),
  has_more: about(T.Boolean(), 'Whether there are more after the last one of this page.'),
});

/** Which of the two modes an object belongs to. */
export const Livemode = () =>
  about(fixed(T.Boolean(), ofObject), 'Whether it belongs to live mode; false in test mode.');

/** When an object was made. */
export const CreatedAt = () => about(fixed(Timestamp(), ofTime), 'When it was made, in ISO 8601.');
/** When an object was changed last. */
export const UpdatedAt = () => about(fixed(Timestamp(), ofTime), 'When it was changed last, in ISO 8601.');

/** The fields of every stored resource (assumed, except `object`). */
export const baseFields = (object: string) => ({
  id: about(fixed(T.String(), ofObject), `The identifier of the ${object.replaceAll('_', ' ')}.`),
  object: ObjectName(object),
  livemode: assumed(Livemode()),
  created_at: assumed(CreatedAt()),
  updated_at: assumed(UpdatedAt()),
});

type ShownFields<P> = { [K in keyof P as P[K] extends Internal ? never : K]: P[K] };
/** A model without its internal fields. */
export type PublicModel<M extends T.TObject> = T.TObject<ShownFields<M['properties']>>;

const isShown = ([, field]: readonly [string, object]): boolean => !('x-internal' in field);

/** The model as the API shows it: without the internal fields. */
export function publicSchema<M extends T.TObject>(model: M): PublicModel<M> {
  const shown = Object.fromEntries(Object.entries<T.TSchema>(model.properties).filter(isShown));
  return T.Object(shown as ShownFields<M['properties']>);
}

/** A function that turns a record into its public form. */
export function publicView<M extends T.TObject>(model: M): (record: T.Static<M>) => T.Static<PublicModel<M>> {
  const names = Object.entries<T.TSchema>(model.properties)
    .filter(isShown)
    .map(([name]) => name);
  return (record) =>
    Object.fromEntries(names.map((name) => [name, (record as Record<string, unknown>)[name]])) as T.Static<
      PublicModel<M>
    >;
}

/**
 * A schema as plain JSON, without the project's own keywords, which other programs do not know.
 * @param change changes each object of the schema
 */
export function plainSchema(
  schema: object,
  change: (part: Record<string, unknown>) => Record<string, unknown> = (part) => part,
): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
    return change(Object.fromEntries(own.map(([name, each]) => [name, plain(each)])));
  };
  return plain(JSON.parse(JSON.stringify(schema))) as Record<string, unknown>;
}

/** A schema as plain JSON whose objects allow only the fields that they declare. */
export const closed = (schema: object): Record<string, unknown> =>
  plainSchema(schema, (part) => {
    const isOpen = !('properties' in part) || 'additionalProperties' in part || 'patternProperties' in part;
    return part.type === 'object' && !isOpen ? { ...part, additionalProperties: false } : part;
  });

type DeepReadonly<V> = V extends object ? { readonly [K in keyof V]: DeepReadonly<V[K]> } : V;
/** The type of a model whose objects nobody changes. */
export type ReadonlyStatic<S extends T.TSchema> = DeepReadonly<T.Static<S>>;

export { T };
