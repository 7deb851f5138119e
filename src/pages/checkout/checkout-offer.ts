import type { Context } from '../../core/kernel/context.ts';
import type { PayableObject } from '../../payments/resources/checkout/payable-object.ts';
import { showCheckout } from '../../payments/resources/checkout/view.ts';
import type { Checkout, CheckoutProduct } from '../state.ts';

/**
 * A checkout as its page shows it, at current prices. A link offers at most the quantity in stock.
 * @throws 404 if no product of the link is still for sale
 */
export function offerOf(ctx: Context, slug: string, target: PayableObject): Checkout {
  const whole = showCheckout(ctx, slug, target, {});
  if (whole.kind !== 'payment_link') return whole;
  const products = whole.products.map((product) => ({
    ...product,
    quantity: Math.min(product.quantity, product.available ?? Number.POSITIVE_INFINITY),
  }));
  const items = products
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, quantity }) => ({ productId, quantity }));
  return { ...(items.length > 0 ? showCheckout(ctx, slug, target, { items }) : whole), products };
}

/** The products with insufficient stock; empty if the buyer can buy all products. */
export function shortagesOf({ kind, products }: Checkout): readonly CheckoutProduct[] {
  if (kind === 'payment_link') return products.every(({ available }) => available === 0) ? products : [];
  return products.filter(({ quantity, available }) => available !== null && available < quantity);
}
