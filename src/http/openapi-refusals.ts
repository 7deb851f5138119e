import { codesOf, errorTypes, type Refusal } from '../engine/errors.ts';
import type { AnyOperation } from '../engine/operation.ts';
import { declineCategories } from '../engine/outcomes.ts';
import { impliedRefusals } from './implied-refusals.ts';
import { tierFactors } from './rate-limits.ts';

type Json = Record<string, unknown>;

/** Every header that an answer of the merchant API may carry, by its name. */
export const answerHeaders = {
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests allowed this minute' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left this minute' },
  'X-RateLimit-Tier': {
    schema: { type: 'string', enum: Object.keys(tierFactors) },
    description: 'The tier that the limit belongs to',
  },
  'Request-Id': {
    schema: { type: 'string' },
    description: 'The id under which the request log keeps it',
    'x-assumed': true,
  },
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until a retry may succeed' },
  'Idempotency-Replayed': { schema: { type: 'string', const: 'true' }, description: 'A stored answer, given again' },
};

export const headersOf = (names: readonly (keyof typeof answerHeaders)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** What every answer carries. */
export const commonHeaders = headersOf([
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Tier',
  'Request-Id',
]);

/** What the refusals of a status mean, to somebody who reads the description (specification, "Errors"). */
const meanings: Readonly<Record<number, string>> = {
  400: 'Invalid or missing parameters',
  401: 'Missing or invalid key',
  402: 'The payment was declined; `data` holds the failed transaction',
  403: 'The key may not do this',
  404: 'The resource does not exist',
  409: 'A conflict, or a reference used again',
  429: 'Too many requests; nothing was processed',
  503: 'The network is unavailable; nothing was done',
};
const clientMeanings: Readonly<Record<number, string>> = {
  400: 'Invalid or missing parameters',
  402: 'Authenticate the card with 3-D Secure first',
  404: 'There is no such page, or it is done with',
  409: 'The state does not allow it, or the same request is still in flight',
  422: 'The Idempotency-Key came with another body before',
  429: 'Too many requests; nothing was processed',
  502: 'The card vault failed',
  503: 'The outcome is unknown; ask again with the same Idempotency-Key',
};
const failure = 'Refused before the operation was asked, or a failure of the service';

/** The refusals of an operation by their status: its own, and those of every operation of its surface. */
export function refusalsOf(operation: AnyOperation): Json {
  const isClient = operation.surface === 'client';
  const byStatus = new Map<number, Set<string>>();
  for (const { status, code } of [...impliedRefusals(operation), ...operation.refuses] as Refusal[]) {
    const codes = byStatus.get(status) ?? new Set();
    byStatus.set(status, codes);
    if (code !== null) codes.add(code);
  }
  const responses: Json = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = isClient ? clientRefused(status, operation, codes) : refused(status, operation, codes);
  }
  return { ...responses, default: { $ref: `#/components/responses/${isClient ? 'ClientFailure' : 'Failure'}` } };
}

function refused(status: number, { refuses, refusalBody }: AnyOperation, codes: ReadonlySet<string>): Json {
  // An operation that charges tells more of an unknown outcome.
  const isCharge = refuses.some((each) => each.status === 402);
  const isUnknown = status === 503 && isCharge;
  const schema = status === 402 ? 'DeclinedError' : isUnknown ? 'UnknownOutcomeError' : 'Error';
  return {
    description: isUnknown ? 'The outcome is unknown; retry with the same reference_id' : (meanings[status] ?? failure),
    headers: { ...commonHeaders, ...(status === 429 ? headersOf(['Retry-After']) : {}) },
    ...jsonOf(refusalBody === undefined ? withCodes(schema, codes) : { $ref: '#/components/schemas/OAuthError' }),
  };
}

