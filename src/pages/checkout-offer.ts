import type { Context } from '../kernel/context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Target } from '../resources/checkout/target.ts';
import { showCheckout } from '../resources/checkout/view.ts';
import type { Refused } from './shared/refused.ts';
import type { Checkout, CheckoutProduct } from './state.ts';

/** The buyer's current choice on a link's page. */
export interface Wish {
  /** The number of each product; absent: as the link proposes. */
  readonly quantities?: Readonly<Record<string, number>>;
  readonly discountCode?: string;
}

export interface Offer {
  readonly checkout: Checkout;
  /** The merchant's own discount code, which the buyer cannot remove. */
  readonly ownCode: string | null;
  /** Why the service refuses the discount code; null: it was accepted, or none was given. */
  readonly codeFault: Refused | null;
}

/**
 * A checkout as its page shows it, at current prices; on a link's page the choice is limited to the stock.
 * @throws 404 if none of its products is sold any more
 */
export function offerOf(ctx: Context, slug: string, target: Target, { quantities, discountCode }: Wish = {}): Offer {
  const whole = showCheckout(ctx, slug, target, {});
  const ownCode = whole.discountCode;
  const products = whole.products.map((product) => ({ ...product, quantity: quantityOf(whole, product, quantities) }));
  const items = products
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, quantity }) => ({ productId, quantity }));
  if (products.length > 0 && items.length === 0) return { checkout: { ...whole, products }, ownCode, codeFault: null };
  const chosen = whole.kind === 'payment_link' && items.length > 0 ? { items } : {};
  const priced = (code: string | undefined): Checkout => ({
    ...showCheckout(ctx, slug, target, { ...chosen, discountCode: code }),
    products,
  });
  try {
    return { checkout: priced(discountCode), ownCode, codeFault: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400 || discountCode === undefined) throw error;
    return {
      checkout: priced(undefined),
      ownCode,
      codeFault: { reason: error.code ?? null, param: error.param ?? null },
    };
  }
}

function quantityOf(
  { kind }: Pick<Checkout, 'kind'>,
  { productId, quantity, available }: CheckoutProduct,
  wanted: Wish['quantities'],
): number {
  if (kind !== 'payment_link') return quantity;
  return Math.min(wanted?.[productId] ?? quantity, available ?? Number.POSITIVE_INFINITY);
}

/** The products of which too few are in stock; none: everything can be bought. */
export function shortagesOf({ kind, products }: Checkout): readonly CheckoutProduct[] {
  if (kind === 'payment_link') return products.every(({ available }) => available === 0) ? products : [];
  return products.filter(({ quantity, available }) => available !== null && available < quantity);
}
