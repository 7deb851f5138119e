import { getOrMake } from '../../core/base/maps.ts';
import { extended, Optional, type TObject, type TSchema } from '../../core/base/typebox.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import { about, T } from '../../core/kernel/declare/schema.ts';
import { type Described, redescribed } from './descriptions.ts';
import type { Change, ChangeOf } from './model.ts';
import { type FieldSchema, objectOf, placesAt } from './places.ts';
import type { Profile } from './profile.ts';

/** The declarations with the changes of a profile, for the interface description and the docs. */
export function describedBy(profile: Profile, registry: Described): Described {
  const schemas = new ShownSchemas(profile);
  return {
    ...redescribed(registry, {
      model: (model) => schemas.answer(model) as TSchema,
      operation: (operation) => shownOperation(operation, profile, schemas),
      events: (event) =>
        profile.typesOf(event.type).map((type) => ({
          ...event,
          type,
          payload: schemas.answer(event.payload, `event ${event.type}`) as TObject,
        })),
    }),
    profile,
    refusals: registry.refusals.map((each) => ({ ...each, ...profile.shownRefusal(each, null) })),
    codesOf: (origin) => registry.codesOf(origin).filter((code) => profile.word('code', code) === code),
  };
}

function shownOperation(operation: AnyOperation, profile: Profile, schemas: ShownSchemas): AnyOperation {
  const { body, query, example, answer, id } = operation;
  const limit = profile.limitOf(operation);
  const shown = (part: TObject) => schemas.request(part, operation) as TObject;
  const asked = query === undefined ? undefined : shown(query);
  if (limit !== null) asked!.properties.limit = observed(asked!.properties.limit!, { default: limit }) as TSchema;
  return {
    ...operation,
    status: profile.statusOf(operation.status, operation),
    answer: schemas.answer(answer, id) as TSchema,
    ...(body === undefined ? {} : { body: shown(body) }),
    ...(asked === undefined ? {} : { query: asked }),
    ...(example === undefined ? {} : { example: profile.exampleOf(example, operation) }),
  };
}

/** A part of the description that was observed in the service, and is therefore no longer assumed. */
function observed(schema: FieldSchema, keys: object = {}): FieldSchema {
  const copy = extended(schema, { ...keys, 'x-observed': true }) as FieldSchema;
  delete copy['x-assumed'];
  delete copy['x-confirmed'];
  return copy;
}

type FieldChange = Extract<Change, { field: string }>;

/** Schemas with the changes of a profile. */
class ShownSchemas {
  readonly #profile: Profile;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** @param of the name of the whole schema in a profile, if it has one */
  answer(schema: TSchema, of?: string): FieldSchema {
    const shown = this.#copy(schema);
    if (of !== undefined) this.#change(shown, of, () => true);
    return shown;
  }

  /** A body or a query. Fields are added, left out or null only in responses. */
  request(schema: TSchema, operation: AnyOperation): FieldSchema {
    const shown = this.#copy(schema);
    for (const of of [operation.id, objectOf(operation)]) {
      if (of !== null) this.#change(shown, of, ({ change }) => change === 'value' || change === 'rename');
    }
    return shown;
  }

