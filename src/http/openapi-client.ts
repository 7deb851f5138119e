import type { AnyClientOperation } from '../engine/client-operation.ts';
import { errorCodes } from '../engine/errors.ts';
import { clean, parametersOf, requestBodyOf } from './openapi-parts.ts';
import { headersOf } from './openapi-refusals.ts';

type Json = Record<string, unknown>;

/** The tag of what buyers and recipients call without a key. */
export const clientTags = [
  { name: 'client', description: 'The public checkout client API: what pages and apps call without a key' },
];

const refused = (description: string, schema = 'ClientError', headers: Json = headersOf(['Request-Id'])): Json => ({
  description,
  headers,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** How the client API refuses (specification, "Pay responses"); its bodies have no `type`. */
export const clientRefusals = {
  ClientInvalidRequest: refused('Invalid or missing parameters'),
  ClientDeclined: refused('Invalid or missing parameters, or the payment was declined', 'ClientDeclinedError'),
  ClientAuthentication: refused('Authenticate the card with 3-D Secure first'),
  ClientNotFound: refused('There is no such page, or it is done with'),
  ClientConflict: refused('The state does not allow it, or the same request is still in flight'),
  ClientKeyReused: refused('The Idempotency-Key came with another body before'),
  ClientTooManyRequests: refused(
    'Too many requests; nothing was processed',
    'ClientError',
    headersOf(['Request-Id', 'Retry-After']),
  ),
  ClientVaultFailed: refused('The card vault failed'),
  ClientUnknownOutcome: refused('The outcome is unknown; ask again with the same Idempotency-Key'),
  ClientFailure: refused('Refused before the operation was asked, or a failure of the service'),
};

const byStatus: Readonly<Record<number, keyof typeof clientRefusals>> = {
  400: 'ClientInvalidRequest',
  402: 'ClientAuthentication',
  404: 'ClientNotFound',
  409: 'ClientConflict',
  422: 'ClientKeyReused',
  429: 'ClientTooManyRequests',
  502: 'ClientVaultFailed',
  503: 'ClientUnknownOutcome',
};

const errorFields = {
  error: { type: 'string', description: 'For people; its wording may change' },
  code: {
    anyOf: [
      { type: 'string', enum: ['card_declined', ...errorCodes.client] },
      { type: 'string', 'x-assumed': true },
    ],
  },
};

export const clientErrorSchemas: Json = {
  ClientError: { type: 'object', required: ['error'], properties: errorFields },
  ClientDeclinedError: {
    type: 'object',
    required: ['error'],
    properties: {
      ...errorFields,
      declineCode: { type: ['string', 'null'], description: "The gateway's own code; of a decline alone" },
      status: { type: 'string', const: 'declined' },
      transactionId: { type: 'string', description: 'The failed transaction' },
    },
  },
};

const headerParameters: readonly Json[] = [
  {
    name: 'X-Service-SDK',
    in: 'header',
    required: false,
    description: 'The SDK that calls, as in web/1.4.0; ignored where it is malformed',
    schema: { type: 'string', maxLength: 64, pattern: '^[a-z-]+/[0-9A-Za-z.+-]+$' },
  },
];

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'One UUID for each attempt to pay',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const refusalOf = (status: number, errors: readonly number[]): Json => {
  const name = status === 400 && errors.includes(422) ? 'ClientDeclined' : (byStatus[status] ?? 'ClientFailure');
  return { $ref: `#/components/responses/${name}` };
};

/** An operation of the client API, by its method. Its path counts from the origin on, and it takes no key. */
export function describeClientPath(operation: AnyClientOperation, origin: string): Json {
  // What may be tried again under a key is what a claim of it can refuse.
  const isClaimed = operation.errors.includes(422);
  const rate = headersOf(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Tier']);
  const headers = {
    ...headersOf(['Request-Id', ...(isClaimed ? (['Idempotency-Replayed'] as const) : [])]),
    ...(operation.rate === undefined ? {} : rate),
  };
  const responses: Json = {
    [operation.success]: {
      description: 'Done',
      headers,
      content: { 'application/json': { schema: clean(operation.answer) } },
    },
  };
  for (const status of [...operation.errors, ...(operation.rate === undefined ? [] : [429])]) {
    responses[status] = refusalOf(status, operation.errors);
  }
  responses.default = { $ref: '#/components/responses/ClientFailure' };
  return {
    [operation.method.toLowerCase()]: {
      operationId: operation.id.replaceAll('.', '_'),
      summary: operation.summary,
      tags: ['client'],
      security: [],
      servers: [{ url: origin }],
      ...(operation.assumed === true ? { 'x-assumed': true } : {}),
      parameters: [...parametersOf(operation), ...headerParameters, ...(isClaimed ? [idempotencyKey] : [])],
      ...requestBodyOf(operation),
      responses,
    },
  };
}
