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

/** Codes that the specification names, and those that only this emulator adds (assumed). */
export const errorCodes = {
  specified: [
    'resource_missing',
    'parameter_missing',
    'blocked',
    'insufficient_funds',
    'domain_not_registered',
    'already_fulfilled',
    'app_required',
    'ACCOUNT_NOT_ELIGIBLE',
  ],
  assumed: [
    'parameter_invalid',
    'parameter_unknown',
    'invalid_json',
    'unsupported_media_type',
    'body_too_large',
    'insufficient_scope',
    'secret_key_required',
    'merchant_key_required',
    'token_expired',
    'token_used',
    'reference_id_reused',
    'request_in_progress',
    'invalid_state',
    'insufficient_stock',
    'capability_required',
    'amount_too_large',
    'method_not_allowed',
    'storage_unavailable',
    'host_not_allowed',
    'origin_not_allowed',
    // codes of failed charges, one a category
    'card_declined',
    'invalid_card',
    'incorrect_cvc',
    'unsupported_card',
    'duplicate_transaction',
    'merchant_configuration',
    'gateway_unavailable',
    'unknown_error',
  ],
  /** Of the public checkout client API alone (specification, "Pay responses" and "Client 3-D Secure"). */
  client: ['3ds_required', '3ds_failed', 'three_ds_failed', 'duplicate_request', 'idempotency_key_reused'],
} as const;

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes][number];

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

/** A field that has a wrong value: 400 `parameter_invalid`. */
export const invalid = (param: string, message: string, code: ErrorCode = 'parameter_invalid'): ServiceError =>
  new ServiceError('invalid_request_error', message, { code, param });

/** A field that must be there: 400 `parameter_missing`. */
export const missing = (param: string, message = `${param} is required.`): ServiceError =>
  new ServiceError('invalid_request_error', message, { code: 'parameter_missing', param });

/** 404 `resource_missing`. */
export const notFound = (what: string, id: string): ServiceError =>
  new ServiceError('not_found_error', `No such ${what}: '${id}'.`, { code: 'resource_missing' });

/** A move that the object's state does not allow: 400 `invalid_state`, or 409 where the operation's row says so. */
export const wrongState = (message: string, status: 400 | 409 = 400): ServiceError =>
  status === 409
    ? new ServiceError('idempotency_error', message, { code: 'invalid_state' })
    : new ServiceError('invalid_request_error', message, { code: 'invalid_state' });

/** 409 with one of the codes of a conflict. */
export const conflict = (code: ErrorCode, message: string, param?: string): ServiceError =>
  new ServiceError('idempotency_error', message, { code, param });

/** What a handler returns instead of throwing when it refuses but what it recorded must stay (a declined charge). */
export class Refused {
  readonly error: ServiceError;

  constructor(error: ServiceError) {
    this.error = error;
  }
}