  /** Each place gets its own copy, with the keys that TypeBox hides. */
  #copy(schema: FieldSchema): FieldSchema {
    const { properties, items, anyOf, additionalProperties: others } = schema;
    const copyAll = (fields: Record<string, FieldSchema>) =>
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, this.#copy(field)]));
    const copy = extended(schema, {
      ...(properties === undefined ? {} : { properties: copyAll(properties) }),
      ...(schema.required === undefined ? {} : { required: [...schema.required] }),
      ...(items === undefined ? {} : { items: this.#copy(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((each) => this.#copy(each)) }),
      ...(typeof others === 'object' ? { additionalProperties: this.#copy(others) } : {}),
    }) as FieldSchema;
    const name = properties?.object?.const;
    if (typeof name === 'string') this.#change(copy, name, () => true);
    return copy;
  }

  #change(schema: FieldSchema, of: string, acts: (change: FieldChange) => boolean): void {
    const groups = new Map<string, Named[]>();
    for (const change of this.#profile.file.adopted) {
      if (!('field' in change) || change.of !== of || !acts(change)) continue;
      const path = change.field.split('.');
      const name = path.pop()!;
      getOrMake(groups, path.join('.'), (): Named[] => []).push({ name, change });
    }
    // Inner fields come first, because their paths contain the names before the change.
    const paths = [...groups.keys()].sort((a, b) => b.split('.').length - a.split('.').length || b.length - a.length);
    for (const path of paths) {
      for (const { schema: parent } of placesAt([{ schema, isAssumed: false }], path === '' ? [] : path.split('.'))) {
        if (parent.properties !== undefined) changeFields(parent, groups.get(path)!);
      }
    }
  }
}

/** A change of a field, with the field's name in its object. */
interface Named {
  readonly name: string;
  readonly change: FieldChange;
}

/**
 * Changes the fields of an object in place. All values are replaced together, and so are all names, because two can
 * be swapped.
 */
function changeFields(parent: FieldSchema, changes: readonly Named[]): void {
  const fields = parent.properties!;
  const required = new Set(parent.required);
  const values = new Map<string, Map<unknown, unknown>>();
  const names = new Map<string, string>();
  for (const { name, change } of changes) {
    const field = fields[name];
    if (change.change === 'value') getOrMake(values, name, () => new Map()).set(change.from, change.to);
    if (change.change === 'rename') names.set(name, change.to);
    if (change.change === 'add') fields[name] = addedField(change, fields);
    if (change.change === 'null' && field !== undefined) fields[name] = withNull(field, change);
    if (change.change === 'remove') delete fields[name];
    if (change.change === 'add' || (change.change === 'null' && change.as === 'null')) required.add(name);
    if (change.change === 'remove' || (change.change === 'null' && change.as === 'absent')) required.delete(name);
  }
  for (const [name, shown] of values) if (fields[name] !== undefined) fields[name] = withValues(fields[name], shown);
  const nameOf = (name: string): string => names.get(name) ?? name;
  parent.properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [nameOf(name), names.has(name) ? observed(field) : field]),
  );
  parent.required = [...required].map(nameOf);
}

/** A field with the service's form of a missing value. */
function withNull(field: FieldSchema, { as }: ChangeOf<'null'>): FieldSchema {
  const types = [field.type ?? []].flat().filter((type) => type !== 'null');
  const type = as === 'null' ? [...types, 'null'] : types.length === 1 ? types[0]! : types;
  const values = field.enum?.filter((value) => value !== null);
  const shown = observed(field, { type, ...(values === undefined ? {} : { enum: values }) });
  // TypeBox derives the required fields from this key.
  if (as === 'null') delete shown['~optional'];
  return as === 'absent' ? (Optional(shown as TSchema) as FieldSchema) : shown;
}

/** The schema of a field that only the service has. */
function addedField({ constant, copy }: ChangeOf<'add'>, fields: Readonly<Record<string, FieldSchema>>): FieldSchema {
  if (copy !== undefined && fields[copy] !== undefined) return observed(fields[copy]);
  return observed(
    about(
      T.Unsafe({ const: constant } as TSchema),
      'A field that the service returns, always with this value.',
    ) as FieldSchema,
  );
}

/** A field with different names for some of its values. */
function withValues(schema: FieldSchema, shown: ReadonlyMap<unknown, unknown>): FieldSchema {
  if (schema.items !== undefined) return extended(schema, { items: withValues(schema.items, shown) }) as FieldSchema;
  if ('const' in schema && shown.has(schema.const)) return observed(schema, { const: shown.get(schema.const) });
  if (schema.enum?.some((value) => shown.has(value)) !== true) return schema;
  const assumed = schema['x-assumed-values']?.filter((value) => !shown.has(value));
  return extended(schema, {
    enum: [...new Set(schema.enum.map((value) => (shown.has(value) ? shown.get(value) : value)))],
    ...(assumed === undefined ? {} : { 'x-assumed-values': assumed }),
    'x-observed-values': [...new Set(schema.enum.filter((value) => shown.has(value)).map((value) => shown.get(value)))],
  }) as FieldSchema;
}
