import { getOrMake } from '../base/maps.ts';
import { type Asked, isObject, type Json, type RunRecord } from './record.ts';
import { metadataOf, ordersIn } from './same-request.ts';

/** What a record says of what things cost and what was paid, in cents. */

/** What each product costs, as the application was told. */
export function pricesOf(record: RunRecord): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { answer } of record.of('products.create', 'products.get', 'products.list', 'products.update')) {
    for (const product of [answer?.data].flat().filter(isObject)) {
      if (typeof product.id === 'string' && typeof product.price === 'number') prices.set(product.id, product.price);
    }
  }
  return prices;
}

/** What the products cost that a body names; null where it names none, or one of which nobody knows. */
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

/** The amount of each payment that was told of, by the id of its transaction. */
export function paidAmounts({ events }: RunRecord): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { type, data } of events) {
    if (type !== 'payment.completed' || !isObject(data)) continue;
    if (typeof data.transaction_id === 'string' && typeof data.amount === 'number') {
      paid.set(data.transaction_id, data.amount);
    }
  }
  return paid;
}

/** The charge that alone names an order in its metadata, by the order. */
export function chargesByOrder(record: RunRecord): Map<string, Asked> {
  const charges = new Map<string, Asked | null>();
  for (const charge of record.of('charges.create')) {
    if (!charge.isAccepted || charge.view.replayed) continue;
    for (const order of new Set(ordersIn(charge))) charges.set(order, charges.has(order) ? null : charge);
  }
  return new Map([...charges].flatMap(([order, charge]) => (charge === null ? [] : [[order, charge]])));
}

/** A payment that was given back by its pieces, each of which was rounded down. */
export interface RoundedPieces {
  /** The transaction. */
  readonly id: string;
  readonly refunds: readonly Asked[];
  /** What one piece came to, in cents, and how many there were. */
  readonly piece: number;
  readonly pieces: number;
  /** What was paid, in cents. */
  readonly whole: number;
}

/** Payments of which refunds by the piece leave some cents: 7 seats of 12569 cents at 1795 each leave 4. */
export function roundedPieces(record: RunRecord): RoundedPieces[] {
  const paid = paidAmounts(record);
  const parts = new Map<string, Asked[]>();
  for (const refund of record.of('transactions.refund')) {
    const id = refund.path.split('/').at(-2) ?? '';
    if (refund.isAccepted && !refund.view.replayed) getOrMake(parts, id, (): Asked[] => []).push(refund);
  }
  return [...parts].flatMap(([id, refunds]) => {
    const amounts = refunds.map(({ body }) => Number(body?.amount));
    const whole = paid.get(id);
    if (whole === undefined || amounts.length < 2 || !amounts.every((amount) => amount > 0)) return [];
    const piece = amounts.reduce(commonPart);
    const sum = amounts.reduce((cents, amount) => cents + amount, 0);
    const pieces = sum / piece;
    // A cent that was lost is at most one a piece.
    const isRounded = sum < whole && Math.floor(whole / pieces) === piece && piece >= leastPiece;
    return isRounded ? [{ id, refunds, piece, pieces, whole }] : [];
  });
}

/** Below so many cents, parts have a common one by chance. */
const leastPiece = 50;

const commonPart = (one: number, other: number): number => (other === 0 ? one : commonPart(other, one % other));

/** An amount of money in cents: a whole number, or a text with two digits behind its point. */
export function centsIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const [, whole, cents] = /^[$€£]?(\d{1,7})[.,](\d\d)$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(cents);
}

/** What the metadata of a request calls its total in major units: `total: "12.50"` is 1250. Cents; null where it says none. */
export function statedTotal(asked: Asked): number | null {
  for (const [field, value] of Object.entries(metadataOf(asked))) {
    if (!/^(order_?|cart_?|grand_?)?(total|amount|sum)$/i.test(field)) continue;
    if (typeof value === 'string' && /[.,]\d\d$/.test(value)) return centsIn(value);
  }
  return null;
}
