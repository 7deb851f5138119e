import { about, assumed, baseFields, fixed, internal, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { Currency, IdOf, IdOfAny, instantWhen, isCounted, payPage } from '../common/fields.ts';
import { LineItemModel } from '../transaction/model.ts';
import { invoiceLifecycle } from './lifecycle.ts';

/** A request for payment to a customer (specification, "Invoice"). This is the stored form. */
const InvoiceModel = T.Object({
  ...baseFields('invoice'),
  number: about(
    assumed(fixed(T.String(), isCounted)),
    'The invoice number, such as `INV-0001`. Each workspace and mode has its own sequence without gaps.',
  ),
  status: invoiceLifecycle.status,
  customer_id: IdOf('customer who pays the invoice'),
  line_items: about(
    assumed(T.Array(LineItemModel)),
    'The products on the invoice, at the prices that applied when the invoice was created.',
  ),
  amount: about(assumed(Cents()), 'The amount to pay, in cents.'),
  currency: assumed(Currency()),
  memo: about(assumed(nullable(T.String())), 'The message to the customer; null if there is none.'),
  due_date: instantWhen('payment is due'),
  transaction_id: assumed(
    fixed(
      IdOfAny('pending or completed payment', 'null if there is none or if the payment failed'),
      'is set when the invoice is paid. To pay the invoice, run npx payments-emulator trigger invoice.pay --id ID',
    ),
  ),
  sent_at: instantWhen('the invoice was first sent'),
  viewed_at: instantWhen('the page of the invoice was first opened'),
  paid_at: instantWhen('the invoice page was first opened'),
  voided_at: instantWhen('the invoice was voided'),
  metadata: assumed(Metadata()),
  /** The slug of the invoice's pages and of its one-time payment link, created when the invoice is first sent. */
  slug: internal(nullable(T.String())),
});
export type Invoice = Readonly<T.Static<typeof InvoiceModel>>;

/** An invoice as the API shows it. Each response builds the URLs; the record does not store them. */
export const InvoiceView = T.Object({
  ...InvoiceModel.properties,
  hosted_invoice_url: about(T.Optional(T.String()), 'The URL of the invoice page; present after the invoice is sent.'),
  pay_url: about(T.Optional(T.String()), 'The URL of the one-time payment link; present after the invoice is sent.'),
  emailed: about(T.Optional(T.Boolean()), 'Whether the invoice was emailed; present after the invoice is sent.'),
});

export const invoices = collection('invoice', {
  model: InvoiceModel,
  lifecycle: invoiceLifecycle,
  prefix: 'inv',
  indexes: [['status'], ['customer_id'], ['status', 'customer_id'], ['slug']],
  addresses: { slug: payPage },
});
