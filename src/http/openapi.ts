import type { TObject } from 'typebox';
import { longestKey } from '../engine/idempotency.ts';
import type { AnyOperation } from '../engine/operation.ts';
import type { Registry } from '../engine/registry.ts';
import { publicSchema } from '../engine/schema.ts';
import { answerSchema, shownSchema } from './answers.ts';
import { clean, parametersOf, requestBodyOf } from './openapi-parts.ts';
import {
  answerHeaders,
  clientErrorSchemas,
  commonHeaders,
  errorSchemas,
  headersOf,
  refusalResponses,
  refusalsOf,
} from './openapi-refusals.ts';

type Json = Record<string, unknown>;

/** The interface description: OpenAPI 3.1, made from the declarations of the slices. */
export function buildOpenApi(registry: Registry, version: string, origin: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { ...errorSchemas, ...clientErrorSchemas };
  for (const slice of registry.slices) {
    for (const [name, model] of Object.entries(slice.models)) schemas[name] = clean(publicSchema(model as TObject));
    for (const operation of slice.operations) {
      if (operation.surface === 'control') continue;
      paths[operation.path] ??= {};
      paths[operation.path]![operation.method.toLowerCase()] =
        operation.surface === 'client' ? describeClient(operation, origin) : describe(operation, slice.name);
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
    tags: [
      ...registry.slices
        .filter(({ operations }) => operations.some(({ surface }) => surface === 'merchant'))
        .map(({ name }) => ({ name, description: `Operations of ${name.replaceAll('_', ' ')}` })),
      { name: 'client', description: 'The public checkout client API: what pages and apps call without a key' },
    ],
    paths: refer(paths, names),
    webhooks: refer(
      Object.fromEntries(
        [...registry.events].map(([type, { about, payload }]) => [
          type,
          webhook(type, about, clean(shownSchema(payload))),
        ]),
      ),
      names,
    ),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'sk_test_…, sk_live_…, pk_test_… or pk_live_…' },
        appToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'pat_…, of POST /oauth/token: what app routes take, and nothing else does',
        },
      },
      headers: answerHeaders,
      responses: refusalResponses,
      schemas,
    },
  };
}

const describe = (operation: AnyOperation, tag: string): Json => ({
  ...common(operation, tag, isKeyed(operation) ? { ...commonHeaders, ...replayedHeader } : commonHeaders),
  ...(operation.scope === undefined ? {} : { 'x-scope': operation.scope }),
  ...(operation.access === 'app' ? { security: [{ appToken: [] }] } : {}),
  ...(operation.access === 'public' ? { security: [] } : {}),
  parameters: [...parametersOf(operation), ...(isKeyed(operation) ? [idempotencyKey] : [])],
});

/** Whether an operation of the merchant API takes an `Idempotency-Key`. */
const isKeyed = ({ method }: AnyOperation): boolean => method === 'POST';
const replayedHeader = headersOf(['Idempotency-Replayed']);

/** An operation of the client API: its path counts from the origin on, and it takes no key. */
function describeClient(operation: AnyOperation, origin: string): Json {
  // What may be tried again under a key is what a claim of it can refuse.
  const isClaimed = operation.refuses.some(({ status }) => status === 422);
  const headers = {
    ...headersOf(['Request-Id', 'X-Emulator-Ignored']),
    ...(isClaimed ? replayedHeader : {}),
    ...(operation.rate === undefined
      ? {}
      : headersOf(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Tier'])),
  };
  return {
    ...common(operation, 'client', headers),
    security: [],
    servers: [{ url: origin }],
    parameters: [...parametersOf(operation), sdkHeader, ...(isClaimed ? [attemptKey] : [])],
  };
}

function common(operation: AnyOperation, tag: string, headers: Json): Json {
  const { responses, codes } = refusalsOf(operation);
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [tag],
    ...(operation.assumed === true ? { 'x-assumed': true } : {}),
    // The codes that each refusal may say.
    'x-codes': codes,
    ...requestBodyOf(operation),
    responses: {
      [operation.status]: {
        description: 'Done',
        headers,
        content: { 'application/json': { schema: clean(answerSchema(operation)) } },
      },
      ...responses,
    },
  };
}

const sdkHeader: Json = {
  name: 'X-Service-SDK',
  in: 'header',
  required: false,
  description: 'The SDK that calls, as in web/1.4.0; ignored where it is malformed',
  schema: { type: 'string', maxLength: 64, pattern: '^[a-z-]+/[0-9A-Za-z.+-]+$' },
};

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request under the same key is performed once in 24 hours, and answered as the first time',
  schema: { type: 'string', minLength: 1, maxLength: longestKey },
  'x-assumed': true,
};

const attemptKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'One UUID for each attempt to pay',
  schema: { type: 'string', minLength: 1, maxLength: longestKey },
};

const webhook = (type: string, about: string, payload: unknown): Json => ({
  post: {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    summary: about,
    parameters: [
      { name: 'Service-Event', in: 'header', required: true, schema: { type: 'string', const: type } },
      {
        name: 'Service-Signature',
        in: 'header',
        required: true,
        description: 't=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret>',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'type', 'created', 'data'],
            properties: {
              id: { type: 'string' },
              type: { type: 'string', const: type },
              created: { type: 'integer', description: 'Unix seconds' },
              data: payload,
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received; anything else is tried again' } },
  },
});

/** The same document with a reference wherever a whole model stands. */
function refer(part: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((each) => refer(each, names));
  if (typeof part !== 'object' || part === null) return part;
  const name = 'properties' in part ? names.get(JSON.stringify(part)) : undefined;
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, refer(value, names)]));
}
