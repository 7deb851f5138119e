import type { TObject, TSchema } from 'typebox';
import { errorCodes, errorTypes } from '../engine/errors.ts';
import { type AnyOperation, pathParams } from '../engine/operation.ts';
import { declineCategories } from '../engine/outcomes.ts';
import type { Registry } from '../engine/registry.ts';
import { publicSchema } from '../engine/schema.ts';
import { answerSchema } from './answers.ts';

type Json = Record<string, unknown>;

const refusals: Readonly<Record<number, string>> = {
  400: 'Invalid or missing parameters',
  401: 'Missing or invalid key',
  402: 'The payment was declined; `data` holds the failed transaction',
  403: 'The key may not do this',
  404: 'The resource does not exist',
  409: 'A conflict, or a reference used again',
  429: 'Too many requests; nothing was processed',
  503: 'The outcome is unknown; retry with the same reference_id',
};

const rateHeaders = {
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests allowed this minute' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left this minute' },
  'X-RateLimit-Tier': { schema: { type: 'string' }, description: 'The tier that the limit belongs to' },
  'Request-Id': {
    schema: { type: 'string' },
    description: 'The id under which the request log keeps it',
    'x-assumed': true,
  },
};

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until a retry may succeed' },
};

/** The interface description: OpenAPI 3.1, made from the declarations of the slices. */
export function buildOpenApi(registry: Registry, version: string, origin: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Error: errorSchema(), ChargeError: chargeErrorSchema() };
  for (const resource of registry.resources) {
    for (const [name, model] of Object.entries(resource.models)) schemas[name] = clean(publicSchema(model as TObject));
    for (const operation of resource.operations) {
      paths[operation.path] ??= {};
      paths[operation.path]![operation.method.toLowerCase()] = describe(operation, resource.name);
    }
  }
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments API (emulated)',
      version: '1.0.0',
      description:
        `Answered by payments-emulator ${version}. A part marked \`x-assumed: true\` is promised by this emulator ` +
        'alone: the real service may differ there.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ key: [] }],
    tags: registry.resources
      .filter(({ operations }) => operations.length > 0)
      .map(({ name }) => ({ name, description: `Operations of ${name.replaceAll('_', ' ')}` })),
    paths: refer(paths, names),
    webhooks: Object.fromEntries([...registry.events].map(([type, { about }]) => [type, webhook(type, about)])),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'sk_test_…, sk_live_…, pk_test_… or pk_live_…' },
      },
      schemas,
    },
  };
}

/** Failed charges tell more than other refusals (specification, "Failed charges"). */
const errorOf = ({ errors }: AnyOperation, status: number): string =>
  errors.includes(402) && (status === 402 || status === 503)
    ? '#/components/schemas/ChargeError'
    : '#/components/schemas/Error';

function describe(operation: AnyOperation, tag: string): Json {
  const { query, body, example } = operation;
  const responses: Json = {
    [operation.success]: {
      description: 'Done',
      headers: rateHeaders,
      content: { 'application/json': { schema: clean(answerSchema(operation)) } },
    },
  };
  for (const status of [
    ...new Set([...operation.errors, 401, 403, ...(operation.method === 'GET' ? [] : [429])]),
  ].sort()) {
    responses[status] = {
      description: refusals[status] ?? 'Refused',
      headers: { ...rateHeaders, ...(status === 429 ? retryAfter : {}) },
      content: { 'application/json': { schema: { $ref: errorOf(operation, status) } } },
    };
  }
  return {
    operationId: operation.id.replaceAll('.', '_'),
    summary: operation.summary,
    tags: [tag],
    ...(operation.assumed === true ? { 'x-assumed': true } : {}),
    ...(operation.scope === undefined ? {} : { 'x-scope': operation.scope }),
    parameters: [
      ...pathParams(operation.path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
        ...(example.params?.[name] === undefined ? {} : { example: example.params[name] }),
      })),
      ...Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
        name,
        in: 'query',
        required: ((query?.required ?? []) as string[]).includes(name),
        ...((schema as { type?: unknown }).type === 'object' ? { style: 'deepObject', explode: true } : {}),
        schema: clean(schema),
      })),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: {
              'application/json': {
                schema: clean(body),
                ...(example.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }),
    responses,
  };
}

const webhook = (type: string, about: string): Json => ({
  post: {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    summary: about,
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'type', 'created', 'data'],
            properties: {
              id: { type: 'string' },
              type: { type: 'string', const: type },
              created: { type: 'integer', description: 'Unix seconds' },
              data: { type: 'object' },
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received; anything else is tried again' } },
  },
});

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['error', 'type'],
    properties: {
      error: { type: 'string', description: 'For people; its wording may change' },
      type: { type: 'string', enum: Object.keys(errorTypes) },
      code: {
        anyOf: [
          { type: 'string', enum: [...errorCodes.specified] },
          { type: 'string', enum: [...errorCodes.assumed], 'x-assumed': true },
        ],
      },
      param: { type: 'string', description: 'The offending field', 'x-assumed': true },
    },
  };
}

function chargeErrorSchema(): Json {
  return {
    type: 'object',
    required: ['error', 'type', 'code', 'decline_code', 'category', 'reference_id'],
    properties: {
      ...(errorSchema().properties as Json),
      decline_code: { type: ['string', 'null'], description: "The gateway's own code" },
      category: { type: 'string', enum: [...declineCategories] },
      reference_id: { type: ['string', 'null'], description: 'Finds the attempt in the request log' },
      data: { $ref: '#/components/schemas/Transaction', description: 'The failed transaction; on a 402 alone' },
    },
  };
}

/** A schema as plain JSON, without the marks that are the emulator's own business. */
function clean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(clean);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('x-assumed-values' in schema) return splitEnum(schema as EnumSchema);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => name !== 'x-internal' && name !== 'x-cents')
      .map(([name, value]) => [name, clean(value)]),
  );
}

/** The same document with a reference wherever a whole model stands. */
function refer(part: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((each) => refer(each, names));
  if (typeof part !== 'object' || part === null) return part;
  const name = 'properties' in part ? names.get(JSON.stringify(part)) : undefined;
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, refer(value, names)]));
}

type EnumSchema = { enum: string[]; 'x-assumed-values': string[] };

/** A list of words in two: those that the specification names, and those that are assumed. */
function splitEnum({ enum: values, 'x-assumed-values': assumed, ...rest }: EnumSchema & Json): Json {
  const { type, ...notes } = rest;
  const specified = values.filter((value) => !assumed.includes(value));
  return {
    ...notes,
    anyOf: [
      { type, enum: specified },
      { type, enum: assumed, 'x-assumed': true },
    ],
  };
}
