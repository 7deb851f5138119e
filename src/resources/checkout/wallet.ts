import { checkCountry, checkEmail } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';
import { type WalletType, walletTypes } from '../../simulation/wallet-credentials.ts';
import type { OrderLine } from '../product/model.ts';
import { recurringLines } from '../transaction/page-payment.ts';
import { hasWallets, openWallet, requireWallets, type WalletCard } from '../wallet/actions.ts';
import type { PayFields, ServiceWalletFields } from './model.ts';
import type { Target } from './target.ts';

/**
 * The wallets that an order can be paid by: those of the workspace; what is charged again and again, only by one whose
 * cards can be saved (specification, "Wallet payments" 5). Whether a page may show wallet_a in live mode is its own
 * address's affair.
 */
export function offeredWallets(ctx: Context, { kind }: Target, lines: readonly OrderLine[]): readonly WalletType[] {
  if (!hasWallets(ctx)) return [];
  return kind !== 'invoice' && recurringLines(ctx, lines).length > 0 ? ['wallet_b'] : walletTypes;
}

/** What cannot stand beside a wallet: it names another instrument. */
const others = ['vaultPanAlias', 'vaultCvcAlias', 'vaultBankAccountAlias'] as const;

/**
 * Opens the wallet that a payment on a page brings, by the rules of a charge (specification, "Wallet payments").
 * @throws 400 `capability_required`, `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function readWallet(ctx: Context, body: PayFields, credential: ServiceWalletFields): WalletCard {
  requireWallets(ctx);
  for (const field of others) {
    if (body[field]) throw invalid(field, `${field} cannot be combined with service_wallet.`);
  }
  if (body.paymentMethodType === 'ach') {
    throw invalid('paymentMethodType', 'service_wallet is charged as a card, not as a bank account.');
  }
  const opened = openWallet(ctx, credential);
  if (body.threeDsToken && !opened.takesThreeDs) {
    throw invalid('threeDsToken', 'threeDsToken goes with a prepared wallet_b card alone; pay without it.');
  }
  return opened;
}

/**
 * The body with what the wallet's sheet says of the buyer wherever the body itself says nothing: explicit fields win, as
 * in a charge.
 * @throws 400 `parameter_invalid`
 */
export function withSheetContact(body: PayFields): PayFields {
  if (body.wallet === undefined) return body;
  const { payerEmail, billingInfo: billing, shippingInfo: shipping } = body.wallet;
  const email = payerEmail ? checkEmail(payerEmail, 'wallet.payerEmail') : undefined;
  const country = billing?.country ? checkCountry(billing.country, 'wallet.billingInfo.country') : undefined;
  return {
    ...body,
    email: body.email || email,
    firstName: body.firstName || billing?.firstName || shipping?.firstName || undefined,
    lastName: body.lastName || billing?.lastName || shipping?.lastName || undefined,
    phone: body.phone || billing?.phone || shipping?.phone || undefined,
    billingAddress1: body.billingAddress1 || billing?.address1 || undefined,
    billingAddress2: body.billingAddress2 || billing?.address2 || undefined,
    billingCity: body.billingCity || billing?.city || undefined,
    billingState: body.billingState || billing?.state || undefined,
    billingPostalCode: body.billingPostalCode || billing?.postalCode || undefined,
    billingCountry: body.billingCountry || country,
    shippingAddress: body.shippingAddress ?? (shipping ? shippingOf(shipping) : undefined),
  };
}

type Contact = NonNullable<NonNullable<PayFields['wallet']>['shippingInfo']>;

const shippingOf = ({ address1, address2, city, state, postalCode, country }: Contact) => ({
  address1: address1 || undefined,
  address2: address2 || undefined,
  city: city || undefined,
  state: state || undefined,
  postalCode: postalCode || undefined,
  country: country ? checkCountry(country, 'wallet.shippingInfo.country') : undefined,
});
