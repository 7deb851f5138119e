import { fieldsOf } from '../shared/answer.ts';
import type { PaymentsErrorCode, PaymentsErrorLike } from './types.ts';

type PaymentsErrorDetails = Pick<PaymentsErrorLike, 'fields' | 'declineCode' | 'idempotencyKey' | 'retryAfter'>;

/** Every error of the SDK (specification, "Client SDK error codes"). */
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
  'cancelled',
  'three_ds_in_progress',
];

const isText = (value: unknown): value is string => typeof value === 'string';

/** An error as a plain object for a message to another window. */
export function plainError(error: unknown): PaymentsErrorDetails & Pick<PaymentsErrorLike, 'code' | 'message'> {
  if (!(error instanceof PaymentsError)) return { code: 'unknown', message: String(error) };
  const { code, message, fields, declineCode, idempotencyKey, retryAfter } = error;
  return { code, message, fields, declineCode, idempotencyKey, retryAfter };
}

/** The error in a frame's message. Invalid field entries are omitted. */
export function errorFrom(plain: unknown): PaymentsError {
  const { code, message, fields, declineCode, idempotencyKey, retryAfter } = fieldsOf(plain);
  const known = codes.find((each) => each === code) ?? 'unknown';
  return new PaymentsError(known, isText(message) ? message : 'The payment could not be processed.', {
    ...(typeof fields === 'object' && fields !== null ? { fields: textsOf(fields) } : {}),
    ...(isText(declineCode) ? { declineCode } : {}),
    ...(isText(idempotencyKey) ? { idempotencyKey } : {}),
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
  });
}

const textsOf = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (isText(text) ? [[name, text]] : [])));

/**
 * The error for a refusal of the merchant API.
 * @param withoutCapability the code if the workspace does not have a capability
 */
export function refusal(
  status: number,
  body: unknown,
  retryAfter: string | null,
  withoutCapability: PaymentsErrorCode = 'not_configured',
): PaymentsError {
  const { error, code, param, decline_code } = fieldsOf(body);
  const message = isText(error) ? error : `The service responded with status ${status}.`;
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
