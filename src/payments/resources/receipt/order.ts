import type { Context } from '../../../core/kernel/context.ts';
import type { Fact, PrintedOrder } from '../../mail/mail-draft.ts';
import { checkoutSessions } from '../checkout-session/model.ts';
import { brandName } from '../common/brand-name.ts';
import { billingOf, isKnown, postalLines, shippingOf } from '../common/postal.ts';
import type { Printing } from '../common/printing.ts';
import { type Invoice, invoices } from '../invoice/model.ts';
import { paymentLinks } from '../payment-link/model.ts';
import { renewalsOf } from '../subscription/renewals.ts';
import type { Transaction } from '../transaction/model.ts';

/** Returns the invoice of a payment; null for a payment without an invoice. */
export const invoiceOf = (ctx: Context, { invoice_id }: Transaction): Invoice | null =>
  invoice_id === null ? null : (ctx.find(invoices, invoice_id) ?? null);

/** Returns whether a payment took money or is about to take it. */
export const isTaken = ({ status }: Transaction): boolean => status !== 'failed' && status !== 'voided';

/** Returns the lines of an order with their amounts. A payment without products is one row. */
export function orderOf(ctx: Context, transaction: Transaction, { printed }: Printing): PrintedOrder {
  const { amount, currency, line_items, rail } = transaction;
  const rows = line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
    name,
    quantity,
    unit_amount,
    amount: sum,
  }));
  const total = { label: rail !== 'ach' && isTaken(transaction) ? printed.totalPaid : printed.total, amount };
  if (rows.length === 0) {
    const discount = discountOf(ctx, transaction);
    const price = amount + discount.amount;
    rows.push({ name: whatFor(ctx, transaction, printed), quantity: 1, unit_amount: price, amount: price });
  }
  const subtotal = rows.reduce((sum, row) => sum + row.amount, 0);
  if (subtotal === amount) return { rows, totals: [total], currency };
  const { code } = discountOf(ctx, transaction);
  const taken = { label: printed.discount(code), amount: amount - subtotal };
  return { rows, totals: [{ label: printed.subtotal, amount: subtotal }, taken, total], currency };
}

/** Returns the code of a session's discount and its amount in cents. */
function discountOf(ctx: Context, { checkout_session_id }: Transaction): { code: string | null; amount: number } {
  const session = checkout_session_id === null ? undefined : ctx.find(checkoutSessions, checkout_session_id);
  return { code: session?.discount_code ?? null, amount: session?.discount_amount ?? 0 };
}

/** Returns the title of a payment without products. */
function whatFor(ctx: Context, transaction: Transaction, printed: Printing['printed']): string {
  const { payment_link_id } = transaction;
  const invoice = invoiceOf(ctx, transaction);
  if (invoice !== null) return printed.invoiceNumber(invoice.number);
  const link = payment_link_id === null ? undefined : ctx.find(paymentLinks, payment_link_id);
  return link?.name ?? printed.payment;
}

/** Returns the details of a payment: the instrument and the date, future charges, and the shipping address. */
export function factsOf(ctx: Context, transaction: Transaction, printing: Printing): Fact[] {
  const { printed } = printing;
  const invoice = invoiceOf(ctx, transaction);
  const { id, created_at, currency, rail, total_refunded } = transaction;
  const paidBy = !isTaken(transaction)
    ? printed.paymentMethod
    : rail === 'ach'
      ? printed.debitedFrom
      : printed.paidWith;
  const shipping = shippingOf(transaction);
  const shipsTo = isKnown(shipping) ? postalLines(shipping, { name: transaction.buyer_name }, printing) : [];
  return [
    { label: printed.date, value: printing.day(created_at) },
    { label: paidBy, value: instrumentOf(transaction, printing) },
    ...renewalsOf(ctx, transaction, printing).map((value) => ({ label: printed.renewal, value })),
    ...(invoice === null ? [] : [{ label: printed.invoice, value: invoice.number }]),
    ...(shipsTo.length === 0 ? [] : [{ label: printed.shipsTo, value: shipsTo.join('\n') }]),
    ...(total_refunded === 0 ? [] : [{ label: printed.refunded, value: printing.money(total_refunded, currency) }]),
    { label: printed.paymentId, value: id },
  ];
}

/** Returns the payer as on the bill: name, postal address and email address, one per line. */
export function payerOf(transaction: Transaction, printing: Printing): string[] {
  const { buyer_name, email } = transaction;
  return [...postalLines(billingOf(transaction), { name: buyer_name }, printing), ...(email === null ? [] : [email])];
}

export function instrumentOf(
  { card_brand, card_last_four, bank_last_four }: Transaction,
  { printed }: Printing,
): string {
  if (card_last_four !== null) return printed.endingIn(brandName(card_brand, printed.card), card_last_four);
  return bank_last_four === null ? printed.yourBankAccount : printed.endingIn(printed.bankAccount, bank_last_four);
}
