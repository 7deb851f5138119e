import type { PaymentsErrorCode, PaymentsErrorLike } from './types.ts';

export interface PaymentsErrorDetails {
  readonly fields?: Readonly<Record<string, string>>;
  readonly declineCode?: string | null;
  readonly idempotencyKey?: string;
  readonly retryAfter?: number;
}

/** What the SDK throws, rejects with and hands to listeners (specification, "Client SDK error codes"). */
export class PaymentsError extends Error implements PaymentsErrorLike {
  readonly code: PaymentsErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
  readonly declineCode?: string | null;
  readonly idempotencyKey?: string;
  readonly retryAfter?: number;

  constructor(code: PaymentsErrorCode, message: string, details: PaymentsErrorDetails = {}) {
    super(message);
    this.name = 'PaymentsError';
    this.code = code;
    Object.assign(this, details);
  }
}

/** A refusal as it can cross from a frame to the page. */
export interface PlainError extends PaymentsErrorDetails {
  readonly code: PaymentsErrorCode;
  readonly message: string;
}

const codes: readonly PaymentsErrorCode[] = [
  'invalid_fields',
  'billing_address_required',
  'contact_required',
  'three_ds_failed',
  'three_ds_cancelled',
  'three_ds_timeout',
  'declined',
  'session_expired',
  'session_invalid',
  'rate_limited',
  'network',
  'unknown',
  'vault_unavailable',
  'not_configured',
];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** An error for sending to another window. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof PaymentsError)) return { code: 'unknown', message: String(error) };
  const { code, message, fields, declineCode, idempotencyKey, retryAfter } = error;
  return { code, message, fields, declineCode, idempotencyKey, retryAfter };
}

/** The error that a frame told of; whatever it lacks or has wrong is left out. */
export function errorFrom(told: unknown): PaymentsError {
  const { code, message, fields, declineCode, idempotencyKey, retryAfter } = isObject(told) ? told : {};
  const known = codes.find((each) => each === code) ?? 'unknown';
  return new PaymentsError(known, isText(message) ? message : 'The payment could not be made.', {
    ...(isObject(fields)
      ? {
          fields: Object.fromEntries(Object.entries(fields).filter(([, text]) => isText(text))) as Record<
            string,
            string
          >,
        }
      : {}),
    ...(isText(declineCode) ? { declineCode } : {}),
    ...(isText(idempotencyKey) ? { idempotencyKey } : {}),
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
  });
}

/**
 * What a refusal of the merchant API means to the SDK.
 * @param withoutCapability the code where the workspace lacks what the call needs
 */
export function refusal(
  status: number,
  body: unknown,
  retryAfter: string | null,
  withoutCapability: PaymentsErrorCode = 'not_configured',
): PaymentsError {
  const { error, code, param, decline_code } = isObject(body) ? body : {};
  const message = isText(error) ? error : `The service answered ${status}.`;
  switch (status) {
    case 401:
    case 403:
      return new PaymentsError('not_configured', message);
    case 402:
      return new PaymentsError('declined', message, { declineCode: isText(decline_code) ? decline_code : null });
    case 429:
      return new PaymentsError('rate_limited', message, { retryAfter: Number(retryAfter ?? 1) });
    case 400:
      if (code === 'capability_required') return new PaymentsError(withoutCapability, message);
      if (code === 'domain_not_registered') return new PaymentsError('not_configured', message);
      return new PaymentsError('invalid_fields', message, isText(param) ? { fields: { [param]: message } } : {});
    default:
      return new PaymentsError('unknown', message);
  }
}
