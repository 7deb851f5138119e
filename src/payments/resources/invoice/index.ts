import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { checkoutView, dayAfter, joined } from '../common/cells.ts';
import { invoiceReactions } from './actions.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import { invoicePath } from './mail.ts';
import { InvoiceView, invoices } from './model.ts';
import {
  createInvoiceOperation,
  getInvoice,
  listInvoices,
  payInvoiceOperation,
  sendInvoiceOperation,
  voidInvoiceOperation,
} from './operations.ts';
import { invoiceTrigger } from './trigger.ts';

/**
 * Requests for payment to customers. Invoices have no events of their own; the events of their payments report them.
 */
export const invoice = slice('invoice', {
  models: { Invoice: InvoiceView },
  collections: [invoices],
  lifecycle: invoiceLifecycle,
  operations: [
    listInvoices,
    createInvoiceOperation,
    getInvoice,
    sendInvoiceOperation,
    voidInvoiceOperation,
    payInvoiceOperation,
  ],
  reactions: invoiceReactions,
  trigger: invoiceTrigger,
  fixtures: [{ section: 'invoices', as: createInvoiceOperation, times: ['due_date'] }],
  list: objectList(invoices, {
    title: 'Invoices',
    view: checkoutView,
    part: 3,
    amount: ({ amount }) => amount,
    who: ({ number, customer_id }) => joined(number, customer_id),
    what: ({ due_date, slug }) => joined(dayAfter('due', due_date), slug === null ? null : invoicePath({ slug })),
  }),
});
