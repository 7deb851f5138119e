import type { CardBrand } from './card-brands.ts';
import type { CardFunding } from './cards.ts';

export const walletTypes = ['wallet_a', 'wallet_b'] as const;
export type WalletType = (typeof walletTypes)[number];

export const tokenTypes = ['pan', 'dpan'] as const;
/** What a wallet gave: the buyer's real card, or a token of the device that has authenticated the buyer already. */
export type TokenType = (typeof tokenTypes)[number];

/** What comes out of a wallet's encrypted credential. */
export interface OpenedCredential {
  readonly token_type: TokenType;
  readonly card: {
    readonly brand: CardBrand;
    readonly last4: string;
    readonly bin: string;
    readonly exp_month: string;
    readonly exp_year: string;
    readonly funding: CardFunding;
    readonly country: string;
  };
  /** The key under which the outcome table and the 3-D Secure directory know the card; null: an ordinary one. */
  readonly behaviour: string | null;
  /** Whether the card can be named to the 3-D Secure endpoints. */
  readonly authenticable: boolean;
}

/** The indicator that comes with the cryptogram of a device token. */
export const deviceTokenIndicator = '05';

const visa = (last4: string, bin: string, funding: CardFunding) =>
  ({ brand: 'visa', last4, bin, exp_month: '12', exp_year: '2099', funding, country: 'US' }) as const;

const cases: Readonly<Record<string, OpenedCredential>> = {
  pan_visa: { token_type: 'pan', card: visa('4242', '424242', 'credit'), behaviour: null, authenticable: true },
  dpan_visa: { token_type: 'dpan', card: visa('4242', '424242', 'debit'), behaviour: null, authenticable: false },
  pan_challenge: {
    token_type: 'pan',
    card: visa('3220', '400000', 'debit'),
    behaviour: 'three_ds_challenge_approves',
    authenticable: true,
  },
  pan_declined: {
    token_type: 'pan',
    card: visa('0002', '400000', 'debit'),
    behaviour: 'declined',
    authenticable: true,
  },
  pan_unavailable: {
    token_type: 'pan',
    card: visa('1111', '411111', 'credit'),
    behaviour: null,
    authenticable: false,
  },
};

const prefixes: Readonly<Record<WalletType, string>> = { wallet_a: 'walleta_', wallet_b: 'walletb_' };

/**
 * What a credential holds: one of the test tokens picks its case, anything else is a device token of a Visa debit card.
 * Nothing of the credential itself comes back.
 */
export function openCredential(type: WalletType, credential: unknown): OpenedCredential {
  const prefix = prefixes[type];
  const name = typeof credential === 'string' && credential.startsWith(prefix) ? credential.slice(prefix.length) : '';
  return (Object.hasOwn(cases, name) ? cases[name] : undefined) ?? cases.dpan_visa!;
}

/** A test token that an emulated sheet of a wallet offers, and what comes of it. */
export interface TestCredential {
  readonly credential: string;
  readonly about: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly token_type: TokenType;
}

const abouts: Readonly<Record<string, string>> = {
  pan_visa: 'Approved',
  dpan_visa: 'Approved, as a token of this device',
  pan_challenge: 'The bank asks to confirm where 3-D Secure is on, then approved',
  pan_declined: 'Declined when charged',
  pan_unavailable: 'Approved, its number known to the wallet alone',
};

/** A bank is asked about cards of wallet_b alone. */
const aboutOf = (type: WalletType, name: string): string =>
  type === 'wallet_a' && name === 'pan_challenge' ? 'Approved; the bank is not asked' : (abouts[name] ?? name);

/** The test tokens of a wallet. */
export const testCredentials = (type: WalletType): TestCredential[] =>
  Object.entries(cases).map(([name, { card, token_type }]) => ({
    credential: prefixes[type] + name,
    about: aboutOf(type, name),
    brand: card.brand,
    last4: card.last4,
    token_type,
  }));
