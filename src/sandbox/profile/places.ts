import { getOrMake } from '../../core/base/maps.ts';
import type { TSchema } from '../../core/base/typebox.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { settlementSteps } from '../../payments/platform/settings.ts';

/** The parts of a schema that profiles, comparisons and walks use. */
export interface FieldSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minimum?: number;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  additionalProperties?: FieldSchema | boolean;
  'x-assumed'?: unknown;
  'x-assumed-values'?: readonly unknown[];
  'x-confirmed'?: string;
  'x-internal'?: unknown;
  'x-described'?: unknown;
  '~optional'?: true;
}

/** The delays that a profile can set, with the path of each in the settings of a workspace. */
export const delaySettings: Readonly<Record<string, string>> = Object.fromEntries(
  settlementSteps.map((step) => [`settlement.delays.${step}`, step]),
);

/** The fees that a profile can set, by the fields that show them. */
export const feeSettings: Readonly<Record<string, string>> = { 'payout_link.fee': 'payout_link_fee' };

/** A declared field, and whether only the emulator promises it. */
export interface Place {
  readonly schema: FieldSchema;
  readonly isAssumed: boolean;
  /** Whether the field is a part of a request. */
  readonly isRequest?: boolean | undefined;
}

/**
 * The operations whose responses a profile can change. The control API belongs to the emulator, so it is not
 * included.
 */
export const servedOperations = (registry: Registry): AnyOperation[] => [
  ...registry.operationsOf('merchant'),
  ...registry.operationsOf('client'),
];

/** The kind of object that a schema describes, based on the constant in `object`; null if it has none. */
export const objectName = (schema: FieldSchema | undefined): string | null => {
  const name = schema?.properties?.object?.const;
  return typeof name === 'string' ? name : null;
};

/** The object that an operation returns, based on the name in `object`; null if its response has none. */
export function objectOf({ answer }: Pick<AnyOperation, 'answer'>): string | null {
  const schema = answer as FieldSchema;
  return objectName(schema) ?? objectName(schema.properties?.data);
}

/** The schemas directly inside a schema. */
export const partsOf = ({ properties = {}, items, anyOf = [], additionalProperties }: FieldSchema): FieldSchema[] => [
  ...Object.values(properties),
  ...anyOf,
  ...(items === undefined ? [] : [items]),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
];

/** The fields of errors. A profile changes them under the name `error`. */
const errorFields: FieldSchema = {
  properties: {
    ...{ error: {}, type: {}, code: {}, decline_code: {}, category: {}, reference_id: {}, data: {} },
    param: { 'x-assumed': true },
  },
};

/** All declared schemas of responses, webhooks and requests, by the names that a profile uses in `of`. */
export function schemasByName(registry: Registry): Map<string, Place[]> {
  const found = new Map<string, Place[]>([['error', [{ schema: errorFields, isAssumed: false }]]]);
  const add = (name: string, schema: TSchema | FieldSchema, isAssumed = false, isRequest = false): void => {
    const known = getOrMake(found, name, (): Place[] => []);
    if (known.some((each) => each.schema === schema)) return;
    known.push({ schema: schema as FieldSchema, isAssumed, isRequest });
  };
  const visit = (schema: FieldSchema): void => {
    const name = objectName(schema);
    if (name !== null) add(name, schema);
    for (const part of partsOf(schema)) visit(part);
  };
  for (const { id, answer, body, query, assumed } of servedOperations(registry)) {
    add(id, answer, assumed);
    for (const asked of [body, query]) if (asked !== undefined) add(id, asked, assumed, true);
    visit(answer as FieldSchema);
  }
  for (const { type, payload, assumed } of registry.events.values()) {
    add(`event ${type}`, payload, assumed);
    visit(payload as unknown as FieldSchema);
  }
  return found;
}

/** The places that a path leads to. Lists count as their items. */
export const placesAt = (places: readonly Place[], path: readonly string[]): Place[] =>
  path.reduce((at, part) => at.flatMap((place) => fieldOf(place, part)), places.flatMap(insideOf));

/** A field of a place, if the place has it and shows it. */
function fieldOf({ schema, isAssumed, isRequest }: Place, name: string): Place[] {
  const field = schema.properties?.[name];
  if (field === undefined || 'x-internal' in field) return [];
  return insideOf({ schema: field, isAssumed: isAssumed || 'x-assumed' in field, isRequest });
}

/**
 * Finds a field by its path.
 * @returns the field at each place that has it; if the path leads nowhere, its first wrong part and the existing
 * names there
 */
export function fieldsAt(
  places: readonly Place[],
  path: string,
): { fields: readonly Place[]; wrong: string; known: readonly string[] } {
  const parts = path.split('.');
  const fields = placesAt(places, parts);
  const deepest = Math.max(
    0,
    parts.findLastIndex((_, at) => placesAt(places, parts.slice(0, at)).length > 0),
  );
  const inside = placesAt(places, parts.slice(0, deepest));
  const known = inside.flatMap((place) =>
    Object.keys(place.schema.properties ?? {}).filter((name) => fieldOf(place, name).length > 0),
  );
  return { fields, wrong: parts[deepest]!, known: [...new Set(known)] };
}

/** A place with the items of its lists, and with the forms that its value can have. */
function insideOf(place: Place): Place[] {
  const { schema, isAssumed } = place;
  const { items, anyOf = [] } = schema;
  const inner = [...anyOf, ...(items === undefined ? [] : [items])];
  return [
    place,
    ...inner.flatMap((each) => insideOf({ ...place, schema: each, isAssumed: isAssumed || 'x-assumed' in each })),
  ];
}

/** The values that a field can have; null if it can have any value of its type. */
export function valuesOf(fields: readonly Place[]): readonly unknown[] | null {
  const listed = fields.flatMap(({ schema }) => schema.enum ?? ('const' in schema ? [schema.const] : []));
  return listed.length === 0 ? null : [...new Set(listed)];
}
