import { type Answer, postJson } from './api.ts';
import type { Expiry } from './card.ts';

/** `vaultConfig` of a loaded checkout. */
export interface VaultConfig {
  readonly enabled: boolean;
  readonly vaultId: string;
  readonly environment: 'sandbox' | 'live';
  readonly url: string;
}

/** The vault of the host that the page came from: the same emulator may be known by several names. */
const addressOf = ({ url }: VaultConfig): string => new URL(new URL(url).pathname, location.origin).href;

export interface CardAliases {
  readonly card_number: string;
  readonly card_cvc?: string;
}

/** Exchanges a card for aliases; the number goes nowhere else. */
export const vaultCard = (
  vault: VaultConfig,
  card: { number: string; expiry: Expiry; cvc: string },
): Promise<Answer<CardAliases>> =>
  postJson(addressOf(vault), {
    card_number: card.number,
    card_exp: `${card.expiry.month}/${card.expiry.year}`,
    ...(card.cvc === '' ? {} : { card_cvc: card.cvc }),
  });

/** Exchanges a bank account number for an alias. */
export const vaultBankAccount = (
  vault: VaultConfig,
  number: string,
): Promise<Answer<{ bank_account_number: string }>> => postJson(addressOf(vault), { bank_account_number: number });
