import type { Context } from '../../../core/kernel/context.ts';
import { type Fact, type MailBrand, type MailPart, type PrintedDocument, sendMail } from '../../mail/mail-draft.ts';
import { wordsOf } from '../../mail/words.ts';
import { brandOf, issuerOf } from '../account/brand.ts';
import { shownBlocks } from '../block/carriers.ts';
import { checkoutSessions } from '../checkout-session/model.ts';
import { Printing, printingOfPdf } from '../common/printing.ts';
import { customers } from '../customer/model.ts';
import { invoicePath } from '../invoice/mail.ts';
import { portalOf, portalPath } from '../portal/actions.ts';
import { languageOfBuyer } from '../transaction/language.ts';
import type { Transaction } from '../transaction/model.ts';
import { factsOf, instrumentOf, invoiceOf, orderOf, payerOf } from './order.ts';

/**
 * Returns whether a payment gets a receipt: a customer paid on a page (a checkout session, a payment link or an
 * invoice) and gave an email address. Merchants who charge a customer from their server send the email themselves.
 */
export const hasReceipt = ({ email, checkout_session_id, payment_link_id, invoice_id }: Transaction): boolean =>
  email !== null && (checkout_session_id !== null || payment_link_id !== null || invoice_id !== null);

/** Emails the receipt of a payment, with the blocks of apps (specification, "App routes") and with a PDF. */
export function mailReceipt(ctx: Context, transaction: Transaction): void {
  const { amount, currency, order_number, rail, email, customer_id, buyer_name } = transaction;
  const from = brandOf(ctx);
  const invoice = invoiceOf(ctx, transaction);
  const printing = new Printing(languageOf(ctx, transaction));
  const { hello, receipt: words } = printing.mailed;
  const money = printing.money(amount, currency);
  const document = receiptDocument(ctx, transaction, from, printing);
  const inPdf = printingOfPdf(printing, ctx.kernel);
  const printed = inPdf === printing ? document : receiptDocument(ctx, transaction, from, inPdf);
  const parts: MailPart[] = [
    { text: hello(buyer_name) },
    { text: rail === 'ach' ? words.debited(from.name, money) : words.paid(from.name, money) },
    { heading: words.order(order_number) },
    { order: { rows: document.rows, totals: document.totals, currency } },
    { facts: [...document.facts, ...partiesOf(document, printing)] },
    ...(invoice === null ? [] : [{ label: words.invoice(invoice.number), path: invoicePath(invoice) }]),
    ...(customer_id === null ? [] : [portalLink(ctx, customer_id, words.portal)]),
    ...shownBlocks(ctx, transaction).map((block) => ({ block })),
  ];
  sendMail(ctx, {
    from,
    locale: printing.tag,
    to: email ?? '',
    subject: words.subject(from.name, order_number),
    parts,
    attachments: [{ filename: receiptFile(transaction), document: printed }],
  });
}

/** Returns the payer and the merchant, with their addresses. */
function partiesOf({ recipient, issuer: { name, address = [] } }: PrintedDocument, { tag }: Printing): Fact[] {
  const words = wordsOf(tag);
  return [
    { label: words.billedTo, value: recipient.join('\n') },
    ...(address.length === 0 ? [] : [{ label: words.from, value: [name, ...address].join('\n') }]),
  ];
}

/** Returns the language of a payment's buyer: the language of the session's pages if the merchant set it. */
function languageOf(ctx: Context, transaction: Transaction): string {
  const { checkout_session_id, customer_id } = transaction;
  const session = checkout_session_id === null ? undefined : ctx.find(checkoutSessions, checkout_session_id);
  const customer = customer_id === null ? null : (ctx.find(customers, customer_id) ?? null);
  return session?.locale ?? languageOfBuyer(ctx, transaction, customer);
}

const portalLink = (ctx: Context, id: string, label: string): MailPart => ({
  label,
  path: portalPath(portalOf(ctx, { id })),
});

/**
 * Emails the customer about a refund.
 * @param refunded the amount in cents
 */
export function mailRefund(ctx: Context, transaction: Transaction, refunded: number): void {
  const { amount, currency, order_number, total_refunded, email, buyer_name } = transaction;
  const from = brandOf(ctx);
  const printing = new Printing(languageOf(ctx, transaction));
  const { hello, refund: words } = printing.mailed;
  const money = printing.money(refunded, currency);
  const facts: Fact[] = [
    { label: words.order, value: `#${order_number}` },
    { label: words.paid, value: printing.money(amount, currency) },
    ...(refunded === total_refunded ? [] : [{ label: words.inAll, value: printing.money(total_refunded, currency) }]),
    { label: words.to, value: instrumentOf(transaction, printing) },
  ];
  const parts: MailPart[] = [
    { text: hello(buyer_name) },
    { text: words.text(from.name, money, order_number) },
    { facts },
  ];
  sendMail(ctx, { from, locale: printing.tag, to: email ?? '', subject: words.subject(from.name, money), parts });
}

/** Returns the file name of a receipt, such as `receipt-1.pdf`. */
export const receiptFile = ({ order_number }: Pick<Transaction, 'order_number'>): string =>
  `receipt-${order_number}.pdf`;

/** Builds a receipt for print, for its page and for its email. */
export function receiptDocument(
  ctx: Context,
  transaction: Transaction,
  issuer: MailBrand,
  printing: Printing,
): PrintedDocument {
  return {
    ...orderOf(ctx, transaction, printing),
    locale: printing.tag,
    title: printing.printed.receipt,
    number: printing.mailed.receipt.order(transaction.order_number),
    issuer: issuerOf(issuer, printing),
    recipient: payerOf(transaction, printing),
    addressee: transaction.buyer_name ?? transaction.email,
    facts: factsOf(ctx, transaction, printing),
    note: null,
    link: null,
  };
}