function clientRefused(status: number, { refuses }: AnyOperation, codes: ReadonlySet<string>): Json {
  const isPay = status === 400 && refuses.some((each) => each.status === 422);
  return {
    description: isPay
      ? 'Invalid or missing parameters, or the payment was declined'
      : (clientMeanings[status] ?? failure),
    headers: headersOf(['Request-Id', ...(status === 429 ? (['Retry-After'] as const) : [])]),
    // A refusal of a field has no code there.
    ...jsonOf(
      isPay || status === 400 || status === 404
        ? { $ref: `#/components/schemas/${isPay ? 'ClientDeclinedError' : 'ClientError'}` }
        : withCodes('ClientError', codes),
    ),
  };
}

const jsonOf = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

/** The schema of an error body, whose code is one of those that the operation refuses with. */
const withCodes = (name: string, codes: ReadonlySet<string>): Json => {
  const schema = { $ref: `#/components/schemas/${name}` };
  return codes.size === 0 ? schema : { allOf: [schema, { properties: { code: { enum: [...codes] } } }] };
};

const otherwise = (schema: string, headers: Json): Json => ({
  description: failure,
  headers,
  ...jsonOf({ $ref: `#/components/schemas/${schema}` }),
});

/** What is answered where no operation was asked. */
export const failures: Json = {
  Failure: otherwise('Error', commonHeaders),
  ClientFailure: otherwise('ClientError', headersOf(['Request-Id'])),
};

const errorFields = {
  error: { type: 'string', description: 'For people; its wording may change' },
  type: { type: 'string', enum: Object.keys(errorTypes) },
  code: { $ref: '#/components/schemas/ErrorCode' },
  param: { type: 'string', description: 'The offending field', 'x-assumed': true },
};

const failedCharge = {
  ...errorFields,
  decline_code: { type: ['string', 'null'], description: "The gateway's own code" },
  category: { type: 'string', enum: [...declineCategories] },
  reference_id: { type: ['string', 'null'], description: 'Finds the attempt in the request log' },
};
const failedChargeRequired = ['error', 'type', 'code', 'decline_code', 'category', 'reference_id'];

/** The error body of OAuth 2.0 (RFC 6749, section 5.2). */
const oauthError: Json = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', enum: ['invalid_request', 'unsupported_grant_type', 'invalid_client'] },
    error_description: { type: 'string', description: 'For people', 'x-assumed': true },
  },
};

/** The bodies of refusals; those of failed charges tell more (specification, "Failed charges"). */
export const errorSchemas: Json = {
  OAuthError: oauthError,
  ErrorCode: {
    anyOf: [
      { type: 'string', enum: codesOf('specified') },
      { type: 'string', enum: codesOf('assumed'), 'x-assumed': true },
    ],
  },
  Error: { type: 'object', required: ['error', 'type'], properties: errorFields },
  DeclinedError: {
    type: 'object',
    required: [...failedChargeRequired, 'data'],
    properties: {
      ...failedCharge,
      type: { type: 'string', const: 'card_error' },
      data: { $ref: '#/components/schemas/Transaction', description: 'The failed transaction' },
    },
  },
  UnknownOutcomeError: {
    type: 'object',
    required: failedChargeRequired,
    properties: { ...failedCharge, type: { type: 'string', const: 'api_error' } },
  },
};

const clientErrorFields = {
  error: { type: 'string', description: 'For people; its wording may change' },
  code: {
    anyOf: [
      { type: 'string', enum: codesOf('client') },
      { type: 'string', 'x-assumed': true },
    ],
  },
};

export const clientErrorSchemas: Json = {
  ClientError: { type: 'object', required: ['error'], properties: clientErrorFields },
  ClientDeclinedError: {
    type: 'object',
    required: ['error'],
    properties: {
      ...clientErrorFields,
      declineCode: { type: ['string', 'null'], description: "The gateway's own code; of a decline alone" },
      status: { type: 'string', const: 'declined' },
      transactionId: { type: 'string', description: 'The failed transaction' },
    },
  },
};
