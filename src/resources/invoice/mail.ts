import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import { type MailBrand, type MailPart, type PrintedDocument, sendMail } from '../../mail/staged.ts';
import { brandOf } from '../account/brand.ts';
import { dayOf } from '../common/days.ts';
import { inEnglish, type Printing } from '../common/printing.ts';
import { fullName } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import { products } from '../product/model.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import type { Invoice } from './model.ts';

/** E-mails an invoice to its customer, with the PDF (specification, "States and transitions", Invoice). */
export function mailInvoice(ctx: Context, invoice: Invoice): void {
  const customer = ctx.get(customers, invoice.customer_id);
  const from = brandOf(ctx);
  const { name } = from;
  const due =
    invoice.due_date === null
      ? ''
      : isOverdue(ctx, invoice)
        ? `, which was due on ${dayOf(invoice.due_date)}`
        : `, due on ${dayOf(invoice.due_date)}`;
  const parts: MailPart[] = [
    { text: `Hello ${fullName(customer) ?? customer.email},` },
    { text: `${name} has sent you the invoice ${invoice.number}${due}. You find it attached.` },
    ...(invoice.memo ? [{ text: invoice.memo }] : []),
    { label: 'View and pay the invoice', path: invoicePath(invoice) },
  ];
  sendMail(ctx, {
    from,
    to: customer.email,
    subject: `Invoice ${invoice.number} from ${name}`,
    parts,
    attachments: [{ filename: `${invoice.number}.pdf`, document: documentOf(ctx, invoice, customer, from, inEnglish) }],
  });
}

/** The page that shows the invoice. */
export const invoicePath = ({ slug }: Pick<Invoice, 'slug'>): string => `/invoice/${slug}`;

/** Whether an invoice can still be paid, and the day until which it was to be paid is over on the emulated clock (UTC). */
export const isOverdue = (ctx: Context, invoice: Invoice): boolean =>
  invoice.due_date !== null &&
  ctx.at.slice(0, 10) > invoice.due_date.slice(0, 10) &&
  may(invoiceLifecycle, invoice, 'pay');

/** An invoice on paper; nothing is due of one that is paid or void. */
export function documentOf(
  ctx: Context,
  invoice: Invoice,
  customer: Customer,
  issuer: MailBrand,
  printing: Printing,
): PrintedDocument {
  const { printed } = printing;
  const { number, currency, due_date, sent_at, paid_at, voided_at, line_items } = invoice;
  const isRenewedElsewhere = line_items.some(({ product_id }) => ctx.find(products, product_id)?.recurring != null);
  const dueOf = (day: string) => (isOverdue(ctx, invoice) ? printed.overdue(day) : day);
  return {
    title: printed.invoice,
    number,
    issuer: { name: issuer.name, color: issuer.color },
    recipient: recipientOf(customer, printing),
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

function recipientOf(customer: Customer, printing: Printing): string[] {
  const { billing_city, billing_state, billing_postal_code } = customer;
  const region = [billing_state, billing_postal_code].filter(Boolean).join(' ');
  const lines = [
    fullName(customer),
    customer.company,
    customer.billing_address_1,
    customer.billing_address_2,
    [billing_city, region].filter(Boolean).join(', '),
    customer.billing_country === null ? null : printing.country(customer.billing_country),
    customer.email,
  ];
  return lines.filter((line): line is string => Boolean(line));
}
