import type { Context } from '../kernel/context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Target } from '../resources/checkout/target.ts';
import { showCheckout } from '../resources/checkout/view.ts';
import type { Refused } from './shared/refused.ts';
import type { Checkout, CheckoutProduct } from './state.ts';

/** What a buyer has chosen so far, on the page of a link. */
export interface Wish {
  /** How many of each product; what the link proposes where none are given. */
  readonly quantities?: Readonly<Record<string, number>>;
  readonly discountCode?: string;
}

export interface Offer {
  readonly checkout: Checkout;
  /** The code with which the merchant made the checkout: the buyer cannot remove it. */
  readonly ownCode: string | null;
  /** How the service refuses the discount code; null where it was taken, or where none was given. */
  readonly codeFault: Refused | null;
}

/**
 * A checkout as its page shows it, at the prices of now: on the page of a link no more is chosen than is in stock.
 * @throws 404 where nothing of it is sold any more
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

/** What is asked for and not there in that number; none where everything can be bought. */
export function shortagesOf({ kind, products }: Checkout): readonly CheckoutProduct[] {
  if (kind === 'payment_link') return products.every(({ available }) => available === 0) ? products : [];
  return products.filter(({ quantity, available }) => available !== null && available < quantity);
}
