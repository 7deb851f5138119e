import type { TObject } from 'typebox';
import type { EventDef } from '../../../core/kernel/declare/declarations.ts';
import type { Access, AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { publicSchema } from '../../../core/kernel/declare/schema.ts';
import { longestKey } from '../../../core/kernel/idempotency.ts';
import type { Described } from '../../profile/descriptions.ts';
import { assumedMark } from '../../profile/verdicts.ts';
import { answerSchema, shownSchema } from '../answers.ts';
import { clean, parametersOf, refer, requestBodyOf, usedBy } from './openapi-parts.ts';
import {
  commonHeaders,
  errorSchemasOf,
  headersIn,
  headersOf,
  refusalResponses,
  refusalsOf,
} from './openapi-refusals.ts';

type Json = Record<string, unknown>;

/** The described APIs. Each has its own document, because generated clients use only the server of the document. */
export type DescribedApi = 'merchant' | 'client';

interface Document {
  readonly title: string;
  readonly about: string;
  /** The base path of the API. */
  readonly base: string;
  readonly security: readonly Json[];
  readonly securitySchemes?: Json;
  readonly describe: (operation: AnyOperation, tag: string, registry: Described) => Json;
}

const documents: Readonly<Record<DescribedApi, Document>> = {
  merchant: {
    title: 'Payments API (emulated)',
    about: 'The operations that a merchant calls with a key, and the webhooks that report the results.',
    base: '/api/v1',
    security: [{ key: [] }],
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'A key of the workspace: sk_test_…, sk_live_…, pk_test_… or pk_live_….',
      },
      appToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token from POST /oauth/token (pat_…). Only app routes accept it.',
      },
    },
    describe: describeMerchant,
  },
  client: {
    title: 'Public checkout client API (emulated)',
    about: 'The operations that pages and apps for buyers and recipients call without a key.',
    base: '',
    security: [],
    describe: describeClient,
  },
};

/**
 * The OpenAPI 3.1 description of an API, generated from the declarations of the slices.
 * @param origin the emulator's origin, such as `http://127.0.0.1:4747`
 */
export function buildOpenApi(registry: Described, version: string, origin: string, api: DescribedApi): Json {
  const { title, about, base, security, securitySchemes, describe } = documents[api];
  const described = registry.slices.filter(({ operations }) => operations.some(({ surface }) => surface === api));
  const schemas: Json = errorSchemasOf(registry);
  for (const { models } of registry.slices) {
    for (const [name, model] of Object.entries(models)) schemas[name] = clean(publicSchema(model as TObject));
  }
  const paths: Record<string, Json> = {};
  for (const slice of described) {
    for (const operation of slice.operations) {
      if (operation.surface !== api) continue;
      paths[operation.path] ??= {};
      paths[operation.path]![operation.method.toLowerCase()] = describe(operation, slice.name, registry);
    }
  }
  const called = refer({ paths, ...(api === 'merchant' ? { webhooks: webhooksOf(registry) } : {}) }, schemas);
  const { profile, confirmed } = registry;
  const observed =
    profile === undefined
      ? ''
      : ` A part marked \`x-observed: true\` matches the responses of ${profile.name}, according to its profile.`;
  const seen =
    confirmed === undefined
      ? ''
      : ' A part marked `x-confirmed` was observed in a capture of the service on the date in the mark.';
  return withoutHeaders(profile?.unsent ?? [], {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description:
        `${about} Served by payments-emulator ${version}. A part marked \`x-assumed: true\` is guaranteed only by this ` +
        `emulator, and the real service may differ.${observed}${seen} The examples refer to objects of the fixture ` +
        'shop: start the emulator with `npx payments-emulator start --fixture shop`, and run the examples in order, except for wallets and 3-D ' +
        'Secure on pages, which the fixture does not contain. Use the key `sk_test_demo` and, for app routes, the token `pat_demo`.',
      contact: { name: 'The manual of this emulator', url: `${origin}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}${base}` }],
    security,
    tags: described.map(({ name }) => ({ name, description: `Operations of ${name.replaceAll('_', ' ')}` })),
    ...called,
    components: {
      ...(securitySchemes === undefined ? {} : { securitySchemes }),
      ...usedBy(called, { headers: headersIn(registry), responses: refusalResponses, schemas }),
    },
  });
}

/**
 * A description without some response headers.
 * @param names in lowercase
 */
function withoutHeaders(names: readonly string[], description: Json): Json {
  if (names.length === 0) return description;
  const isSent = ([name]: readonly [string, unknown]): boolean => !names.includes(name.toLowerCase());
  const shown = (key: string, value: unknown): unknown =>
    key === 'headers' ? Object.fromEntries(Object.entries(value as Json).filter(isSent)) : value;
  return JSON.parse(JSON.stringify(description, shown)) as Json;
}

function describeMerchant(operation: AnyOperation, tag: string, registry: Described): Json {
  const keyed = operation.method === 'POST';
  return {
    ...common(operation, tag, keyed ? { ...commonHeaders, ...replayedHeader } : commonHeaders, registry),
    ...(operation.scope === undefined ? {} : { 'x-scope': operation.scope }),
    ...(operation.access === 'app' ? { security: [{ appToken: [] }] } : {}),
    ...(operation.access === 'public' ? { security: [] } : {}),
    parameters: [...parametersOf(operation, tag), ...(keyed ? [withExample(idempotencyKey, operation)] : [])],
  };
}

