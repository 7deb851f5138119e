import { isObject } from '../../core/base/json-values.ts';
import { groupedBy } from '../../core/base/maps.ts';
import type { Json, ObservedRequest, ObservedRun } from './observed-run.ts';
import { metadataOf, ordersIn } from './same-request.ts';

/** Prices and paid amounts in a record, in cents. */

/** The price of each product, taken from the responses to the application. */
export function pricesOf(record: ObservedRun): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { answer } of record.of('products.create', 'products.get', 'products.list', 'products.update')) {
    for (const product of [answer?.data].flat().filter(isObject)) {
      if (typeof product.id === 'string' && typeof product.price === 'number') prices.set(product.id, product.price);
    }
  }
  return prices;
}

/** The cost of the products in a body; null if the body names no product, or names an unknown product. */
export function costOf({ product_id, quantity, line_items }: Json, prices: ReadonlyMap<string, number>): number | null {
  const lines = Array.isArray(line_items) ? line_items.filter(isObject) : [{ product_id, quantity }];
  const costs = lines.map((line) => {
    const price = prices.get(String(line.product_id));
    return price === undefined || line.variant_id != null
      ? null
      : price * (typeof line.quantity === 'number' ? line.quantity : 1);
  });
  return costs.includes(null) || costs.length === 0 ? null : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

/** The amount of each reported payment, by the id of its transaction. */
export function paidAmounts({ events }: ObservedRun): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { type, data } of events) {
    if (type !== 'payment.completed' || !isObject(data)) continue;
    if (typeof data.transaction_id === 'string' && typeof data.amount === 'number') {
      paid.set(data.transaction_id, data.amount);
    }
  }
  return paid;
}

/** A call that refunds a payment. */
export interface Refund {
  readonly asked: ObservedRequest;
  /** The transaction. */
  readonly id: string;
  /** NaN if the call asks for all that is left. */
  readonly amount: number;
  /** The accepted refunds of the payment before this one. */
  readonly earlier: readonly ObservedRequest[];
  /** The paid amount, and what is left of it before this refund, in cents; NaN if the payment is unknown. */
  readonly paid: number;
  readonly left: number;
}

export function refundsIn(record: ObservedRun): Refund[] {
  const paidBy = paidAmounts(record);
  const accepted = new Map<string, readonly ObservedRequest[]>();
  return record.of('transactions.refund').map((asked) => {
    const id = asked.path.split('/').at(-2) ?? '';
    const earlier = accepted.get(id) ?? [];
    if (asked.isAccepted && !asked.view.replayed) accepted.set(id, [...earlier, asked]);
    const paid = paidBy.get(id) ?? Number.NaN;
    const left = earlier.reduce((cents, { body }) => cents - (Number(body?.amount) || cents), paid);
    return { asked, id, amount: Number(asked.body?.amount), earlier, paid, left };
  });
}

/** For each order, the only charge that names it in its metadata. */
export function chargesByOrder(record: ObservedRun): Map<string, ObservedRequest> {
  const charges = new Map<string, ObservedRequest | null>();
  for (const charge of record.of('charges.create')) {
    if (!charge.isAccepted || charge.view.replayed) continue;
    for (const order of new Set(ordersIn(charge))) charges.set(order, charges.has(order) ? null : charge);
  }
  return new Map([...charges].flatMap(([order, charge]) => (charge === null ? [] : [[order, charge]])));
}

/** A payment that was refunded piece by piece, each amount rounded down. */
export interface RoundedPieces {
  /** The transaction. */
  readonly id: string;
  readonly refunds: readonly ObservedRequest[];
  /** The cents of one piece, and the number of pieces. */
  readonly piece: number;
  readonly pieces: number;
  /** The paid amount, in cents. */
  readonly whole: number;
}

/** Payments whose refunded pieces leave some cents: 7 seats of 12569 cents at 1795 each leave 4. */
export function roundedPieces(record: ObservedRun): RoundedPieces[] {
  const accepted = refundsIn(record).filter(({ asked }) => asked.isAccepted && !asked.view.replayed);
  return [...groupedBy(accepted, ({ id }) => id)].flatMap(([id, parts]) => {
    const refunds = parts.map(({ asked }) => asked);
    const amounts = parts.map(({ amount }) => amount);
    const whole = parts[0]!.paid;
    if (amounts.length < 2 || !amounts.every((amount) => amount > 0)) return [];
    const piece = amounts.reduce(commonPart);
    const sum = amounts.reduce((cents, amount) => cents + amount, 0);
    const pieces = sum / piece;
    // Rounding loses at most one cent per piece.
    const isRounded = sum < whole && Math.floor(whole / pieces) === piece && piece >= leastPiece;
    return isRounded ? [{ id, refunds, piece, pieces, whole }] : [];
  });
}

/** Smaller amounts share divisors by chance. */
const leastPiece = 50;

const commonPart = (one: number, other: number): number => (other === 0 ? one : commonPart(other, one % other));

/** The cents in a value: a whole number of cents, or a string with two decimals; null for other values. */
export function centsIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const [, whole, cents] = /^[$€£]?(\d{1,7})[.,](\d\d)$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(cents);
}

/**
 * The total in the metadata of a request, stated in major units and returned in cents: `total: "12.50"` is 1250. Null
 * if the metadata has no total.
 */
export function statedTotal(asked: ObservedRequest): number | null {
  for (const [field, value] of Object.entries(metadataOf(asked))) {
    if (!/^(order_?|cart_?|grand_?)?(total|amount|sum)$/i.test(field)) continue;
    if (typeof value === 'string' && /[.,]\d\d$/.test(value)) return centsIn(value);
  }
  return null;
}
