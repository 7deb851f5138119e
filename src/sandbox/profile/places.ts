import type { TSchema } from '../../core/base/typebox.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { settlementSteps } from '../../payments/platform/settings.ts';

/** The parts of a schema that a profile is about. */
export interface FieldSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  additionalProperties?: FieldSchema | boolean;
  'x-assumed'?: unknown;
  'x-assumed-values'?: readonly unknown[];
  'x-observed-values'?: readonly unknown[];
  'x-internal'?: unknown;
}

/** The delays that a profile may set, with the path of each among the settings of a workspace. */
export const delaySettings: Readonly<Record<string, string>> = Object.fromEntries(
  settlementSteps.map((step) => [`settlement.delays.${step}`, step]),
);

/** A declared field, and whether only the emulator promises it. */
export interface Place {
  readonly schema: FieldSchema;
  readonly isAssumed: boolean;
}

export const isEvent = (of: string): boolean => of.startsWith('event ');
export const eventOf = (of: string): string => of.slice('event '.length);

/** Operations whose answers a profile may change; those of the control API are the emulator's own. */
export const servedOperations = (registry: Registry): AnyOperation[] => [
  ...registry.operationsOf('merchant'),
  ...registry.operationsOf('client'),
];

const objectName = (schema: FieldSchema | undefined): string | null => {
  const name = schema?.properties?.object?.const;
  return typeof name === 'string' ? name : null;
};

/** The object that an operation answers with, by the name in `object`; null: its answer has none. */
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

/** All declared schemas of what answers and webhooks show, by the names that `of` has for them in a profile. */
export function schemasByName(registry: Registry): Map<string, Place[]> {
  const found = new Map<string, Place[]>();
  const add = (name: string, schema: TSchema | FieldSchema, isAssumed = false): void => {
    const known = found.get(name) ?? [];
    if (!known.some((each) => each.schema === schema))
      found.set(name, [...known, { schema: schema as FieldSchema, isAssumed }]);
  };
  const visit = (schema: FieldSchema): void => {
    const name = objectName(schema);
    if (name !== null) add(name, schema);
    for (const part of partsOf(schema)) visit(part);
  };
  for (const { id, answer, assumed } of servedOperations(registry)) {
    add(id, answer, assumed);
    visit(answer as FieldSchema);
  }
  for (const { type, payload, assumed } of registry.events.values()) {
    add(`event ${type}`, payload, assumed);
    visit(payload as unknown as FieldSchema);
  }
  return found;
}

/**
 * Finds a field by its path. Lists count as their items.
 * @returns the field at each place that has it, or the names that the deepest place knows in its stead
 */
export function fieldsAt(
  places: readonly Place[],
  path: string,
): { fields: readonly Place[]; known: readonly string[] } {
  let at = places.flatMap(insideOf);
  for (const part of path.split('.')) {
    const next = at.flatMap(({ schema, isAssumed }): Place[] => {
      const field = shownFields(schema)[part];
      return field === undefined ? [] : [{ schema: field, isAssumed: isAssumed || 'x-assumed' in field }];
    });
    if (next.length === 0)
      return { fields: [], known: [...new Set(at.flatMap(({ schema }) => Object.keys(shownFields(schema))))] };
    at = next.flatMap(insideOf);
  }
  return { fields: at, known: [] };
}

/** A place with the items of its lists, and the forms that its value may have. */
function insideOf({ schema, isAssumed }: Place): Place[] {
  const { items, anyOf = [] } = schema;
  const inner = [...anyOf, ...(items === undefined ? [] : [items])];
  return [
    { schema, isAssumed },
    ...inner.flatMap((each) => insideOf({ schema: each, isAssumed: isAssumed || 'x-assumed' in each })),
  ];
}

const shownFields = ({ properties = {} }: FieldSchema): Record<string, FieldSchema> =>
  Object.fromEntries(Object.entries(properties).filter(([, field]) => !('x-internal' in field)));

/** The values that a field may have; null: any value of its type. */
export function valuesOf(fields: readonly Place[]): readonly unknown[] | null {
  const listed = fields.flatMap(({ schema }) => schema.enum ?? ('const' in schema ? [schema.const] : []));
  return listed.length === 0 ? null : [...new Set(listed)];
}
