import { extended, Optional, type TObject, type TSchema } from '../../core/base/typebox.ts';
import type { EventDef } from '../../core/kernel/declare/declarations.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { about, T } from '../../core/kernel/declare/schema.ts';
import type { Change, ChangeOf } from './model.ts';
import { type FieldSchema, objectOf, placesAt } from './places.ts';
import type { Profile } from './profile.ts';

/** The declarations as the documents show them. */
export interface Described extends Pick<Registry, 'slices' | 'events' | 'refusals' | 'codesOf' | 'operationsOf'> {
  /** The profile that changed them; absent: they are the emulator's own. */
  readonly profile?: Profile;
}

/** The declarations as a profile shows them, for the interface description and the documents. */
export function describedBy(profile: Profile, registry: Registry): Described {
  const schemas = new ShownSchemas(profile);
  const slices = registry.slices.map((slice) => ({
    ...slice,
    models: Object.fromEntries(
      Object.entries(slice.models).map(([name, model]) => [name, schemas.answer(model as TSchema)]),
    ),
    operations: slice.operations.map((operation) => shownOperation(operation, profile, schemas)),
  })) as unknown as Described['slices'];
  const events = [...registry.events].flatMap(([type, def]): [string, EventDef][] =>
    profile
      .typesOf(type)
      .map((sent) => [sent, { ...def, type: sent, payload: schemas.answer(def.payload, `event ${type}`) as TObject }]),
  );
  return {
    profile,
    slices,
    events: new Map(events),
    refusals: registry.refusals.map((each) => ({ ...each, ...profile.shownRefusal(each, null) })),
    codesOf: (origin) => registry.codesOf(origin).filter((code) => profile.word('code', code) === code),
    operationsOf: (surface) =>
      slices.flatMap(({ operations }) => operations.filter((each) => each.surface === surface)),
  };
}

function shownOperation(operation: AnyOperation, profile: Profile, schemas: ShownSchemas): AnyOperation {
  if (operation.surface === 'control') return operation;
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

/** A part of the description as it was seen in the service, which is no longer assumed. */
function observed(schema: FieldSchema, keys: object = {}): FieldSchema {
  const copy = extended(schema, { ...keys, 'x-observed': true }) as FieldSchema;
  delete copy['x-assumed'];
  return copy;
}

type FieldChange = Extract<Change, { field: string }>;

/** Schemas as a profile shows them. */
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

  /** A body or a query: fields are added, left out or null in answers alone. */
  request(schema: TSchema, operation: AnyOperation): FieldSchema {
    const shown = this.#copy(schema);
    for (const of of [operation.id, objectOf(operation)]) {
      if (of !== null) this.#change(shown, of, ({ change }) => change === 'value' || change === 'rename');
    }
    return shown;
  }

  /** Each place gets a copy of its own, with the keys that TypeBox hides. */
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
    const own = this.#profile.file.adopted.filter(
      (change): change is FieldChange => 'field' in change && change.of === of,
    );
    const ordered = own.filter(acts).map((change) => ({ change, path: change.field.split('.') }));
    // Renames come last, and those of inner fields first: the paths have the names before the change.
    const rank = ({ change, path }: (typeof ordered)[number]) => (change.change === 'rename' ? 100 - path.length : 0);
    for (const { change, path } of ordered.sort((a, b) => rank(a) - rank(b))) {
      for (const { schema: parent } of placesAt([{ schema, isAssumed: false }], path.slice(0, -1))) {
        if (parent.properties !== undefined) changeField(parent, path.at(-1)!, change);
      }
    }
  }
}

function changeField(parent: FieldSchema, name: string, change: FieldChange): void {
  const fields = parent.properties!;
  const field = fields[name];
  if (change.change === 'add') {
    fields[name] = addedField(change, fields);
    parent.required = [...(parent.required ?? []), name];
    return;
  }
  if (field === undefined) return;
  switch (change.change) {
    case 'value':
      fields[name] = withValue(field, change);
      return;
    case 'rename':
      parent.properties = Object.fromEntries(
        Object.entries(fields).map(([each, of]) => (each === name ? [change.to, observed(of)] : [each, of])),
      );
      parent.required = parent.required?.map((each) => (each === name ? change.to : each)) ?? [];
      return;
    case 'null': {
      const types = [field.type ?? []].flat().filter((type) => type !== 'null');
      const type = change.as === 'null' ? [...types, 'null'] : types.length === 1 ? types[0]! : types;
      const values = field.enum?.filter((value) => value !== null);
      const shown = observed(field, { type, ...(values === undefined ? {} : { enum: values }) });
      const isAbsent = change.as === 'absent';
      fields[name] = isAbsent ? (Optional(shown as TSchema) as FieldSchema) : shown;
      parent.required = (parent.required ?? []).filter((each) => each !== name || !isAbsent);
      return;
    }
    case 'remove':
      delete fields[name];
      parent.required = parent.required?.filter((each) => each !== name) ?? [];
  }
}

/** The schema of a field that only the service has. */
function addedField({ constant, copy }: ChangeOf<'add'>, fields: Readonly<Record<string, FieldSchema>>): FieldSchema {
  if (copy !== undefined && fields[copy] !== undefined) return observed(fields[copy]);
  return observed(
    about(T.Unsafe({ const: constant } as TSchema), 'The service has it, with this value.') as FieldSchema,
  );
}

/** A field with another name for one of its values. */
function withValue(schema: FieldSchema, change: ChangeOf<'value'>): FieldSchema {
  const { from, to } = change;
  if (schema.items !== undefined) return extended(schema, { items: withValue(schema.items, change) }) as FieldSchema;
  if (schema.const === from && 'const' in schema) return observed(schema, { const: to });
  if (schema.enum?.includes(from) !== true) return schema;
  const assumed = schema['x-assumed-values']?.filter((value) => value !== from);
  return extended(schema, {
    enum: [...new Set(schema.enum.map((value) => (value === from ? to : value)))],
    ...(assumed === undefined ? {} : { 'x-assumed-values': assumed }),
    'x-observed-values': [...(schema['x-observed-values'] ?? []), to],
  }) as FieldSchema;
}
