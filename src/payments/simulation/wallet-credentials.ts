import type { CardBrand } from './card-numbers.ts';
import type { CardFunding } from './cards.ts';

export const walletTypes = ['wallet_a', 'wallet_b'] as const;
export type WalletType = (typeof walletTypes)[number];

export const tokenTypes = ['pan', 'dpan'] as const;
/**
 * The kind of number in a credential: a real card number, or a device token. With a device token, the device has
 * already authenticated the buyer.
 */
type TokenType = (typeof tokenTypes)[number];

/** The content of a wallet's encrypted credential. */
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
  /** The card's key in the outcome table and in the 3-D Secure directory; null for an ordinary card. */
  readonly behaviour: string | null;
  /** Whether the 3-D Secure endpoints accept the card. */
  readonly authenticable: boolean;
}

/** The electronic commerce indicator for a device token. */
export const deviceTokenIndicator = '05';

const visa = (last4: string, bin: string, funding: CardFunding) =>
  ({ brand: 'visa', last4, bin, exp_month: '12', exp_year: '2099', funding, country: 'US' }) as const;

/** The outcome of a test token, by its name in the wallet sheet's texts. */
export type WalletBehaviour = 'approved' | 'device' | 'challenge' | 'unasked' | 'declined' | 'hidden';

/** The content and the outcome of each test token, by the end of the token. */
const cases: Readonly<Record<string, { readonly outcome: WalletBehaviour; readonly opened: OpenedCredential }>> = {
  pan_visa: {
    outcome: 'approved',
    opened: { token_type: 'pan', card: visa('4242', '424242', 'credit'), behaviour: null, authenticable: true },
  },
  dpan_visa: {
    outcome: 'device',
    opened: { token_type: 'dpan', card: visa('4242', '424242', 'debit'), behaviour: null, authenticable: false },
  },
  pan_challenge: {
    outcome: 'challenge',
    opened: {
      token_type: 'pan',
      card: visa('3220', '400000', 'debit'),
      behaviour: 'three_ds_challenge_approves',
      authenticable: true,
    },
  },
  pan_declined: {
    outcome: 'declined',
    opened: { token_type: 'pan', card: visa('0002', '400000', 'debit'), behaviour: 'declined', authenticable: true },
  },
  pan_unavailable: {
    outcome: 'hidden',
    opened: { token_type: 'pan', card: visa('1111', '411111', 'credit'), behaviour: null, authenticable: false },
  },
};

const prefixes: Readonly<Record<WalletType, string>> = { wallet_a: 'walleta_', wallet_b: 'walletb_' };

/**
 * Opens a credential. A test token gives its own case; any other credential gives a device token for a Visa debit
 * card. The result contains no part of the credential itself.
 */
export function openCredential(type: WalletType, credential: unknown): OpenedCredential {
  const prefix = prefixes[type];
  const name = typeof credential === 'string' && credential.startsWith(prefix) ? credential.slice(prefix.length) : '';
  return (Object.hasOwn(cases, name) ? cases[name]! : cases.dpan_visa!).opened;
}

/** A test token in the emulated wallet sheet, with its outcome. */
interface TestCredential {
  readonly credential: string;
  readonly outcome: WalletBehaviour;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly token_type: TokenType;
}

/** Whether a credential is a test token, which is public. */
export const isTestCredential = (credential: unknown): boolean => known.has(credential);
const known: ReadonlySet<unknown> = new Set(
  walletTypes.flatMap((type) => Object.keys(cases).map((name) => prefixes[type] + name)),
);

export const testCredentials = (type: WalletType): TestCredential[] =>
  Object.entries(cases).map(
    ([
      name,
      {
        outcome,
        opened: { card, token_type },
      },
    ]) => ({
      credential: prefixes[type] + name,
      // Only cards of wallet_b are checked with the bank.
      outcome: type === 'wallet_a' && outcome === 'challenge' ? 'unasked' : outcome,
      brand: card.brand,
      last4: card.last4,
      token_type,
    }),
  );
