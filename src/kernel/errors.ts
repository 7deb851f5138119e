import { didYouMean } from '../base/closest.ts';
import type { FieldName } from './declare/field-names.ts';

/** The error types of the specification ("Errors") and the HTTP status each stands for. */
export const errorTypes = {
  invalid_request_error: 400,
  authentication_error: 401,
  card_error: 402,
  permission_error: 403,
  not_found_error: 404,
  idempotency_error: 409,
  rate_limit_error: 429,
  api_error: 500,
} as const;

export type ErrorType = keyof typeof errorTypes;

/** One way of refusing, as the interface description tells it: its status, type and code (specification, "Errors"). */
export interface Refusal {
  readonly status: number;
  readonly type: ErrorType;
  /** Null where the status says all. */
  readonly code: string | null;
  /** Who promises the code: the specification, this emulator alone, or the specification of the client API. */
  readonly origin: 'specified' | 'assumed' | 'client';
}

const specified = <const C extends string>(status: number, type: ErrorType, code: C) =>
  ({ status, type, code, origin: 'specified' }) as const;
const assumed = <const C extends string>(status: number, type: ErrorType, code: C) =>
  ({ status, type, code, origin: 'assumed' }) as const;
const client = <const C extends string>(status: number, type: ErrorType, code: C) =>
  ({ status, type, code, origin: 'client' }) as const;

/** Every refusal there is. Operations list theirs in `refuses`, and what is thrown is made from them. */
export const refusals = {
  parameterMissing: specified(400, 'invalid_request_error', 'parameter_missing'),
  parameterInvalid: assumed(400, 'invalid_request_error', 'parameter_invalid'),
  parameterUnknown: assumed(400, 'invalid_request_error', 'parameter_unknown'),
  amountTooLarge: assumed(400, 'invalid_request_error', 'amount_too_large'),
  invalidJson: assumed(400, 'invalid_request_error', 'invalid_json'),
  unsupportedMediaType: assumed(415, 'invalid_request_error', 'unsupported_media_type'),
  bodyTooLarge: assumed(413, 'invalid_request_error', 'body_too_large'),
  methodNotAllowed: assumed(405, 'invalid_request_error', 'method_not_allowed'),
  capabilityRequired: assumed(400, 'invalid_request_error', 'capability_required'),
  /** The object is in a state that does not allow the move. */
  invalidState: assumed(400, 'invalid_request_error', 'invalid_state'),
  /** The same where the specification's row says 409. */
  conflictingState: assumed(409, 'idempotency_error', 'invalid_state'),
  /** The same to who opens the page of an object that has ended: claimed, cancelled or expired. */
  endedState: assumed(404, 'not_found_error', 'invalid_state'),
  discountNotApplicable: assumed(400, 'invalid_request_error', 'discount_not_applicable'),
  insufficientFunds: specified(400, 'invalid_request_error', 'insufficient_funds'),
  insufficientStock: assumed(400, 'invalid_request_error', 'insufficient_stock'),
  stockBelowZero: assumed(409, 'idempotency_error', 'insufficient_stock'),
  notEligible: specified(400, 'invalid_request_error', 'ACCOUNT_NOT_ELIGIBLE'),
  alreadyFulfilled: specified(400, 'invalid_request_error', 'already_fulfilled'),
  domainNotRegistered: specified(400, 'invalid_request_error', 'domain_not_registered'),
  tokenExpired: assumed(400, 'invalid_request_error', 'token_expired'),
  tokenUsed: assumed(400, 'invalid_request_error', 'token_used'),
  unauthenticated: { status: 401, type: 'authentication_error', code: null, origin: 'specified' },
  appRequired: specified(403, 'permission_error', 'app_required'),
  merchantKeyRequired: assumed(403, 'permission_error', 'merchant_key_required'),
  secretKeyRequired: assumed(403, 'permission_error', 'secret_key_required'),
  insufficientScope: assumed(403, 'permission_error', 'insufficient_scope'),
  hostNotAllowed: assumed(403, 'permission_error', 'host_not_allowed'),
  originNotAllowed: assumed(403, 'permission_error', 'origin_not_allowed'),
  resourceMissing: specified(404, 'not_found_error', 'resource_missing'),
  referenceReused: assumed(409, 'idempotency_error', 'reference_id_reused'),
  requestInProgress: assumed(409, 'idempotency_error', 'request_in_progress'),
  keyReused: assumed(409, 'idempotency_error', 'idempotency_key_reused'),
  tooManyRequests: { status: 429, type: 'rate_limit_error', code: null, origin: 'specified' },
  storageUnavailable: assumed(500, 'api_error', 'storage_unavailable'),
  networkUnavailable: { status: 503, type: 'api_error', code: null, origin: 'assumed' },
  // Failed charges, a code for each category (specification, "Failed charges").
  cardDeclined: assumed(402, 'card_error', 'card_declined'),
  cardFunds: specified(402, 'card_error', 'insufficient_funds'),
  cardInvalid: assumed(402, 'card_error', 'invalid_card'),
  cardCvc: assumed(402, 'card_error', 'incorrect_cvc'),
  cardUnsupported: assumed(402, 'card_error', 'unsupported_card'),
  cardDuplicate: assumed(402, 'card_error', 'duplicate_transaction'),
  cardBlocked: specified(402, 'card_error', 'blocked'),
  merchantConfiguration: assumed(402, 'card_error', 'merchant_configuration'),
  cardUnknown: assumed(402, 'card_error', 'unknown_error'),
  gatewayUnavailable: assumed(503, 'api_error', 'gateway_unavailable'),
  // The public checkout client API (specification, "Pay responses" and "Client 3-D Secure").
  pageDeclined: client(400, 'card_error', 'card_declined'),
  /** A kind of card that is not taken, before it is charged. */
  pageUnsupported: assumed(400, 'card_error', 'unsupported_card'),
  threeDsRequired: client(402, 'card_error', '3ds_required'),
  threeDsRefused: client(402, 'card_error', '3ds_failed'),
  threeDsVaultFailed: client(502, 'api_error', 'three_ds_failed'),
  duplicateRequest: client(409, 'idempotency_error', 'duplicate_request'),
  idempotencyKeyReused: client(422, 'idempotency_error', 'idempotency_key_reused'),
} as const satisfies Readonly<Record<string, Refusal>>;

