import type { Context } from '../../../core/kernel/context.ts';
import { errorOf, invalid, notFound, type Param, refusal } from '../../../core/kernel/errors.ts';
import { checkAmount, exactlyOne } from '../../platform/checks.ts';
import {
  adjustments,
  type Inventory,
  largestStock,
  type OrderItem,
  type OrderLine,
  type Product,
  products,
  type Variant,
} from './model.ts';

export interface PricedOrder {
  /** The price in cents. */
  amount: number;
  currency: string;
  lines: OrderLine[];
}

export interface Pricing {
  /** The requested currency, already checked. The order must use this currency. */
  currency?: string;
  /** The field that contains the order, for error messages; null for a single `product_id`. */
  list?: Exclude<Param, `${string}.${string}`> | null;
  /** The status for an unknown product: 404 if the specification lists it for the operation ("Endpoints"). */
  unknown?: 400 | 404;
}

/**
 * Calculates the price of an order from the current prices of its products and variants.
 * @throws 400 `parameter_invalid` for an unknown or inactive product or variant, for different currencies, and for an
 * order that costs nothing; 400 `amount_too_large`; 404 for an unknown product or variant if `unknown` is 404
 */
export function priceOrder(ctx: Context, ordered: readonly OrderItem[], pricing: Pricing = {}): PricedOrder {
  const { list = 'line_items', unknown = 400 } = pricing;
  let { currency } = pricing;
  let total = 0;
  const lines = ordered.map(({ product_id, variant_id = null, quantity }, index): OrderLine => {
    const paramOf = (field: 'product_id' | 'variant_id'): Param =>
      list === null ? field : `${list}.${index}.${field}`;
    const absent = (what: string, id: string, param: Param) =>
      unknown === 404 ? notFound(what, id) : invalid(param, `No such ${what}: '${id}'.`);
    const product = ctx.find(products, product_id);
    if (product === undefined) throw absent('product', product_id, paramOf('product_id'));
    const variant = variant_id === null ? null : variantOf(product, variant_id);
    if (variant === undefined) throw absent('variant', `${variant_id}`, paramOf('variant_id'));
    if (!product.active) throw invalid(paramOf('product_id'), `The product ${product_id} is not active.`);
    currency ??= product.currency;
    if (product.currency !== currency) {
      const param = pricing.currency === undefined ? paramOf('product_id') : 'currency';
      throw invalid(param, `The product ${product_id} is sold in ${product.currency}, not in ${currency}.`);
    }
    const unit_amount = variant?.price ?? product.price;
    const amount = checkAmount(unit_amount * quantity, list ?? 'product_id');
    total = checkAmount(total + amount, list ?? 'product_id');
    return { product_id, variant_id, name: nameOf(product, variant_id), quantity, unit_amount, amount };
  });
  if (total === 0) throw invalid(list ?? 'product_id', 'The order total is 0; a payment must be at least 1 cent.');
  return { amount: total, currency: currency ?? 'USD', lines };
}

/** Returns the name of a product or variant on an order. */
export function nameOf(product: Product, variantId: string | null): string {
  const variant = variantId === null ? undefined : variantOf(product, variantId);
  return variant === undefined ? product.name : `${product.name} (${variant.name})`;
}

type RequestedUnits = readonly Pick<OrderLine, 'product_id' | 'variant_id' | 'quantity'>[];

/**
 * Returns how many units of a product or variant are available; null if the stock is not tracked, or if the product
 * or variant no longer exists.
 */
export function availableOf(
  ctx: Context,
  { product_id, variant_id }: Pick<OrderLine, 'product_id' | 'variant_id'>,
): number | null {
  const stocked = stockedAs(ctx, product_id, variant_id);
  return stocked?.track_inventory === true ? Math.max(0, stocked.stock_quantity) : null;
}

export const insufficientStock = refusal(400, 'insufficient_stock');

/**
 * Rejects an order that exceeds the stock of a tracked product or variant.
 * @throws 400 `insufficient_stock`
 */
export function requireStock(ctx: Context, lines: RequestedUnits): void {
  if (lines.length === 0) return;
  const wanted = new Map<string, number>();
  for (const { product_id, variant_id, quantity } of lines) {
    const stocked = stockedAs(ctx, product_id, variant_id);
    if (stocked?.track_inventory !== true) continue;
    const key = variant_id ?? product_id;
    const needed = (wanted.get(key) ?? 0) + quantity;
    wanted.set(key, needed);
    if (needed <= stocked.stock_quantity) continue;
    const text = shortageOf(nameOf(ctx.get(products, product_id), variant_id), stocked.stock_quantity, needed);
    throw errorOf(insufficientStock, text);
  }
}

/** Returns the message about a shortage. Buyers read it too, so it contains the name instead of the id. */
function shortageOf(name: string, left: number, needed: number): string {
  if (left <= 0) return `${name} is out of stock.`;
  return `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} in stock; the order requires ${needed}.`;
}

export const stockBelowZero = refusal(409, 'insufficient_stock');

/**
 * Changes a stock quantity atomically (specification, "Products and inventory"): by `delta`, or to `quantity`.
 * @throws 400 `parameter_missing` or `parameter_invalid`, 404, 409 `insufficient_stock` if the stock would go below
 * zero
 */
export function adjustInventory(
  ctx: Context,
  asked: { product_id: string; variant_id?: string | null; delta?: number; quantity?: number },
): Inventory {
  const field = exactlyOne(asked, adjustments);
  const product = ctx.get(products, asked.product_id);
  const { variant_id = null, delta = 0, quantity } = asked;
  const stocked = variant_id === null ? product : variantOf(product, variant_id);
  if (stocked === undefined) throw notFound('variant', `${variant_id}`);
  const stock_quantity = quantity ?? stocked.stock_quantity + delta;
  if (stock_quantity < 0) {
    const text = `${nameOf(product, variant_id)} has a stock of ${stocked.stock_quantity}; a delta of ${delta} would reduce the stock below zero.`;
    throw errorOf(stockBelowZero, text, { param: 'delta' });
  }
  if (stock_quantity > largestStock) throw invalid(field, `The stock quantity must be at most ${largestStock}.`);
  setStock(ctx, product, variant_id, stock_quantity);
  const { track_inventory } = stocked;
  return { object: 'inventory', product_id: product.id, variant_id, stock_quantity, track_inventory };
}

const variantOf = (product: Product, id: string): Variant | undefined =>
  product.variants.find((variant) => variant.id === id);

/** Returns the product or variant whose stock an order reduces. */
export function stockedAs(ctx: Context, product_id: string, variant_id: string | null): Product | Variant | undefined {
  const product = ctx.find(products, product_id);
  return product === undefined || variant_id === null ? product : variantOf(product, variant_id);
}

/** Adds units to the stock. Does nothing if the product or variant no longer exists. */
export function addStock(ctx: Context, product_id: string, variant_id: string | null, count: number): void {
  const product = ctx.find(products, product_id);
  const stocked = stockedAs(ctx, product_id, variant_id);
  if (product !== undefined && stocked !== undefined) {
    setStock(ctx, product, variant_id, stocked.stock_quantity + count);
  }
}

function setStock(ctx: Context, product: Product, variant_id: string | null, stock_quantity: number): void {
  if (variant_id === null) {
    ctx.update(products, product, { stock_quantity });
    return;
  }
  const variants = product.variants.map((each) => (each.id === variant_id ? { ...each, stock_quantity } : each));
  ctx.update(products, product, { variants });
}
