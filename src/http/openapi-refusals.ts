import { errorCodes, errorTypes } from '../engine/errors.ts';
import { declineCategories } from '../engine/outcomes.ts';
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

const refused = (description: string, schema = 'Error', further: Json = {}): Json => ({
  description,
  headers: { ...commonHeaders, ...further },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** How operations refuse, each described once (specification, "Errors"). */
export const refusals = {
  InvalidRequest: refused('Invalid or missing parameters'),
  Unauthorized: refused('Missing or invalid key'),
  Declined: refused('The payment was declined; `data` holds the failed transaction', 'DeclinedError'),
  Forbidden: refused('The key may not do this'),
  NotFound: refused('The resource does not exist'),
  Conflict: refused('A conflict, or a reference used again'),
  TooManyRequests: refused('Too many requests; nothing was processed', 'Error', headersOf(['Retry-After'])),
  UnknownOutcome: refused('The outcome is unknown; retry with the same reference_id', 'UnknownOutcomeError'),
  Unavailable: refused('The network is unavailable; nothing was done'),
  Failure: refused('Refused before the operation was asked, or a failure of the service'),
};

const byStatus: Readonly<Record<string, keyof typeof refusals>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  402: 'Declined',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
  503: 'Unavailable',
};

/** A reference to the refusal that a status stands for; an operation that charges tells more of an unknown outcome. */
export function refusalOf(status: number | 'default', errors: readonly number[] = []): Json {
  const name = status === 503 && errors.includes(402) ? 'UnknownOutcome' : (byStatus[status] ?? 'Failure');
  return { $ref: `#/components/responses/${name}` };
}

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

/** The bodies of refusals; those of failed charges tell more (specification, "Failed charges"). */
export const errorSchemas: Json = {
  ErrorCode: {
    anyOf: [
      { type: 'string', enum: [...errorCodes.specified] },
      { type: 'string', enum: [...errorCodes.assumed], 'x-assumed': true },
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
