import { defineResource } from '../../engine/resource.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import { InvoiceView, invoices } from './model.ts';
import {
  createInvoiceOperation,
  getInvoice,
  listInvoices,
  sendInvoiceOperation,
  voidInvoiceOperation,
} from './operations.ts';
import { invoiceReactions } from './reactions.ts';
import { invoiceTrigger } from './trigger.ts';

/** What customers are asked to pay; it has no events of its own, its payment's tell. */
export const invoice = defineResource({
  name: 'invoice',
  models: { Invoice: InvoiceView },
  collections: [invoices],
  lifecycle: invoiceLifecycle,
  operations: [listInvoices, createInvoiceOperation, getInvoice, sendInvoiceOperation, voidInvoiceOperation],
  reactions: invoiceReactions,
  trigger: invoiceTrigger,
});
