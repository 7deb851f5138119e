import type { Context } from '../../../core/kernel/context.ts';
import { may } from '../../../core/kernel/declare/lifecycle.ts';
import { type MailBrand, type MailPart, type PrintedDocument, sendMail } from '../../mail/mail-draft.ts';
import { brandOf, issuerOf } from '../account/brand.ts';
import { billingOf, postalLines } from '../common/postal.ts';
import { Printing, printingOfPdf } from '../common/printing.ts';
import { fullName } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import { products } from '../product/model.ts';
import { languageOfCustomer } from '../transaction/language.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import type { Invoice } from './model.ts';

/** Emails an invoice to its customer, with the PDF (specification, "States and transitions", Invoice). */
export function mailInvoice(ctx: Context, invoice: Invoice): void {
  const customer = ctx.get(customers, invoice.customer_id);
  const from = brandOf(ctx);
  const printing = new Printing(languageOfCustomer(ctx, customer));
  const { hello, invoice: words } = printing.mailed;
  const { number, due_date } = invoice;
  const due = due_date === null ? null : printing.day(due_date);
  const sent =
    due === null
      ? words.sent(number, from.name)
      : (isOverdue(ctx, invoice) ? words.sentOverdue : words.sentDue)(number, from.name, due);
  const parts: MailPart[] = [
    { text: hello(fullName(customer) ?? customer.email) },
    { text: sent },
    ...(invoice.memo ? [{ text: invoice.memo }] : []),
    { label: words.open, path: invoicePath(invoice) },
  ];
  const document = documentOf(ctx, invoice, customer, from, printingOfPdf(printing, ctx.kernel));
  sendMail(ctx, {
    from,
    locale: printing.tag,
    to: customer.email,
    subject: words.subject(number, from.name),
    parts,
    attachments: [{ filename: `${number}.pdf`, document }],
  });
}

/** Returns the path of the page that shows the invoice. */
export const invoicePath = ({ slug }: Pick<Invoice, 'slug'>): string => `/invoice/${slug}`;

/**
 * Returns whether an invoice is overdue: its due day has ended on the emulated clock (UTC), and it can still be paid.
 */
export const isOverdue = (ctx: Context, invoice: Invoice): boolean =>
  invoice.due_date !== null &&
  ctx.at.slice(0, 10) > invoice.due_date.slice(0, 10) &&
  may(invoiceLifecycle, invoice, 'pay');

/** Builds the printed invoice. A paid or void invoice shows no amount due. */
export function documentOf(
  ctx: Context,
  invoice: Invoice,
  customer: Customer,
  issuer: MailBrand,
  printing: Printing,
): PrintedDocument {
  const { printed } = printing;
  const name = fullName(customer);
  const { number, currency, due_date, sent_at, paid_at, voided_at, line_items } = invoice;
  const isRenewedElsewhere = line_items.some(({ product_id }) => ctx.find(products, product_id)?.recurring != null);
  const dueOf = (day: string) => (isOverdue(ctx, invoice) ? printed.overdue(day) : day);
  return {
    locale: printing.tag,
    title: printed.invoice,
    number,
    issuer: issuerOf(issuer, printing),
    recipient: [...postalLines(billingOf(customer), { name, company: customer.company }, printing), customer.email],
    addressee: name ?? customer.company ?? customer.email,
    facts: [
      { label: printed.issued, value: printing.day(sent_at ?? ctx.at) },
      ...(due_date === null ? [] : [{ label: printed.due, value: dueOf(printing.day(due_date)) }]),
      ...(paid_at === null ? [] : [{ label: printed.paid, value: printing.day(paid_at) }]),
      ...(voided_at === null ? [] : [{ label: printed.voided, value: printing.day(voided_at) }]),
      ...(isRenewedElsewhere ? [{ label: printed.renewal, value: printed.paidOnce }] : []),
    ],
    rows: line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
      name,
      quantity,
      unit_amount,
      amount: sum,
    })),
    totals: totalsOf(invoice, printed),
    currency,
    note: invoice.memo || null,
    link: may(invoiceLifecycle, invoice, 'pay') ? { label: printed.payInvoice, path: invoicePath(invoice) } : null,
  };
}

function totalsOf(
  { amount, currency, status, paid_at }: Invoice,
  printed: Printing['printed'],
): PrintedDocument['totals'] {
  const total = { label: printed.total, amount };
  if (status === 'void') return [total];
  const due = printed.amountDue(currency);
  if (paid_at === null && status !== 'processing')
    return [
      { label: printed.subtotal, amount },
      { label: due, amount },
    ];
  return [
    total,
    { label: paid_at === null ? printed.beingPaid : printed.paid, amount: -amount },
    { label: due, amount: 0 },
  ];
}
