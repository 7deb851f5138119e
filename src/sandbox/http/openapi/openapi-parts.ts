import type { TObject, TSchema } from 'typebox';
import { type AnyOperation, pathParams } from '../../../core/kernel/declare/operation.ts';

type Json = Record<string, unknown>;

/**
 * The path and query parameters of an operation.
 * @param tag the name of its slice
 */
export const parametersOf = (operation: AnyOperation, tag: string): Json[] => [
  ...pathParams(operation.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: operation.params?.[name] ?? (name === 'id' ? `The id of the ${tag.replaceAll('_', ' ')}.` : undefined),
    schema: { type: 'string' },
    ...exampleOf(operation.example?.params?.[name]),
  })),
  ...queryOf(operation),
];

function queryOf({ query, example }: AnyOperation): Json[] {
  const shown = { ...example?.further, ...(example?.query as Json | undefined) };
  const required = (query?.required ?? []) as string[];
  return Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, field]) => {
    const { description, ...schema } = clean(field) as Json;
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description,
      ...(schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema,
      ...exampleOf(shown[name] ?? schema.default),
    };
  });
}

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example });

/** The body of an operation's request; empty if the request has no body. */
export const requestBodyOf = ({ body, bodyOptional, form, example }: AnyOperation): Json =>
  body === undefined
    ? {}
    : { requestBody: { required: bodyOptional !== true, content: contentOf(body, form, example?.body) } };

function contentOf(body: TObject, form: boolean | undefined, example: unknown): Json {
  const content = { schema: clean(body), ...exampleOf(example) };
  return {
    'application/json': content,
    ...(form === true ? { 'application/x-www-form-urlencoded': content } : {}),
  };
}

/** The marks of fields that only the emulator itself uses. */
const ourNotes: readonly string[] = [
  'x-internal',
  'x-cents',
  'x-currency',
  'x-checked',
  'x-fixed',
  'x-form',
  'x-picture',
];

/** A schema as plain JSON, without the emulator's own marks. */
export function clean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(clean);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('x-described' in schema) return clean(withDescribed(schema as DescribedSchema));
  if ('x-assumed-values' in schema || 'x-observed-values' in schema) return splitEnum(schema as EnumSchema);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !ourNotes.includes(name))
      .map(([name, value]) => [name, clean(value)]),
  );
}

type DescribedSchema = { 'x-described': Json };

const withDescribed = ({ 'x-described': keywords, ...rest }: DescribedSchema & Json): Json => ({
  ...rest,
  ...keywords,
});

type EnumSchema = {
  enum: string[];
  'x-assumed-values'?: string[];
  'x-observed-values'?: string[];
  'x-confirmed-values'?: Readonly<Record<string, string>>;
};

/** Splits an enum into the values that the specification names, the assumed values, and the values of a profile. */
function splitEnum({
  enum: values,
  'x-assumed-values': assumed = [],
  'x-observed-values': observed = [],
  'x-confirmed-values': days = {},
  ...rest
}: EnumSchema & Json): Json {
  const { type, ...notes } = rest;
  const specified = values.filter((value) => !assumed.includes(value) && !observed.includes(value));
  const forms = [
    { type, enum: specified },
    ...assumedForms(assumed, (value) => days[value], type),
    { type, enum: observed, 'x-observed': true },
  ];
  return { ...notes, anyOf: forms.filter((form) => form.enum.length > 0) };
}

/**
 * The schemas of assumed values. Values that captures confirmed have the date of the capture, and values with the
 * same date share a schema.
 */
export function assumedForms(
  values: readonly string[],
  dayOf: (value: string) => string | undefined,
  type: unknown = 'string',
): { type: unknown; enum: string[] }[] {
  return [...new Set(values.map(dayOf))].map((day) => ({
    type,
    enum: values.filter((value) => dayOf(value) === day),
    ...(day === undefined ? { 'x-assumed': true } : { 'x-confirmed': day }),
  }));
}

/** Replaces whole models with references to them. A description for one place stays next to the reference. */
export function refer<P>(part: P, models: Json): P {
  const names = new Map(Object.entries(models).map(([name, model]) => [undescribed(model), name]));
  const referred = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(referred);
    if (typeof inner !== 'object' || inner === null) return inner;
    const name = 'properties' in inner ? names.get(undescribed(inner)) : undefined;
    if (name === undefined)
      return Object.fromEntries(Object.entries(inner).map(([key, value]) => [key, referred(value)]));
    const { description } = inner as { description?: string };
    return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
  };
  return referred(part) as P;
}

/** A schema as text, without its own description. */
const undescribed = (schema: unknown): string => JSON.stringify({ ...(schema as Json), description: undefined });

/** The components that a part refers to, directly or through other components. */
export function usedBy(part: unknown, components: Readonly<Record<string, Json>>): Record<string, Json> {
  const used = new Set<string>();
  const follow = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const [key, value] of Object.entries(inner)) {
      if (key !== '$ref') follow(value);
      else if (!used.has(value)) {
        used.add(value);
        const [kind = '', name = ''] = String(value).split('/').slice(2);
        follow(components[kind]?.[name]);
      }
    }
  };
  follow(part);
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
    ]),
  );
}
