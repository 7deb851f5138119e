import type { Context } from '../../engine/context.ts';
import { type MailBrand, type MailPart, type PrintedDocument, sendMail } from '../../mail/staged.ts';
import { brandOf } from '../account/brand.ts';
import { dayOf } from '../common/days.ts';
import { fullName } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import type { Invoice } from './model.ts';

/** E-mails an invoice to its customer, with the PDF (specification, "States and transitions", Invoice). */
export function mailInvoice(ctx: Context, invoice: Invoice): void {
  const customer = ctx.get(customers, invoice.customer_id);
  const from = brandOf(ctx);
  const { name } = from;
  const due = invoice.due_date === null ? '' : `, due on ${dayOf(invoice.due_date)}`;
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
    attachments: [{ filename: `${invoice.number}.pdf`, document: documentOf(ctx, invoice, customer, from) }],
  });
}

/** The page that shows the invoice. */
export const invoicePath = ({ slug }: Pick<Invoice, 'slug'>): string => `/invoice/${slug}`;

/** An invoice on paper; of one that is paid, what is still due is nothing. */
export function documentOf(ctx: Context, invoice: Invoice, customer: Customer, issuer: MailBrand): PrintedDocument {
  const { number, amount, currency, due_date, sent_at, paid_at } = invoice;
  const due = `Amount due (${currency})`;
  return {
    title: 'Invoice',
    number,
    issuer: { name: issuer.name, color: issuer.color },
    recipient: recipientOf(customer),
    facts: [
      { label: 'Issued', value: dayOf(sent_at ?? ctx.at) },
      ...(due_date === null ? [] : [{ label: 'Due', value: dayOf(due_date) }]),
      ...(paid_at === null ? [] : [{ label: 'Paid', value: dayOf(paid_at) }]),
    ],
    rows: invoice.line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
      name,
      quantity,
      unit_amount,
      amount: sum,
    })),
    totals:
      paid_at === null
        ? [
            { label: 'Subtotal', amount },
            { label: due, amount },
          ]
        : [
            { label: 'Total', amount },
            { label: 'Paid', amount: -amount },
            { label: due, amount: 0 },
          ],
    currency,
    note: invoice.memo || null,
    link: paid_at === null ? { label: 'Pay this invoice', path: invoicePath(invoice) } : null,
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
