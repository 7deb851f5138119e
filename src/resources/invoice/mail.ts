import { parseIso } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { type MailPart, type PrintedDocument, sendMail } from '../../engine/mail.ts';
import { fullName } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import type { Invoice } from './model.ts';

/** E-mails an invoice to its customer, with the PDF (specification, "States and transitions", Invoice). */
export function mailInvoice(ctx: Context, invoice: Invoice): void {
  const customer = ctx.get(customers, invoice.customer_id);
  const { name } = ctx.settings.brand;
  const due = invoice.due_date === null ? '' : `, due on ${dayOf(invoice.due_date)}`;
  const parts: MailPart[] = [
    { text: `Hello ${fullName(customer) ?? customer.email},` },
    { text: `${name} has sent you the invoice ${invoice.number}${due}. You find it attached.` },
    ...(invoice.memo ? [{ text: invoice.memo }] : []),
    { label: 'View and pay the invoice', path: invoicePath(invoice) },
  ];
  sendMail(ctx, {
    to: customer.email,
    subject: `Invoice ${invoice.number} from ${name}`,
    parts,
    attachments: [{ filename: `${invoice.number}.pdf`, document: documentOf(ctx, invoice, customer) }],
  });
}

/** The page that shows the invoice. */
export const invoicePath = ({ slug }: Pick<Invoice, 'slug'>): string => `/invoice/${slug}`;

function documentOf(ctx: Context, invoice: Invoice, customer: Customer): PrintedDocument {
  const { brand } = ctx.settings;
  const { number, amount, currency, due_date } = invoice;
  return {
    title: 'Invoice',
    number,
    issuer: { name: brand.name, color: brand.color },
    recipient: recipientOf(customer),
    facts: [
      { label: 'Issued', value: dayOf(ctx.at) },
      ...(due_date === null ? [] : [{ label: 'Due', value: dayOf(due_date) }]),
    ],
    rows: invoice.line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
      name,
      quantity,
      unit_amount,
      amount: sum,
    })),
    totals: [
      { label: 'Subtotal', amount },
      { label: `Amount due (${currency})`, amount },
    ],
    currency,
    note: invoice.memo || null,
    link: { label: 'Pay this invoice', path: invoicePath(invoice) },
  };
}

function recipientOf(customer: Customer): string[] {
  const { billing_city, billing_state, billing_postal_code } = customer;
  const region = [billing_state, billing_postal_code].filter(Boolean).join(' ');
  const lines = [
    fullName(customer),
    customer.company,
    customer.billing_address_1,
    customer.billing_address_2,
    [billing_city, region].filter(Boolean).join(', '),
    customer.billing_country,
    customer.email,
  ];
  return lines.filter((line): line is string => Boolean(line));
}

/** An ISO 8601 date or date-time as a day: `March 1, 2026`. */
const dayOf = (iso: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(parseIso(iso) ?? 0);
