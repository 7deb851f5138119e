import type { MetadataValues } from '../../engine/checks.ts';
import { defineCollection } from '../../engine/collection.ts';
import {
  assumed,
  baseFields,
  Cents,
  internal,
  Metadata,
  nullable,
  OneOf,
  publicSchema,
  T,
  Timestamp,
} from '../../engine/schema.ts';
import { LineItemModel } from '../transaction/model.ts';

export const invoiceStatuses = ['draft', 'sent', 'viewed', 'processing', 'paid', 'void'] as const;

const instant = () => assumed(nullable(Timestamp()));

/** What a customer is asked to pay (specification, "Invoice"), as it is stored. */
export const InvoiceModel = T.Object({
  ...baseFields('invoice'),
  /** `INV-0001`, counted per workspace and mode without gaps. */
  number: assumed(T.String()),
  status: OneOf(invoiceStatuses),
  customer_id: T.String(),
  line_items: assumed(T.Array(LineItemModel)),
  amount: assumed(Cents()),
  currency: assumed(T.String()),
  memo: assumed(nullable(T.String())),
  due_date: assumed(nullable(T.String())),
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
export type Invoice = T.Static<typeof InvoiceModel> & { readonly metadata: MetadataValues };

/** An invoice as the API shows it: the addresses are put together when it is answered, so that none is stored. */
export const InvoiceView = T.Object({
  ...publicSchema(InvoiceModel).properties,
  hosted_invoice_url: T.Optional(T.String()),
  pay_url: T.Optional(T.String()),
  emailed: T.Optional(T.Boolean()),
});

export const invoices = defineCollection<Invoice>({
  name: 'invoice',
  prefix: 'inv',
  indexes: [['status'], ['customer_id'], ['status', 'customer_id'], ['slug']],
});
