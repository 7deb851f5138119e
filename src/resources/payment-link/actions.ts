import type { MetadataValues } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';
import { may, refusalOf } from '../../engine/lifecycle.ts';
import { type AddressInput, wholeBilling, wholeShipping } from '../common/address.ts';
import { customerByEmail, fullName, upsertCustomer } from '../customer/actions.ts';
import { type Priced, priceOrder } from '../product/actions.ts';
import type { Ordered } from '../product/model.ts';
import { type ChargeResult, charge } from '../transaction/charge.ts';
import type { TransactionDraft } from '../transaction/draft.ts';
import { gatewayFor, type Instrument, requireDebitPayouts } from '../transaction/instrument.ts';
import { paymentLinkLifecycle } from './lifecycle.ts';
import { type PaymentLink, paymentLinks } from './model.ts';

/** Who pays, as they say of themselves on the page. */
export interface Payer extends AddressInput<'billing'> {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone?: string | null;
}

/** A payment on the page of a link. */
export interface LinkPayment {
  readonly instrument: Instrument;
  readonly payer: Payer;
  /** What the customer chose among the link's products, and how many of each; all as the link has it where left out. */
  readonly items?: readonly Ordered[];
  readonly shipping?: AddressInput<'shipping'> | null;
  /** What an authentication of the card gave. */
  readonly three_ds?: Pick<
    TransactionDraft,
    | 'three_ds_status'
    | 'three_ds_eci'
    | 'three_ds_cavv_present'
    | 'three_ds_xid'
    | 'three_ds_version'
    | 'three_ds_ds_trans_id'
  >;
  /** Whether it is an instant bank debit. */
  readonly instant?: boolean;
  /** What the page adds to the link's own. */
  readonly metadata?: MetadataValues;
}

/** Whether a link takes payments. */
export const isPayable = (link: PaymentLink): boolean => may(paymentLinkLifecycle, link, 'pay');

/**
 * Charges an instrument for what a link sells. The payer becomes a customer, and keeps the card. The link may be paid
 * again at once, also while an outcome is unknown: every payment is a purchase of its own.
 * @returns what the caller is told; a refusal must be returned as `Refused`, so that what was recorded stays
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`
 */
export function payLink(ctx: Context, link: PaymentLink, payment: LinkPayment): ChargeResult {
  if (!isPayable(link)) throw refusalOf(paymentLinkLifecycle, link, 'pay');
  const { instrument, payer, shipping, three_ds } = payment;
  const { card, bank_account, payment_method_id } = instrument;
  const order = orderOf(ctx, link, payment.items);
  const rail = card === null ? 'ach' : 'card';
  const gateway = gatewayFor(ctx, instrument, { billing_country: payer.billing_country });
  if (gateway === 'debit_payouts') requireDebitPayouts(ctx);
  if (rail === 'ach' && !ctx.settings.ach_enabled) {
    throw invalid('payment_method_type', 'ACH is not enabled for this workspace.');
  }
  // What a page says changes nobody who is known already.
  const customer = customerByEmail(ctx, payer.email) ?? upsertCustomer(ctx, { ...payer, ...shipping }).customer;
  return charge(ctx, {
    operation: 'checkout.pay',
    instrument,
    rail,
    gateway,
    instant: payment.instant ?? false,
    customer,
    draft: {
      amount: order.amount,
      currency: order.currency,
      processorType: gateway,
      rail,
      reference_id: null,
      customer_id: customer.id,
      payment_method_id,
      payment_link_id: link.id,
      source: 'dashboard',
      line_items: order.lines,
      buyer_name: fullName(payer) ?? fullName(customer),
      email: payer.email,
      billing: wholeBilling(payer, customer),
      shipping: shipping ? wholeShipping(shipping, null) : null,
      card_last_four: card?.last4 ?? null,
      card_brand: card?.brand ?? null,
      bank_last_four: bank_account?.last4 ?? null,
      // A new card is saved for its payer like one of a wallet: when the charge is accepted, and once.
      wallet_card: card === null || payment_method_id !== null ? null : { card, behaviour: instrument.behaviour },
      three_ds_status: three_ds?.three_ds_status,
      three_ds_eci: three_ds?.three_ds_eci,
      three_ds_cavv_present: three_ds?.three_ds_cavv_present,
      three_ds_xid: three_ds?.three_ds_xid,
      three_ds_version: three_ds?.three_ds_version,
      three_ds_ds_trans_id: three_ds?.three_ds_ds_trans_id,
      metadata: { ...link.metadata, ...payment.metadata },
    },
  });
}

/**
 * What a customer pays for on the page of a link: what they chose among its products, at the prices of now.
 * @throws 400 `parameter_invalid` for what the link does not sell
 */
export function orderOf(ctx: Context, link: PaymentLink, items?: readonly Ordered[]): Priced {
  const { id, amount, currency, products } = link;
  if (amount !== null) {
    if (items !== undefined && items.length > 0)
      throw invalid('items', `Payment link ${id} has no products to choose.`);
    return { amount, currency, lines: [] };
  }
  const chosen = items?.map(({ product_id, variant_id, quantity }, index) => {
    const sold = products.find((each) => each.product_id === product_id);
    if (sold === undefined || (variant_id != null && variant_id !== sold.variant_id)) {
      throw invalid(`items.${index}.product_id`, `Payment link ${id} does not sell ${variant_id ?? product_id}.`);
    }
    return { product_id, variant_id: sold.variant_id, quantity };
  });
  if (chosen?.length === 0) throw invalid('items', 'Choose at least one product.');
  return priceOrder(ctx, chosen ?? products, { currency, list: 'items' });
}

/** Lets a link take payments, or no more. Nothing changes where it is so already. */
export function switchLink(ctx: Context, link: PaymentLink, status: PaymentLink['status']): PaymentLink {
  if (link.status === status) return link;
  return ctx.transition(paymentLinkLifecycle, link, status === 'active' ? 'activate' : 'deactivate');
}

/** The link behind a page's address, whatever its status; undefined where there is none. */
export const linkBySlug = (ctx: Context, slug: string): PaymentLink | undefined =>
  ctx.of(paymentLinks).newest({ slug: [slug] });

/** A link as the API shows it. */
export const showLink = ({ engine }: Pick<Context, 'engine'>, link: PaymentLink) => ({
  ...link,
  url: `${engine.publicOrigin}/pay/${link.slug}`,
});
