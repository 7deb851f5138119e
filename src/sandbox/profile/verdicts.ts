import { extended, type TObject, type TSchema } from '../../core/base/typebox.ts';
import { type Confirmed, type Described, redescribed } from './descriptions.ts';
import { type FieldSchema, objectName } from './places.ts';

/** The mark of an assumption in the interface descriptions. @param id the name of the assumption */
export function assumedMark(
  { confirmed }: Pick<Described, 'confirmed'>,
  id: string,
): Readonly<Record<string, unknown>> {
  const day = confirmed?.get(id);
  return day === undefined ? { 'x-assumed': true } : { 'x-confirmed': day };
}

/** The declarations with marks for what captures confirmed. */
export function withConfirmed(registry: Described, confirmed: Confirmed): Described {
  const marked = (field: FieldSchema, id: string): FieldSchema => markedField(field, id, confirmed);
  const answer = (schema: TSchema, owner: string) => mapFields(schema, owner, marked) as TSchema;
  const request = (schema: TObject, id: string) => mapRequest(schema, id, marked) as TObject;
  // A model without a kind is named after the operation that returns it.
  const owners = new Map(
    registry.slices.flatMap(({ operations }) => operations.map((each): [unknown, string] => [each.answer, each.id])),
  );
  return {
    ...redescribed(registry, {
      model: (model, name) => answer(model, owners.get(model) ?? name),
      operation: (operation) => {
        const { id, body, query } = operation;
        return {
          ...operation,
          answer: answer(operation.answer, id),
          ...(body === undefined ? {} : { body: request(body, id) }),
          ...(query === undefined ? {} : { query: request(query, id) }),
        };
      },
      events: (event) => [{ ...event, payload: answer(event.payload, `event ${event.type}`) as TObject }],
    }),
    confirmed,
  };
}

function markedField(field: FieldSchema, id: string, confirmed: Confirmed): FieldSchema {
  const day = field['x-assumed'] === true ? confirmed.get(id) : undefined;
  const days = (field['x-assumed-values'] ?? []).flatMap((value) => {
    const ofValue = confirmed.get(`${id}=${value}`);
    return ofValue === undefined ? [] : [[value, ofValue] as const];
  });
  if (day === undefined && days.length === 0) return field;
  const copy = extended(field, {
    ...(day === undefined ? {} : { 'x-confirmed': day }),
    ...(days.length === 0 ? {} : { 'x-confirmed-values': Object.fromEntries(days) }),
  }) as FieldSchema;
  if (day !== undefined) delete copy['x-assumed'];
  return copy;
}

/**
 * A copy of a response schema in which each shown field is replaced.
 * @param owner the name of the whole schema in assumptions; inside an object with a kind, the name is that kind
 * @param replace receives each field with its name, such as `transaction.settled_at`
 */
export function mapFields(
  schema: TSchema | FieldSchema,
  owner: string,
  replace: (field: FieldSchema, id: string) => FieldSchema,
  path = '',
): FieldSchema {
  const { properties, items, anyOf } = schema as FieldSchema;
  const named = objectName(schema as FieldSchema);
  const [own, below] = named === null ? [owner, path] : [named, ''];
  const mapField = ([name, field]: [string, FieldSchema]): [string, FieldSchema] => {
    if ('x-internal' in field) return [name, field];
    const place = below === '' ? name : `${below}.${name}`;
    return [name, mapFields(replace(field, `${own}.${place}`), own, replace, place)];
  };
  return extended(schema, {
    ...(properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(properties).map(mapField)) }),
    ...(items === undefined ? {} : { items: mapFields(items, own, replace, `${below}[]`) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((each) => mapFields(each, own, replace, below)) }),
  }) as FieldSchema;
}

/**
 * A copy of a request schema in which each field is replaced.
 * @param operation the id of the operation
 */
export const mapRequest = (
  schema: TSchema | FieldSchema,
  operation: string,
  replace: (field: FieldSchema, id: string) => FieldSchema,
): FieldSchema => {
  const fields = Object.entries((schema as FieldSchema).properties ?? {});
  return extended(schema, {
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, replace(field, `request ${operation} ${name}`)]),
    ),
  }) as FieldSchema;
};
