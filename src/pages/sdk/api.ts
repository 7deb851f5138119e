import { minorDigitsOf } from '../browser/lib/money.ts';
import { type Fields, fieldsOf, textOf } from '../shared/answer.ts';
import { sdkName } from '../shared/sdk-name.ts';
import { PaymentsError, refusal } from './errors.ts';
import { watchPolicy } from './policy.ts';
import type { PaymentsErrorCode, TokenResult } from './types.ts';

/** The maximum time for an answer, in milliseconds (specification, "Limits" 7). */
export const answerTimeout = 20_000;

interface CallOptions {
  /** The code if the workspace does not have a capability. */
  readonly withoutCapability?: PaymentsErrorCode;
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The maximum time for an answer, in milliseconds; default: `answerTimeout`. */
  readonly timeout?: number;
}

/** Calls the merchant API with a publishable key. */
export class Api {
  readonly #base: string;
  readonly #key: string;

  /** @param base ends with `/api/v1` */
  constructor(base: string, key: string) {
    this.#base = base;
    this.#key = key;
  }

  get isLive(): boolean {
    return this.#key.startsWith('pk_live_');
  }

  get key(): string {
    return this.#key;
  }

  get(path: string): Promise<unknown> {
    return this.#call('GET', path, undefined, {});
  }

  post(path: string, body: unknown, options: CallOptions = {}): Promise<unknown> {
    return this.#call('POST', path, body, options);
  }

  async #call(method: string, path: string, body: unknown, options: CallOptions): Promise<unknown> {
    const { withoutCapability, timeout = answerTimeout } = options;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(this.#lost('did not respond in time')), timeout);
    const signal = AbortSignal.any(options.signal === undefined ? [late.signal] : [late.signal, options.signal]);
    let blocked: PaymentsError | null = null;
    const stop = watchPolicy(['connect-src'], new URL(this.#base).origin, (error) => {
      blocked = error;
    });
    try {
      const response = await fetch(`${this.#base}${path}`, { ...this.#request(method, body), signal });
      const answer: unknown = await response.json().catch(() => null);
      signal.throwIfAborted();
      if (!response.ok) throw refusal(response.status, answer, response.headers.get('retry-after'), withoutCapability);
      if (answer === null) throw this.#lost('sent an incomplete response');
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PaymentsError) throw error;
      // The event of a policy can arrive after the failure of the call that the policy has blocked.
      await new Promise((resolve) => setTimeout(resolve));
      throw blocked ?? this.#lost('cannot be reached');
    } finally {
      clearTimeout(timer);
      stop();
    }
  }

  #lost(how: string): PaymentsError {
    return new PaymentsError('network', `The service at ${this.#base} ${how}.`);
  }

  #request(method: string, body: unknown): RequestInit {
    const headers = { authorization: `Bearer ${this.#key}`, 'x-service-sdk': sdkName };
    if (body === undefined) return { method, credentials: 'omit', headers };
    return {
      method,
      credentials: 'omit',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  }
}

/** The `data` of a merchant API response. */
export const dataOf = (answer: unknown): Fields => fieldsOf(fieldsOf(answer).data);

/**
 * Converts major units to minor units. For example, 49.99 USD become 4999, and 500 JPY become 500.
 * @throws PaymentsError `invalid_fields`
 */
export function minorUnitsOf(amount: unknown, currency: string): number {
  const exact = typeof amount === 'number' ? amount * 10 ** digitsAfterPoint(currency) : Number.NaN;
  const minor = Math.round(exact);
  if (minor > 0 && Math.abs(minor - exact) < 1e-6 * minor) return minor;
  const message = `amount must be a number in major units of ${currency}, such as 49.99 for dollars.`;
  throw new PaymentsError('invalid_fields', message, { fields: { amount: message } });
}

/** @throws PaymentsError `invalid_fields` */
function digitsAfterPoint(currency: string): number {
  try {
    return minorDigitsOf(currency);
  } catch {
    const message = `currency must be an ISO 4217 code, such as USD; you sent '${currency}'.`;
    throw new PaymentsError('invalid_fields', message, { fields: { currency: message } });
  }
}

export function readToken({ token, card }: Fields): TokenResult {
  const { last4, brand, exp_month, exp_year } = fieldsOf(card);
  return {
    token: textOf(token),
    card: { last4: textOf(last4), brand: textOf(brand), exp_month: textOf(exp_month), exp_year: textOf(exp_year) },
  };
}
