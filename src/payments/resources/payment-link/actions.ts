import type { Context } from '../../../core/kernel/context.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { publicOriginOf } from '../../platform/surroundings.ts';
import { type PricedOrder, priceOrder } from '../product/actions.ts';
import type { OrderItem } from '../product/model.ts';
import type { ChargeResult } from '../transaction/charge.ts';
import { transactions } from '../transaction/model.ts';
import { customerOnPage, type PagePayment, payOnPage } from '../transaction/page-payment.ts';
import { type PaymentLink, paymentLinkLifecycle, paymentLinks } from './model.ts';

/** A payment on the page of a link. */
export interface LinkPayment extends PagePayment {
  /**
   * The customer's choice of products and quantities from the link; default: all products, in the quantities of the
   * link.
   */
  readonly items?: readonly OrderItem[];
}

/** Returns whether a link accepts payments. */
export const isPayable = (link: PaymentLink): boolean => may(paymentLinkLifecycle, link, 'pay');

/**
 * Charges an instrument for the products of a link. The payer becomes a customer, and the card is saved for that
 * customer. Another payment is possible immediately, even while an outcome is unknown, because each payment is a
 * separate purchase.
 * @returns the result for the caller, who must return a refusal as `Refused`, so that the record of the attempt is
 * kept
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`
 */
export function payLink(ctx: Context, link: PaymentLink, payment: LinkPayment): ChargeResult {
  if (!isPayable(link)) throw moveRefused(paymentLinkLifecycle, link, 'pay');
  const { amount, currency, lines } = orderOf(ctx, link, payment.items);
  return payOnPage(ctx, payment, customerOnPage(ctx, payment), {
    amount,
    currency,
    line_items: lines,
    payment_link_id: link.id,
    source: 'dashboard',
    metadata: link.metadata,
  });
}

/**
 * Returns the customer's order on the page of a link: the chosen products, at current prices.
 * @throws 400 `parameter_invalid` for a product that the link does not sell
 */
export function orderOf(ctx: Context, link: PaymentLink, items?: readonly OrderItem[]): PricedOrder {
  const { id, amount, currency, products } = link;
  if (amount !== null) {
    if (items !== undefined && items.length > 0)
      throw invalid('items', `Payment link ${id} has no products to choose from; omit items.`);
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

/** Activates or deactivates a link. Does nothing if the link already has the status. */
export function switchLink(ctx: Context, link: PaymentLink, status: PaymentLink['status']): PaymentLink {
  if (link.status === status) return link;
  return ctx.transition(paymentLinkLifecycle, link, status === 'active' ? 'activate' : 'deactivate');
}

/** Returns the link with this slug, in any status; undefined for an unknown slug. */
export const linkBySlug = (ctx: Context, slug: string): PaymentLink | undefined =>
  ctx.of(paymentLinks).newest({ slug: [slug] });

/** Updates the link of a payment. A link that is inactive when the outcome becomes known does not change. */
export function followPayment(ctx: Context, transactionId: string): void {
  const { payment_link_id } = ctx.get(transactions, transactionId);
  if (payment_link_id === null) return;
  const link = ctx.get(paymentLinks, payment_link_id);
  if (isPayable(link)) ctx.transition(paymentLinkLifecycle, link, 'pay');
}

/** Returns a link as the API shows it. */
export const showLink = ({ kernel }: Pick<Context, 'kernel'>, link: PaymentLink) => ({
  ...link,
  url: `${publicOriginOf(kernel)}/pay/${link.slug}`,
});
