import { collection } from '../../engine/collection.ts';
import { assumed, baseFields, Cents, internal, Metadata, nullable, T, Timestamp } from '../../engine/schema.ts';
import { LineItemModel } from '../transaction/model.ts';
import { invoiceLifecycle } from './lifecycle.ts';

const instant = () => assumed(nullable(Timestamp()));

/** What a customer is asked to pay (specification, "Invoice"), as it is stored. */
export const InvoiceModel = T.Object({
  ...baseFields('invoice'),
  /** `INV-0001`, counted per workspace and mode without gaps. */
  number: assumed(T.String()),
  status: invoiceLifecycle.status,
  customer_id: T.String(),
  line_items: assumed(T.Array(LineItemModel)),
  amount: assumed(Cents()),
  currency: assumed(T.String()),
  memo: assumed(nullable(T.String())),
  due_date: instant(),
  /** The payment under way or made; null again after it failed. */
  transaction_id: assumed(nullable(T.String())),
  sent_at: instant(),
  viewed_at: instant(),
  paid_at: instant(),
  voided_at: instant(),
  metadata: assumed(Metadata()),
  /** What its pages and its one-time payment link are found by; made when it is sent first. */
  slug: internal(nullable(T.String())),
});
export type Invoice = Readonly<T.Static<typeof InvoiceModel>>;

/** An invoice as the API shows it: the addresses are put together when it is answered, so that none is stored. */
export const InvoiceView = T.Object({
  ...InvoiceModel.properties,
  hosted_invoice_url: T.Optional(T.String()),
  pay_url: T.Optional(T.String()),
  emailed: T.Optional(T.Boolean()),
});

export const invoices = collection('invoice', {
  model: InvoiceModel,
  lifecycle: invoiceLifecycle,
  prefix: 'inv',
  indexes: [['status'], ['customer_id'], ['status', 'customer_id'], ['slug']],
});
