import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { errorTypes, type Refusal } from '../../../core/kernel/errors.ts';
import { declineCategories } from '../../../payments/platform/outcome-rules.ts';
import type { Described } from '../../profile/descriptions.ts';
import type { Profile } from '../../profile/profile.ts';
import { assumedMark } from '../../profile/verdicts.ts';
import { tierFactors } from '../surfaces/rate-limits.ts';
import { impliedRefusals } from './implied-refusals.ts';
import { assumedForms } from './openapi-parts.ts';

type Json = Record<string, unknown>;

/** Every header that a response of the merchant API can have, by name. */
export const answerHeaders = {
  'X-RateLimit-Limit': {
    schema: { type: 'integer' },
    description: 'The number of requests that are allowed in the current minute.',
  },
  'X-RateLimit-Remaining': {
    schema: { type: 'integer' },
    description: 'The number of requests that are left in the current minute.',
  },
  'X-RateLimit-Tier': {
    schema: { type: 'string', enum: Object.keys(tierFactors) },
    description: 'The tier that determines the limit.',
  },
  'Request-Id': {
    schema: { type: 'string' },
    description: 'The id of the request in the request log.',
    'x-assumed': true,
  },
  'X-Emulator-Ignored': {
    schema: { type: 'string', maxLength: 1_005 },
    description:
      'The ignored parts of the request: fields that the operation does not read, URL placeholders that the service does not replace (success_url.{CHECKOUT_SESSION_ID}), headers with a name similar to an API header, and an X-Emulator-Outcome without effect.',
    'x-assumed': true,
  },
  'X-Emulator-Refused': {
    schema: { type: 'string', maxLength: 1_005 },
    description: 'The unknown fields that caused a strict emulator to reject the request.',
    'x-assumed': true,
  },
  'X-Emulator-Code': {
    schema: { type: 'string' },
    description: 'The code of a client API error, even if the body contains no code.',
    'x-assumed': true,
  },
  'X-Emulator-Param': {
    schema: { type: 'string', maxLength: 200 },
    description: 'The parameter that a client API error is about.',
    'x-assumed': true,
  },
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until a retry can succeed.' },
  'Idempotency-Replayed': {
    schema: { type: 'string', const: 'true' },
    description: 'Indicates that a stored response was returned again.',
  },
};

/** The headers in the form of an interface description, with marks for those that captures confirmed. */
export const headersIn = (registry: Described): Json =>
  Object.fromEntries(
    Object.entries(answerHeaders).map(([name, { 'x-assumed': assumed, ...header }]: [string, Json]) => [
      name,
      assumed === undefined ? header : { ...header, ...assumedMark(registry, `header ${name.toLowerCase()}`) },
    ]),
  );

export const headersOf = (names: readonly (keyof typeof answerHeaders)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of every response. */
export const commonHeaders = headersOf([
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Tier',
  'Request-Id',
  'X-Emulator-Ignored',
]);

/** The headers of errors in the client API. */
const clientHeaders = [
  'Request-Id',
  'X-Emulator-Ignored',
  'X-Emulator-Refused',
  'X-Emulator-Code',
  'X-Emulator-Param',
] as const;

/** The errors of operations, each described once (specification, "Errors" and "Pay responses"). */
const described = {
  InvalidRequest: refused('Invalid or missing parameters.'),
  Unauthorized: refused('Missing or invalid key.'),
  Declined: refused('The payment was declined; `data` contains the failed transaction.', 'DeclinedError', [
    'Idempotency-Replayed',
  ]),
  Forbidden: refused('The key does not have the required permission.'),
  NotFound: refused('The resource does not exist.'),
  Conflict: refused('A conflict occurred, or the reference or the Idempotency-Key was already used.'),
  ChargeConflict: refused(
    'The reference or the Idempotency-Key was already used; after a decline, the body contains the data of the 402 response.',
    'ChargeConflictError',
  ),
  TooManyRequests: refused('Too many requests; the call was not processed.', 'Error', ['Retry-After']),
  UnknownOutcome: refused('The outcome is unknown; retry with the same reference_id.', 'UnknownOutcomeError'),
  Unavailable: refused('The network is unavailable; the call was not processed.'),
  Failure: refused('The request was rejected before the operation started, or the service failed.'),
  OAuthRefused: refused('An error in the format of OAuth 2.0.', 'OAuthError'),
  ClientInvalidRequest: clientRefused('Invalid or missing parameters.'),
  ClientDeclined: clientRefused(
    'A parameter is invalid or missing, or the payment was declined.',
    'ClientDeclinedError',
  ),
  ClientAuthentication: clientRefused('Authenticate the card with 3-D Secure first.'),
  ClientNotFound: clientRefused('The page does not exist, or is no longer in use.'),
  ClientConflict: clientRefused(
    'The state of the object does not allow the request, or the same request is still in progress.',
  ),
  ClientKeyReused: clientRefused('The Idempotency-Key was already used with a different body.'),
  ClientTooManyRequests: clientRefused('Too many requests; the call was not processed.', 'ClientError', [
    'Retry-After',
  ]),
  ClientVaultFailed: clientRefused('The card vault failed.'),
  ClientUnknownOutcome: clientRefused('The outcome is unknown; retry with the same Idempotency-Key.'),
  ClientFailure: clientRefused('The request was rejected before the operation started, or the service failed.'),
} as const;
type ResponseName = keyof typeof described;

/** The responses that errors refer to. */
export const refusalResponses: Json = described;

type HeaderName = keyof typeof answerHeaders;

function refused(description: string, schema = 'Error', further: readonly HeaderName[] = []): Json {
  return {
    description,
    headers: { ...commonHeaders, ...headersOf(['X-Emulator-Refused', ...further]) },
    ...bodyOf(schema),
  };
}

function clientRefused(description: string, schema = 'ClientError', further: readonly HeaderName[] = []): Json {
  return { description, headers: headersOf([...clientHeaders, ...further]), ...bodyOf(schema) };
}

function bodyOf(schema: string): Json {
  return { content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } };
}

