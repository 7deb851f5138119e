import { about, assumed, baseFields, fixed, internal, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { Currency, IdOf, IdOfAny, instantWhen, isCounted, payPage } from '../common/fields.ts';
import { LineItemModel } from '../transaction/model.ts';
import { invoiceLifecycle } from './lifecycle.ts';

/** A request for payment to a customer (specification, "Invoice"), in its stored form. */
export const InvoiceModel = T.Object({
  ...baseFields('invoice'),
  number: about(
    assumed(fixed(T.String(), isCounted)),
    '`INV-0001` and so on, counted per workspace and mode without gaps.',
  ),
  status: invoiceLifecycle.status,
  customer_id: IdOf('customer who is to pay'),
  line_items: about(assumed(T.Array(LineItemModel)), 'What is to be paid for, at the prices of when it was made.'),
  amount: about(assumed(Cents()), 'Cents to pay.'),
  currency: assumed(Currency()),
  memo: about(assumed(nullable(T.String())), 'What the merchant says to the customer; null where nothing.'),
  due_date: instantWhen('it is to be paid at the latest'),
  transaction_id: assumed(
    fixed(
      IdOfAny('payment under way or made', 'null without one, and again after it failed'),
      'is set by its payment: npx payments-emulator trigger invoice.pay --id ID',
    ),
  ),
  sent_at: instantWhen('it was sent first'),
  viewed_at: instantWhen('its page was opened first'),
  paid_at: instantWhen('it was paid'),
  voided_at: instantWhen('it was voided'),
  metadata: assumed(Metadata()),
  /** The slug of the invoice's pages and its one-time payment link; made when the invoice is first sent. */
  slug: internal(nullable(T.String())),
});
export type Invoice = Readonly<T.Static<typeof InvoiceModel>>;

/** An invoice as the API shows it. Each answer builds the addresses; the record does not store them. */
export const InvoiceView = T.Object({
  ...InvoiceModel.properties,
  hosted_invoice_url: about(T.Optional(T.String()), 'The page that shows the invoice; once it was sent.'),
  pay_url: about(T.Optional(T.String()), 'The one-time payment link; once it was sent.'),
  emailed: about(T.Optional(T.Boolean()), 'Whether it went out by e-mail; once it was sent.'),
});

export const invoices = collection('invoice', {
  model: InvoiceModel,
  lifecycle: invoiceLifecycle,
  prefix: 'inv',
  indexes: [['status'], ['customer_id'], ['status', 'customer_id'], ['slug']],
  addresses: { slug: payPage },
});
