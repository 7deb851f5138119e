import type { Context } from '../../engine/context.ts';
import { moneyOf } from '../../engine/money.ts';
import { type Fact, type MailPart, type PrintedOrder, sendMail } from '../../mail/staged.ts';
import { brandOf } from '../account/brand.ts';
import { shownBlocks } from '../block/shown.ts';
import { checkoutSessions } from '../checkout-session/model.ts';
import { brandName } from '../common/card.ts';
import { dayOf } from '../common/days.ts';
import { invoicePath } from '../invoice/mail.ts';
import { type Invoice, invoices } from '../invoice/model.ts';
import { paymentLinks } from '../payment-link/model.ts';
import { portalOf, portalPath } from '../portal/actions.ts';
import type { Transaction } from '../transaction/model.ts';

/**
 * Whether a payment gets a receipt: those that a customer made on a page (a checkout session, a payment link, an
 * invoice) and gave an address for. Customers whom the merchant's server charges hear from the merchant.
 */
export const hasReceipt = ({ email, checkout_session_id, payment_link_id, invoice_id }: Transaction): boolean =>
  email !== null && (checkout_session_id !== null || payment_link_id !== null || invoice_id !== null);

/** E-mails the receipt of a payment, with what apps have to say about it (specification, "App routes"). */
export function mailReceipt(ctx: Context, transaction: Transaction): void {
  const { amount, currency, order_number, rail, email, customer_id } = transaction;
  const from = brandOf(ctx);
  const invoice = invoiceOf(ctx, transaction);
  const money = moneyOf(amount, currency);
  const parts: MailPart[] = [
    { text: greetingOf(transaction) },
    {
      text:
        rail === 'ach'
          ? `Thank you. ${from.name} will debit ${money} from your bank account, which can take a few days.`
          : `Thank you. This is your receipt for the payment of ${money} to ${from.name}.`,
    },
    { heading: `Order #${order_number}` },
    { order: orderOf(ctx, transaction, invoice) },
    { facts: factsOf(transaction, invoice) },
    ...(invoice === null ? [] : [{ label: `View the invoice ${invoice.number}`, path: invoicePath(invoice) }]),
    ...(customer_id === null ? [] : [portalLink(ctx, customer_id)]),
    ...shownBlocks(ctx, transaction).map((block) => ({ block })),
  ];
  sendMail(ctx, { from, to: email ?? '', subject: `Your receipt from ${from.name}: order #${order_number}`, parts });
}

const portalLink = (ctx: Context, id: string): MailPart => ({
  label: 'Your payments, subscriptions and cards',
  path: portalPath(portalOf(ctx, { id })),
});

/**
 * Tells the customer of a refund.
 * @param refunded cents
 */
export function mailRefund(ctx: Context, transaction: Transaction, refunded: number): void {
  const { amount, currency, order_number, total_refunded, email } = transaction;
  const from = brandOf(ctx);
  const money = moneyOf(refunded, currency);
  const facts: Fact[] = [
    { label: 'Order', value: `#${order_number}` },
    { label: 'Paid', value: moneyOf(amount, currency) },
    ...(refunded === total_refunded
      ? []
      : [{ label: 'Refunded in all', value: moneyOf(total_refunded, currency) } as const]),
    { label: 'Refunded to', value: instrumentOf(transaction) },
  ];
  const parts: MailPart[] = [
    { text: greetingOf(transaction) },
    { text: `${from.name} has refunded ${money} of your order #${order_number}.` },
    { facts },
  ];
  sendMail(ctx, { from, to: email ?? '', subject: `${from.name} has refunded ${money}`, parts });
}

/** A receipt as a page shows it: what was bought, and the facts of the payment. */
export function printedReceipt(ctx: Context, transaction: Transaction): { order: PrintedOrder; facts: Fact[] } {
  const invoice = invoiceOf(ctx, transaction);
  return { order: orderOf(ctx, transaction, invoice), facts: factsOf(transaction, invoice) };
}

const greetingOf = ({ buyer_name }: Transaction): string => (buyer_name === null ? 'Hello,' : `Hello ${buyer_name},`);

const invoiceOf = (ctx: Context, { invoice_id }: Transaction): Invoice | null =>
  invoice_id === null ? null : (ctx.find(invoices, invoice_id) ?? null);

function orderOf(ctx: Context, transaction: Transaction, invoice: Invoice | null): PrintedOrder {
  const { amount, currency, line_items, rail } = transaction;
  const rows = line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
    name,
    quantity,
    unit_amount,
    amount: sum,
  }));
  const total = { label: rail === 'ach' ? 'Total' : 'Total paid', amount };
  if (rows.length === 0) {
    const discount = discountOf(ctx, transaction);
    const price = amount + discount.amount;
    rows.push({ name: whatFor(ctx, transaction, invoice), quantity: 1, unit_amount: price, amount: price });
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
function whatFor(ctx: Context, { payment_link_id }: Transaction, invoice: Invoice | null): string {
  if (invoice !== null) return `Invoice ${invoice.number}`;
  const link = payment_link_id === null ? undefined : ctx.find(paymentLinks, payment_link_id);
  return link?.name ?? 'Payment';
}

function factsOf(transaction: Transaction, invoice: Invoice | null): Fact[] {
  const { id, created_at, currency, rail, total_refunded } = transaction;
  const shipping = [
    transaction.shipping_address_1,
    transaction.shipping_address_2,
    transaction.shipping_city,
    [transaction.shipping_state, transaction.shipping_postal_code].filter(Boolean).join(' '),
    transaction.shipping_country,
  ].filter(Boolean);
  return [
    { label: 'Date', value: dayOf(created_at) },
    { label: rail === 'ach' ? 'Debited from' : 'Paid with', value: instrumentOf(transaction) },
    ...(invoice === null ? [] : [{ label: 'Invoice', value: invoice.number }]),
    ...(shipping.length === 0 ? [] : [{ label: 'Ships to', value: shipping.join(', ') }]),
    ...(total_refunded === 0 ? [] : [{ label: 'Refunded', value: moneyOf(total_refunded, currency) }]),
    { label: 'Payment', value: id },
  ];
}

function instrumentOf({ card_brand, card_last_four, bank_last_four }: Transaction): string {
  if (card_last_four !== null) return `${brandName(card_brand)} ending in ${card_last_four}`;
  return bank_last_four === null ? 'Your bank account' : `Bank account ending in ${bank_last_four}`;
}
