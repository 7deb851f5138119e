import type { Context } from '../../engine/context.ts';
import { moneyOf } from '../../engine/money.ts';
import type { Fact, PrintedOrder } from '../../mail/staged.ts';
import { checkoutSessions } from '../checkout-session/model.ts';
import { countryName } from '../common/address.ts';
import { brandName } from '../common/card.ts';
import { dayOf } from '../common/days.ts';
import { type Invoice, invoices } from '../invoice/model.ts';
import { paymentLinks } from '../payment-link/model.ts';
import { renewalsOf } from '../subscription/renewals.ts';
import type { Transaction } from '../transaction/model.ts';

/** The invoice that a payment is for; null where it is for none. */
export const invoiceOf = (ctx: Context, { invoice_id }: Transaction): Invoice | null =>
  invoice_id === null ? null : (ctx.find(invoices, invoice_id) ?? null);

/** Whether the money of a payment was taken, or is about to be. */
export const isTaken = ({ status }: Transaction): boolean => status !== 'failed' && status !== 'voided';

/** What was bought, and what it came to. A payment without products is one row. */
export function orderOf(ctx: Context, transaction: Transaction): PrintedOrder {
  const { amount, currency, line_items, rail } = transaction;
  const rows = line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
    name,
    quantity,
    unit_amount,
    amount: sum,
  }));
  const total = { label: rail !== 'ach' && isTaken(transaction) ? 'Total paid' : 'Total', amount };
  if (rows.length === 0) {
    const discount = discountOf(ctx, transaction);
    const price = amount + discount.amount;
    rows.push({ name: whatFor(ctx, transaction), quantity: 1, unit_amount: price, amount: price });
  }
  const subtotal = rows.reduce((sum, row) => sum + row.amount, 0);
  if (subtotal === amount) return { rows, totals: [total], currency };
  const { code } = discountOf(ctx, transaction);
  const label = code === null ? 'Discount' : `Discount (${code})`;
  const taken = { label, amount: amount - subtotal };
  return { rows, totals: [{ label: 'Subtotal', amount: subtotal }, taken, total], currency };
}

/** What a session's discount code took off, in cents. */
function discountOf(ctx: Context, { checkout_session_id }: Transaction): { code: string | null; amount: number } {
  const session = checkout_session_id === null ? undefined : ctx.find(checkoutSessions, checkout_session_id);
  return { code: session?.discount_code ?? null, amount: session?.discount_amount ?? 0 };
}

/** What a payment without products is for. */
function whatFor(ctx: Context, transaction: Transaction): string {
  const { payment_link_id } = transaction;
  const invoice = invoiceOf(ctx, transaction);
  if (invoice !== null) return `Invoice ${invoice.number}`;
  const link = payment_link_id === null ? undefined : ctx.find(paymentLinks, payment_link_id);
  return link?.name ?? 'Payment';
}

/** How and when it was paid, what is charged again, and where the order goes. */
export function factsOf(ctx: Context, transaction: Transaction): Fact[] {
  const invoice = invoiceOf(ctx, transaction);
  const { id, created_at, currency, rail, total_refunded } = transaction;
  const paidBy = !isTaken(transaction) ? 'Payment method' : rail === 'ach' ? 'Debited from' : 'Paid with';
  const shipping = [
    transaction.shipping_address_1,
    transaction.shipping_address_2,
    transaction.shipping_city,
    [transaction.shipping_state, transaction.shipping_postal_code].filter(Boolean).join(' '),
    transaction.shipping_country === null ? null : countryName(transaction.shipping_country),
  ].filter(Boolean);
  return [
    { label: 'Date', value: dayOf(created_at) },
    { label: paidBy, value: instrumentOf(transaction) },
    ...renewalsOf(ctx, transaction).map((value) => ({ label: 'Renewal', value })),
    ...(invoice === null ? [] : [{ label: 'Invoice', value: invoice.number }]),
    ...(shipping.length === 0 ? [] : [{ label: 'Ships to', value: shipping.join(', ') }]),
    ...(total_refunded === 0 ? [] : [{ label: 'Refunded', value: moneyOf(total_refunded, currency) }]),
    { label: 'Payment', value: id },
  ];
}

export function instrumentOf({ card_brand, card_last_four, bank_last_four }: Transaction): string {
  if (card_last_four !== null) return `${brandName(card_brand)} ending in ${card_last_four}`;
  return bank_last_four === null ? 'Your bank account' : `Bank account ending in ${bank_last_four}`;
}