const byStatus: Readonly<Record<number, ResponseName>> = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  402: 'Declined',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
  503: 'Unavailable',
};
const byClientStatus: Readonly<Record<number, ResponseName>> = {
  400: 'ClientInvalidRequest',
  402: 'ClientAuthentication',
  404: 'ClientNotFound',
  409: 'ClientConflict',
  422: 'ClientKeyReused',
  429: 'ClientTooManyRequests',
  502: 'ClientVaultFailed',
  503: 'ClientUnknownOutcome',
};

/** The errors of an operation: a response for each status, with the possible codes. */
export function refusalsOf(operation: AnyOperation, profile?: Profile): { responses: Json; codes: Json } {
  const codes = new Map<number, Set<string>>();
  const responses = new Map<number, Json>();
  const all: readonly Refusal[] = [...impliedRefusals(operation), ...operation.refuses];
  for (const refusal of all.toSorted((a, b) => a.status - b.status)) {
    const { status, code } = profile?.shownRefusal(refusal, operation) ?? refusal;
    const known = getOrMake(codes, status, () => new Set<string>());
    if (code !== null) known.add(code);
    responses.set(status, responses.get(status) ?? referTo(responseOf(operation, refusal.status)));
  }
  return {
    responses: {
      ...Object.fromEntries(responses),
      default: referTo(operation.surface === 'client' ? 'ClientFailure' : 'Failure'),
    },
    codes: Object.fromEntries(
      [...codes].flatMap(([status, known]) => (known.size === 0 ? [] : [[status, [...known]]])),
    ),
  };
}

function responseOf({ surface, refuses, refusalBody }: AnyOperation, status: number): ResponseName {
  const mayRefuse = (other: number) => refuses.some((each) => each.status === other);
  if (surface === 'client') {
    return status === 400 && mayRefuse(422) ? 'ClientDeclined' : (byClientStatus[status] ?? 'ClientFailure');
  }
  if (refusalBody !== undefined) return 'OAuthRefused';
  // Operations that charge give more detail about an unknown outcome, and about the reference of a declined charge.
  if (status === 503 && mayRefuse(402)) return 'UnknownOutcome';
  return status === 409 && mayRefuse(402) ? 'ChargeConflict' : (byStatus[status] ?? 'Failure');
}

const referTo = (name: ResponseName): Json => ({ $ref: `#/components/responses/${name}` });

const errorFields = {
  error: { type: 'string', description: 'A human-readable message; the wording can change.' },
  type: { type: 'string', enum: Object.keys(errorTypes), description: 'The error type; stable.' },
  code: { $ref: '#/components/schemas/ErrorCode' },
  param: { type: 'string', description: 'The offending field.', 'x-assumed': true },
};