const replayedHeader = headersOf(['Idempotency-Replayed']);

/** Operations of the client API need no key, and accept the SDK's header. */
function describeClient(operation: AnyOperation, tag: string, registry: Described): Json {
  const isClaimed = isClaimedUnderKey(operation);
  const headers = {
    ...headersOf(['Request-Id', 'X-Emulator-Ignored']),
    ...(isClaimed ? replayedHeader : {}),
    ...(operation.rate === undefined
      ? {}
      : headersOf(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Tier'])),
  };
  return {
    ...common(operation, tag, headers, registry),
    parameters: [
      ...parametersOf(operation, tag),
      sdkHeader,
      ...(isClaimed ? [withExample(attemptKey, operation)] : []),
    ],
  };
}

function common(operation: AnyOperation, tag: string, headers: Json, registry: Described): Json {
  const { responses, codes } = refusalsOf(operation, registry.profile);
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: termsOf(operation),
    tags: [tag],
    ...(operation.assumed === true ? assumedMark(registry, `operation ${operation.id}`) : {}),
    // The possible codes of each error.
    'x-codes': codes,
    ...requestBodyOf(operation),
    responses: {
      [operation.status]: {
        description: 'The operation succeeded.',
        headers,
        content: { 'application/json': { schema: clean(answerSchema(operation)) } },
      },
      ...responses,
    },
  };
}

const callers: Readonly<Record<Access, string>> = {
  secret: 'Requires a secret key',
  read: 'Accepts any key of the workspace',
  publishable: 'Accepts a secret or a publishable key',
  app: 'Requires an app access token',
  public: 'Requires no key',
};

/** The conditions of an operation: its access, its rate limit, and the capability that it needs. */
function termsOf({ access = 'public', scope, rate, surface, capability }: AnyOperation): string {
  const may = `${callers[access]}${scope === undefined ? '' : `; a scoped key requires the scope ${scope}`}.`;
  const per = surface === 'client' ? 'for each client address and slug' : 'in the lowest tier';
  const often = rate === undefined ? '' : ` At most ${rate} requests per minute ${per}.`;
  return may + often + (capability === undefined ? '' : ' The workspace requires the debit-and-payouts capability.');
}

const sdkHeader: Json = {
  name: 'X-Service-SDK',
  in: 'header',
  required: false,
  description: 'The SDK that sends the request, such as web/1.4.0; ignored if it is malformed.',
  schema: { type: 'string', maxLength: 64, pattern: '^[a-z-]+/[0-9A-Za-z.+-]+$' },
  example: 'web/1.4.0',
};

/** A separate key for each operation, because no two operations may share one. */
const keyFor = ({ id }: AnyOperation): string => `example-${id}`;

const withExample = (parameter: Json, operation: AnyOperation): Json => ({ ...parameter, example: keyFor(operation) });

/**
 * Whether an operation of the client API needs an `Idempotency-Key`: such an operation can reject the key with 422.
 */
const isClaimedUnderKey = ({ surface, refuses }: AnyOperation): boolean =>
  surface === 'client' && refuses.some(({ status }) => status === 422);

/** The `Idempotency-Key` in the example of an operation that needs one; null if it needs none. */
export const exampleKey = (operation: AnyOperation): string | null =>
  isClaimedUnderKey(operation) ? keyFor(operation) : null;

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same request with the same key is processed only once in 24 hours. Repeated requests receive the first response.',
  schema: { type: 'string', minLength: 1, maxLength: longestKey },
  'x-assumed': true,
};

const attemptKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A unique UUID for each payment attempt.',
  schema: { type: 'string', minLength: 1, maxLength: longestKey },
};

const webhooksOf = (registry: Described): Json =>
  Object.fromEntries(
    [...registry.events].map(([type, event]) => [
      type,
      webhook(event, clean(shownSchema(event.payload)), markOf(event, registry)),
    ]),
  );

function markOf({ type, assumed }: EventDef, registry: Described): Json {
  if (registry.profile?.eventTypes.includes(type) === true) return { 'x-observed': true };
  return assumed === true ? assumedMark(registry, `event ${type}`) : {};
}

const webhook = ({ type, about }: EventDef, payload: unknown, mark: Json): Json => ({
  post: {
    operationId: `webhook_${type.replaceAll('.', '_')}`,
    summary: about,
    description: `Sent when ${about}.`,
    ...mark,
    parameters: [
      {
        name: 'Service-Event',
        in: 'header',
        required: true,
        description: 'The event type, as in the body.',
        schema: { type: 'string', const: type },
      },
      {
        name: 'Service-Signature',
        in: 'header',
        required: true,
        description: '`t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`.',
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
              id: { type: 'string', description: 'The id of the event; the same for every delivery attempt.' },
              type: { type: 'string', const: type, description: 'What happened.' },
              created: { type: 'integer', description: 'When the event happened, in Unix seconds.' },
              data: { description: 'The data of the event.', ...(payload as Json) },
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'The webhook was received; after any other response, the delivery is retried.' },
    },
  },
});
