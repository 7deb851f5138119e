import type { TObject } from 'typebox';
import type { AnyOperation } from '../engine/operation.ts';
import type { Registry } from '../engine/registry.ts';
import { publicSchema } from '../engine/schema.ts';
import { answerSchema } from './answers.ts';
import { appTokenRoute, describeTokenRoute } from './app-token-description.ts';
import { clientErrorSchemas, clientRefusals, clientTags, describeClientPath } from './openapi-client.ts';
import { clean, parametersOf, requestBodyOf } from './openapi-parts.ts';
import { answerHeaders, commonHeaders, errorSchemas, refusalOf, refusals } from './openapi-refusals.ts';

type Json = Record<string, unknown>;

/** The interface description: OpenAPI 3.1, made from the declarations of the slices. */
export function buildOpenApi(registry: Registry, version: string, origin: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { ...errorSchemas, ...clientErrorSchemas };
  for (const resource of registry.resources) {
    for (const [name, model] of Object.entries(resource.models)) schemas[name] = clean(publicSchema(model as TObject));
    for (const operation of resource.operations) {
      paths[operation.path] ??= {};
      paths[operation.path]![operation.method.toLowerCase()] = describe(operation, resource.name);
    }
    for (const operation of resource.clientOperations ?? []) {
      paths[operation.path] = { ...paths[operation.path], ...describeClientPath(operation, origin) };
    }
  }
  paths[appTokenRoute.path] = { [appTokenRoute.method.toLowerCase()]: describeTokenRoute(commonHeaders) };
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
      .map(({ name }) => ({ name, description: `Operations of ${name.replaceAll('_', ' ')}` }))
      .concat({ name: 'app_token', description: 'Access tokens of installed apps' }, ...clientTags),
    paths: refer(paths, names),
    webhooks: refer(
      Object.fromEntries(
        [...registry.events].map(([type, { about, payload }]) => [type, webhook(type, about, clean(payload))]),
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
      responses: { ...refusals, ...clientRefusals },
      schemas,
    },
  };
}

function describe(operation: AnyOperation, tag: string): Json {
  const responses: Json = {
    [operation.success]: {
      description: 'Done',
      headers: commonHeaders,
      content: { 'application/json': { schema: clean(answerSchema(operation)) } },
    },
  };
  for (const status of operation.errors) responses[status] = refusalOf(status, operation.errors);
  for (const status of [401, 403, ...(operation.method === 'GET' ? [] : [429]), 'default'] as const) {
    responses[status] = refusalOf(status);
  }
  return {
    operationId: operation.id.replaceAll('.', '_'),
    summary: operation.summary,
    tags: [tag],
    ...(operation.assumed === true ? { 'x-assumed': true } : {}),
    ...(operation.scope === undefined ? {} : { 'x-scope': operation.scope }),
    ...(operation.access === 'app' ? { security: [{ appToken: [] }] } : {}),
    parameters: parametersOf(operation),
    ...requestBodyOf(operation),
    responses,
  };
}

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