const declineFields = {
  decline_code: { type: ['string', 'null'], description: "The gateway's own decline code." },
  category: { type: 'string', enum: [...declineCategories], description: 'The category of the failure.' },
  reference_id: {
    type: ['string', 'null'],
    description: 'The reference that you can use to find the attempt in the request log.',
  },
};
const failedCharge = { ...errorFields, ...declineFields };
const failedChargeRequired = ['error', 'type', 'code', 'decline_code', 'category', 'reference_id'];

/** The error body of OAuth 2.0 (RFC 6749, section 5.2). */
const oauthError: Json = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'unsupported_grant_type', 'invalid_client'],
      description: 'The error code, as defined in RFC 6749.',
    },
    error_description: { type: 'string', description: 'A human-readable reason for the error.', 'x-assumed': true },
  },
};

/** The codes in a profile. */
const observedCodes = ({ profile }: Described): Json[] => {
  const words = profile?.all('code').map(({ to }) => to) ?? [];
  return words.length === 0 ? [] : [{ type: 'string', enum: words, 'x-observed': true }];
};

/** Error schemas with the types and categories of a profile. */
function withWords(schemas: Json, profile: Profile | undefined): Json {
  if (profile === undefined) return schemas;
  const shown = (key: string, value: unknown): unknown => {
    if ((key !== 'type' && key !== 'category') || !isObject(value)) return value;
    const { enum: words, const: word } = value as { enum?: string[]; const?: string };
    return {
      ...value,
      ...(words === undefined ? {} : { enum: words.map((each) => profile.word(key, each)) }),
      ...(word === undefined ? {} : { const: profile.word(key, word) }),
      ...(profile.all(key).some(({ from }) => from === word || words?.includes(from)) ? { 'x-observed': true } : {}),
    };
  };
  return JSON.parse(JSON.stringify(schemas, shown)) as Json;
}

/** The bodies of errors. The body of a failed charge has more fields (specification, "Failed charges"). */
export const errorSchemasOf = (registry: Described): Json => withWords(errorSchemas(registry), registry.profile);

const errorSchemas = (registry: Described): Json => ({
  OAuthError: oauthError,
  ErrorCode: {
    description: 'A stable code for the exact error, if a code applies.',
    anyOf: [
      { type: 'string', enum: registry.codesOf('specified') },
      ...assumedForms(registry.codesOf('assumed'), (code) => registry.confirmed?.get(`code ${code}`)),
      ...observedCodes(registry),
    ],
  },
  Error: { type: 'object', required: ['error', 'type'], properties: errorFields },
  DeclinedError: {
    type: 'object',
    required: [...failedChargeRequired, 'data'],
    properties: {
      ...failedCharge,
      type: { type: 'string', const: 'card_error', description: 'The payment was declined.' },
      data: { $ref: '#/components/schemas/Transaction', description: 'The failed transaction.' },
    },
  },
  ChargeConflictError: {
    type: 'object',
    required: ['error', 'type', 'code'],
    properties: {
      ...errorFields,
      decline_code: { ...declineFields.decline_code, 'x-assumed': true },
      category: { ...declineFields.category, 'x-assumed': true },
      reference_id: { ...declineFields.reference_id, 'x-assumed': true },
      data: {
        $ref: '#/components/schemas/Transaction',
        description: 'The failed transaction; present only for a decline.',
        'x-assumed': true,
      },
    },
  },
  UnknownOutcomeError: {
    type: 'object',
    required: failedChargeRequired,
    properties: {
      ...failedCharge,
      type: { type: 'string', const: 'api_error', description: 'Always `api_error` if the outcome is unknown.' },
    },
  },
  ...clientErrorSchemasOf(registry),
});

function clientErrorSchemasOf(registry: Described): Json {
  const fields = {
    error: { type: 'string', description: 'A human-readable message; the wording can change.' },
    code: {
      description: 'A code for the exact error, if a code applies.',
      anyOf: [
        { type: 'string', enum: registry.codesOf('client') },
        { type: 'string', 'x-assumed': true },
        ...observedCodes(registry),
      ],
    },
  };
  return {
    ClientError: { type: 'object', required: ['error'], properties: fields },
    ClientDeclinedError: {
      type: 'object',
      required: ['error'],
      properties: {
        ...fields,
        declineCode: {
          type: ['string', 'null'],
          description: "The gateway's own decline code; present only for a decline.",
        },
        status: { type: 'string', const: 'declined', description: 'Present only for a decline; no money moved.' },
        transactionId: { type: 'string', description: 'The failed transaction.' },
      },
    },
  };
}
