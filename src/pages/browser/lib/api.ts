import type { Expiry } from '../../shared/card.ts';
import type { VaultConfig } from '../../state.ts';
import { sdkName } from './platform.ts';

export interface Refusal {
  readonly error: string;
  readonly code: string | null;
  readonly declineCode: string | null;
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal; readonly retryAfter: number | null }
  /** No answer came, and the request may have arrived or not. */
  | { readonly kind: 'unreachable' };

/** How long an answer may take, in milliseconds (specification, "Limits" 7). */
const callTimeout = 20_000;

/** An object of unknown origin: any field may be missing or wrong. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Calls the public client API, which needs no key. */
export const getJson = <T>(url: string): Promise<Answer<T>> => call<T>('GET', url, undefined, {});

export const postJson = <T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> =>
  call<T>('POST', url, body, headers);

async function call<T>(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        'x-service-sdk': sdkName,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(callTimeout),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  let answer: unknown = null;
  try {
    answer = await response.json();
  } catch {
    // A success without JSON did not come from the service. A refusal is told by its status.
    if (response.ok) return { kind: 'unreachable' };
  }
  if (response.ok) return { kind: 'done', body: answer as T };
  const { error, code, declineCode } = fieldsOf(answer);
  const seconds = Number(response.headers.get('retry-after'));
  return {
    kind: 'refused',
    status: response.status,
    refusal: {
      error: textOrNull(error) ?? `The service answered ${response.status}.`,
      code: textOrNull(code),
      declineCode: textOrNull(declineCode),
    },
    retryAfter: seconds > 0 ? seconds : null,
  };
}

/** The vault on the host of this page: an emulator may have several host names. */
const vaultAddress = ({ url }: VaultConfig): string => new URL(new URL(url).pathname, location.origin).href;

export interface CardAliases {
  readonly card_number: string;
  readonly card_cvc?: string;
}

/** Exchanges a card for aliases. Its number is sent to the vault alone. */
export const vaultCard = (
  vault: VaultConfig,
  { number, expiry, cvc }: { number: string; expiry: Expiry; cvc: string },
): Promise<Answer<CardAliases>> =>
  postJson(vaultAddress(vault), {
    card_number: number,
    card_exp: `${expiry.month}/${expiry.year}`,
    ...(cvc === '' ? {} : { card_cvc: cvc }),
  });

/** Exchanges a bank account number for an alias. */
export const vaultBankAccount = (
  vault: VaultConfig,
  number: string,
): Promise<Answer<{ bank_account_number: string }>> => postJson(vaultAddress(vault), { bank_account_number: number });
