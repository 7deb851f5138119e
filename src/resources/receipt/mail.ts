import type { Context } from '../../engine/context.ts';
import { moneyOf } from '../../engine/money.ts';
import { type Fact, type MailPart, type PrintedOrder, sendMail } from '../../mail/staged.ts';
import { brandOf } from '../account/brand.ts';
import { shownBlocks } from '../block/shown.ts';
import { inEnglish, type Printing } from '../common/printing.ts';
import { invoicePath } from '../invoice/mail.ts';
import { portalOf, portalPath } from '../portal/actions.ts';
import type { Transaction } from '../transaction/model.ts';
import { factsOf, instrumentOf, invoiceOf, orderOf } from './order.ts';

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
    { order: orderOf(ctx, transaction, inEnglish) },
    { facts: factsOf(ctx, transaction, inEnglish) },
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
    { label: 'Refunded to', value: instrumentOf(transaction, inEnglish) },
  ];
  const parts: MailPart[] = [
    { text: greetingOf(transaction) },
    { text: `${from.name} has refunded ${money} of your order #${order_number}.` },
    { facts },
  ];
  sendMail(ctx, { from, to: email ?? '', subject: `${from.name} has refunded ${money}`, parts });
}

/** A receipt as a page shows it: what was bought, and the facts of the payment. */
export const printedReceipt = (
  ctx: Context,
  transaction: Transaction,
  printing: Printing,
): { order: PrintedOrder; facts: Fact[] } => ({
  order: orderOf(ctx, transaction, printing),
  facts: factsOf(ctx, transaction, printing),
});

const greetingOf = ({ buyer_name }: Transaction): string => (buyer_name === null ? 'Hello,' : `Hello ${buyer_name},`);