/** The refusals of a failed charge: a definite one of each category, and the unknown outcome. */
export const chargeRefusals = [
  refusals.cardDeclined,
  refusals.cardFunds,
  refusals.cardInvalid,
  refusals.cardCvc,
  refusals.cardUnsupported,
  refusals.cardDuplicate,
  refusals.cardBlocked,
  refusals.merchantConfiguration,
  refusals.cardUnknown,
  refusals.gatewayUnavailable,
] as const;

export type ErrorCode = NonNullable<(typeof refusals)[keyof typeof refusals]['code']>;

/** The codes of one origin, each once. */
export const codesOf = (origin: Refusal['origin']): string[] => [
  ...new Set(
    Object.values(refusals).flatMap((each: Refusal) => (each.origin === origin && each.code ? [each.code] : [])),
  ),
];

export interface ErrorDetails {
  code?: ErrorCode;
  /** The offending field (assumed). */
  param?: string;
  /** Another status than the type's own: 405, 413, 415, 503. */
  status?: number;
  /** Further fields of the body: those of a failed charge. */
  extra?: Record<string, unknown>;
  /** Seconds, for a `Retry-After` header. */
  retryAfter?: number;
}

/** A refusal in the service's error shape. Thrown, it undoes the whole call. */
export class ServiceError extends Error {
  readonly type: ErrorType;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly param: string | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.type = type;
    this.status = details.status ?? errorTypes[type];
    this.code = details.code;
    this.param = details.param;
    this.extra = details.extra;
    this.retryAfter = details.retryAfter;
  }

  /** The body as it goes over the wire. */
  body(): Record<string, unknown> {
    return {
      error: this.message,
      type: this.type,
      ...(this.code === undefined ? {} : { code: this.code }),
      ...(this.param === undefined ? {} : { param: this.param }),
      ...this.extra,
    };
  }
}

/** What a refusal is about: a field of an operation's request, or what is in it, such as `items.0.product_id`. */
export type Param = FieldName | `${FieldName}.${string}`;
type Known = (typeof refusals)[keyof typeof refusals];

/** A refusal of the catalogue, in words for the one who is refused. */
export const refuse = (
  { type, status, code }: Known,
  message: string,
  details: Omit<ErrorDetails, 'code' | 'status' | 'param'> & { readonly param?: Param } = {},
): ServiceError => new ServiceError(type, message, { ...details, status, code: code ?? undefined });

/** One about what is no field of an operation: a header, an option of the start, whatever name was sent. */
export const refusePart = ({ type, status, code }: Known, part: string, message: string): ServiceError =>
  new ServiceError(type, message, { status, code: code ?? undefined, param: part });

/** A field that has a wrong value: 400 `parameter_invalid`, or another code of the catalogue. */
export const invalid = (param: Param, message: string, code: ErrorCode = 'parameter_invalid'): ServiceError =>
  new ServiceError('invalid_request_error', message, { code, param });

/** The same of what is no field of an operation. */
export const invalidPart = (part: string, message: string): ServiceError =>
  refusePart(refusals.parameterInvalid, part, message);

/** A field that must be there: 400 `parameter_missing`. */
export const missing = (param: Param, message = `${param} is required.`): ServiceError =>
  refuse(refusals.parameterMissing, message, { param });

/** 404 `resource_missing`. @param names those that there are, of which the nearest is said */
export const notFound = (what: string, id: string, names: Iterable<string> = []): ServiceError =>
  refuse(refusals.resourceMissing, `No such ${what}: '${id}'.${didYouMean(id, names)}`);

/** A move that the object's state does not allow: 400 `invalid_state`, or 409 where the operation's row says so. */
export const wrongState = (message: string, status: 400 | 409 = 400): ServiceError =>
  refuse(status === 409 ? refusals.conflictingState : refusals.invalidState, message);

/** What a handler returns instead of throwing when it refuses but what it recorded must stay (a declined charge). */
export class Refused {
  readonly error: ServiceError;

  constructor(error: ServiceError) {
    this.error = error;
  }
}
