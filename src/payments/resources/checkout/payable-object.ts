import type { Context, Kernel } from '../../../core/kernel/context.ts';
import type { Owner } from '../../../core/kernel/declare/operation.ts';
import { errorOf, invalid, resourceMissing, type ServiceError } from '../../../core/kernel/errors.ts';
import { sessionBySlug } from '../checkout-session/actions.ts';
import { type CheckoutSession, checkoutSessions } from '../checkout-session/model.ts';
import { invoiceBySlug, isPayable as isPayableInvoice } from '../invoice/actions.ts';
import { type Invoice, invoices } from '../invoice/model.ts';
import { isPayable as isPayableLink, linkBySlug, orderOf } from '../payment-link/actions.ts';
import { type PaymentLink, paymentLinks } from '../payment-link/model.ts';
import type { PricedOrder } from '../product/actions.ts';
import { discounted } from '../product/discount.ts';
import { type OrderItem, type OrderLine, products } from '../product/model.ts';
import type { Items } from './model.ts';

/** The object behind a slug. */
export type PayableObject =
  | { readonly kind: 'session'; readonly record: CheckoutSession }
  | { readonly kind: 'payment_link'; readonly record: PaymentLink }
  | { readonly kind: 'invoice'; readonly record: Invoice };

/** Returns the owner of the checkout behind a slug; null for an unknown slug. */
export const ownerOfCheckout = (kernel: Pick<Kernel, 'ownerOf'>, slug: string): Owner | null =>
  kernel.ownerOf(checkoutSessions, { slug: [slug] }) ??
  kernel.ownerOf(paymentLinks, { slug: [slug] }) ??
  kernel.ownerOf(invoices, { slug: [slug] });

/** Returns the object behind a slug, in any status. */
export function targetBySlug(ctx: Context, slug: string): PayableObject | undefined {
  const session = sessionBySlug(ctx, slug);
  if (session !== undefined) return { kind: 'session', record: session };
  const link = linkBySlug(ctx, slug);
  if (link !== undefined) return { kind: 'payment_link', record: link };
  const invoice = invoiceBySlug(ctx, slug);
  return invoice === undefined ? undefined : { kind: 'invoice', record: invoice };
}

/** Returns whether a buyer can pay the object now. */
export function isOpen(target: PayableObject): boolean {
  switch (target.kind) {
    case 'session':
      return target.record.status === 'open';
    case 'payment_link':
      return isPayableLink(target.record);
    case 'invoice':
      return isPayableInvoice(target.record);
    default:
      return target satisfies never;
  }
}

/**
 * Returns the object behind a slug if a buyer can pay it now.
 * @throws 404 if the object is inactive, expired, paid or void, or does not exist
 */
export function openTarget(ctx: Context, slug: string): PayableObject {
  const target = targetBySlug(ctx, slug);
  if (target !== undefined && isOpen(target)) return target;
  throw unavailable(
    target === undefined
      ? `No such checkout: '${slug}'.`
      : `This checkout is ${target.record.status} and cannot be paid.`,
  );
}

const unavailable = (message: string): ServiceError => errorOf(resourceMissing, message);

/** The amount to pay and the order. */
export interface Quote {
  /** The amount in cents, after the discount. */
  readonly amount: number;
  readonly currency: string;
  readonly discount_code: string | null;
  readonly discount_amount: number;
  readonly lines: readonly OrderLine[];
  /** The products that the buyer chose on the page of a link; absent if the buyer cannot choose. */
  readonly chosen?: readonly OrderItem[];
}

export interface Choice {
  readonly items?: Items;
  readonly discountCode?: string;
}

/**
 * Returns the amount and the order of a checkout at current prices.
 * @throws 400 for an invalid discount code or for items of another checkout; 404 if none of the products in the
 * checkout is for sale
 */
export function quoteOf(ctx: Context, target: PayableObject, { items, discountCode }: Choice = {}): Quote {
  const code = discountCode === undefined || discountCode === '' ? null : discountCode;
  switch (target.kind) {
    case 'session': {
      const { amount, discount_amount, discount_code, currency, line_items } = target.record;
      requireSame(items, line_items);
      const price = discounted(ctx, amount + discount_amount, code ?? discount_code, 'discountCode');
      return { ...price, currency, lines: line_items };
    }
    case 'invoice': {
      const { amount, currency, line_items } = target.record;
      requireSame(items, line_items);
      if (code !== null)
        throw invalid('discountCode', 'An invoice does not accept a discount code; omit discountCode.');
      return { amount, discount_code: null, discount_amount: 0, currency, lines: line_items };
    }
    case 'payment_link': {
      const { order, chosen } = chosenOf(ctx, target.record, items);
      const price = discounted(ctx, order.amount, code, 'discountCode');
      return { ...price, currency: order.currency, lines: order.lines, chosen };
    }
    default:
      return target satisfies never;
  }
}

/**
 * Returns the order on the page of a link: the products that the buyer chose, or by default all products that are
 * still for sale.
 */
function chosenOf(
  ctx: Context,
  link: PaymentLink,
  items: Items | undefined,
): { order: PricedOrder; chosen?: OrderItem[] } {
  if (items !== undefined) {
    const chosen = items.map(({ productId, quantity }) => ({ product_id: productId, quantity }));
    return { order: orderOf(ctx, link, chosen), chosen };
  }
  if (link.amount !== null) return { order: orderOf(ctx, link) };
  const chosen = link.products
    .filter(({ product_id }) => ctx.find(products, product_id)?.active)
    .map((each) => ({ ...each }));
  if (chosen.length === 0) throw unavailable('The products of this payment link are no longer for sale.');
  return { order: orderOf(ctx, link, chosen), chosen };
}

/**
 * Rejects items that differ from the items of the session or invoice.
 * @throws 400
 */
function requireSame(items: Items | undefined, lines: readonly OrderLine[]): void {
  if (items === undefined) return;
  const wanted = countsOf(items.map(({ productId, quantity }) => [productId, quantity]));
  const own = countsOf(lines.map(({ product_id, quantity }) => [product_id, quantity]));
  const same = wanted.size === own.size && [...own].every(([id, count]) => wanted.get(id) === count);
  if (!same)
    throw invalid(
      'items',
      'items must match the products in this checkout. Omit items, or send the products from the checkout response.',
    );
}

function countsOf(pairs: readonly (readonly [id: string, count: number])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [id, count] of pairs) counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
}
