import { type Answer, answerOf } from '../../shared/answer.ts';
import type { Expiry } from '../../shared/card.ts';
import { sdkName } from '../../shared/sdk-name.ts';
import type { VaultConfig } from '../../state.ts';

/** The maximum time for a response, in milliseconds (specification, "Limits" 7). */
const callTimeout = 20_000;

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
  return answerOf<T>(response.status, (name) => response.headers.get(name), await response.text().catch(() => ''));
}

/** The vault under this page's host, because an emulator can have several host names. */
const vaultAddress = ({ url }: VaultConfig): string => new URL(new URL(url).pathname, location.origin).href;

export interface CardAliases {
  readonly card_number: string;
  readonly card_cvc?: string;
}

/** Exchanges a card for aliases. The number is sent only to the vault. */
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
