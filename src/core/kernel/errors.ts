import { didYouMean } from '../base/closest.ts';
import type { FieldName } from '../generated/field-names.ts';

/** The error types of the specification ("Errors") with their HTTP statuses. */
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

/** The source of a refusal's code: the specification, only this emulator, or the specification of the client API. */
export type RefusalSource = 'specified' | 'assumed' | 'client';

/** A kind of refusal for the interface description: its status, type and code (specification, "Errors"). */
export interface Refusal<C extends string | null = string | null> {
  readonly status: number;
  readonly type: ErrorType;
  /** Null if the status alone describes the refusal. */
  readonly code: C;
  readonly origin: RefusalSource;
}

const declared: Refusal[] = [];
/** All refusals declared so far. A check finds the refusals that no operation lists. */
export const declaredRefusals = (): readonly Refusal[] => declared;

/**
 * Declares a refusal, next to the code that refuses. Operations list it in `refuses`, and `errorOf` creates the error
 * that a handler throws.
 * @param further deviations: a type that differs from the default of the status, or a code that a specification
 * defines
 */
export function refusal<const C extends string | null>(
  status: number,
  code: C,
  { type = typeOf(status), origin = 'assumed' }: { readonly type?: ErrorType; readonly origin?: RefusalSource } = {},
): Refusal<C> {
  const made = { status, type, code, origin };
  declared.push(made);
  return made;
}

function typeOf(status: number): ErrorType {
  const type = (Object.keys(errorTypes) as ErrorType[]).find((each) => errorTypes[each] === status);
  return type ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

// Refusals that are shared by modules and slices that do not import each other.
export const parameterMissing = refusal(400, 'parameter_missing', { origin: 'specified' });
export const parameterInvalid = refusal(400, 'parameter_invalid');
/** The object's state does not allow the move. */
export const invalidState = refusal(400, 'invalid_state');
/** The same refusal with status 409, which some rows of the specification require. */
export const conflictingState = refusal(409, 'invalid_state');
export const unauthenticated = refusal(401, null, { origin: 'specified' });
export const appRequired = refusal(403, 'app_required', { origin: 'specified' });
export const resourceMissing = refusal(404, 'resource_missing', { origin: 'specified' });
export const storageUnavailable = refusal(500, 'storage_unavailable');

export interface ErrorDetails {
  /** The field that caused the error (assumed). */
  param?: string;
  /** Additional fields of the body, such as the fields of a failed charge. */
  extra?: Record<string, unknown>;
  /** Seconds, for a `Retry-After` header. */
  retryAfter?: number;
}

/** A refusal in the service's error format. If a handler throws it, the whole call is undone. */
export class ServiceError extends Error {
  readonly type: ErrorType;
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  /**
   * @param how a declared refusal; or another error, whose refusal is used; or an error type without a code, for which
   * `status` can be set
   */
  constructor(
    how: Refusal | ServiceError | ErrorType,
    message: string,
    details: ErrorDetails & { readonly status?: number } = {},
  ) {
    super(message);
    const { type, status, code } = typeof how === 'string' ? { type: how, status: errorTypes[how], code: null } : how;
    this.type = type;
    this.status = details.status ?? status;
    this.code = code ?? undefined;
    this.param = details.param;
    this.extra = details.extra;
    this.retryAfter = details.retryAfter;
  }

  /** The body of the error response. */
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

/** The subject of a refusal: a request field of an operation, or a part of it, such as `items.0.product_id`. */
export type Param = FieldName | `${FieldName}.${string}`;

/** Creates the error of a declared refusal, with a message for the caller. */
export const errorOf = (
  how: Refusal,
  message: string,
  details: Omit<ErrorDetails, 'param'> & { readonly param?: Param } = {},
): ServiceError => new ServiceError(how, message, details);

/**
 * Creates the error of a declared refusal about a part that is not a request field of an operation: a header, a
 * startup option, or any name in a request.
 */
export const errorOfPart = (how: Refusal, part: string, message: string): ServiceError =>
  new ServiceError(how, message, { param: part });

/** Creates the error for a field with an invalid value: 400 `parameter_invalid`. */
export const invalid = (param: Param, message: string): ServiceError => errorOf(parameterInvalid, message, { param });

/** Creates the error for an invalid part that is not a field of an operation: 400 `parameter_invalid`. */
export const invalidPart = (part: string, message: string): ServiceError =>
  errorOfPart(parameterInvalid, part, message);

/** Creates the error for a missing required field: 400 `parameter_missing`. */
export const missing = (param: Param, message = `${param} is required.`): ServiceError =>
  errorOf(parameterMissing, message, { param });

/**
 * Creates a 404 `resource_missing` error. @param names the existing names, from which the message suggests the
 * closest
 */
export const notFound = (what: string, id: string, names: Iterable<string> = []): ServiceError =>
  errorOf(resourceMissing, `No such ${what}: '${id}'.${didYouMean(id, names)}`);

/**
 * Creates the error for a move that the object's state does not allow: 400 `invalid_state`, or 409 if the
 * specification's row requires it.
 */
export const wrongState = (message: string, status: 400 | 409 = 400): ServiceError =>
  errorOf(status === 409 ? conflictingState : invalidState, message);

/** The refusals of calls whose changes must be stored. */
const keeping = new WeakSet<object>();

/**
 * The refusal of a call whose changes must be stored, such as a declined charge. A handler must return the refusal:
 * throwing it, or its error, would undo the changes.
 */
export class CommittedRefusal {
  readonly error: ServiceError;

  constructor(error: ServiceError) {
    this.error = error;
    keeping.add(this).add(error);
  }
}

/** Whether a thrown value is a refusal that a handler must return. */
export const mustBeReturned = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && keeping.has(thrown);
