import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import { type MailBrand, type MailPart, type PrintedDocument, sendMail } from '../../mail/staged.ts';
import { brandOf } from '../account/brand.ts';
import { countryName } from '../common/address.ts';
import { dayOf } from '../common/days.ts';
import { fullName } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import { products } from '../product/model.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import type { Invoice } from './model.ts';

/** What is said of an invoice for a product that is charged again and again elsewhere. */
export const paidOnce = 'Paid once, it does not renew';

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
    attachments: [{ filename: `${invoice.number}.pdf`, document: documentOf(ctx, invoice, customer, from) }],
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
export function documentOf(ctx: Context, invoice: Invoice, customer: Customer, issuer: MailBrand): PrintedDocument {
  const { number, currency, due_date, sent_at, paid_at, voided_at, line_items } = invoice;
  const isRenewedElsewhere = line_items.some(({ product_id }) => ctx.find(products, product_id)?.recurring != null);
  return {
    title: 'Invoice',
    number,
    issuer: { name: issuer.name, color: issuer.color },
    recipient: recipientOf(customer),
    facts: [
      { label: 'Issued', value: dayOf(sent_at ?? ctx.at) },
      ...(due_date === null
        ? []
        : [{ label: 'Due', value: `${dayOf(due_date)}${isOverdue(ctx, invoice) ? ' (overdue)' : ''}` }]),
      ...(paid_at === null ? [] : [{ label: 'Paid', value: dayOf(paid_at) }]),
      ...(voided_at === null ? [] : [{ label: 'Voided', value: dayOf(voided_at) }]),
      ...(isRenewedElsewhere ? [{ label: 'Renewal', value: paidOnce }] : []),
    ],
    rows: line_items.map(({ name, quantity, unit_amount, amount: sum }) => ({
      name,
      quantity,
      unit_amount,
      amount: sum,
    })),
    totals: totalsOf(invoice),
    currency,
    note: invoice.memo || null,
    link: may(invoiceLifecycle, invoice, 'pay') ? { label: 'Pay this invoice', path: invoicePath(invoice) } : null,
  };
}

function totalsOf({ amount, currency, status, paid_at }: Invoice): PrintedDocument['totals'] {
  const total = { label: 'Total', amount };
  if (status === 'void') return [total];
  const due = `Amount due (${currency})`;
  if (paid_at === null && status !== 'processing')
    return [
      { label: 'Subtotal', amount },
      { label: due, amount },
    ];
  return [total, { label: paid_at === null ? 'Being paid' : 'Paid', amount: -amount }, { label: due, amount: 0 }];
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
    customer.billing_country === null ? null : countryName(customer.billing_country),
    customer.email,
  ];
  return lines.filter((line): line is string => Boolean(line));
}
