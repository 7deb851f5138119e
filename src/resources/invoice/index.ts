import { objectList } from '../../engine/declarations.ts';
import { slice } from '../../engine/slice.ts';
import { dayAfter, joined } from '../common/cells.ts';
import { invoiceReactions } from './actions.ts';
import { invoiceLifecycle } from './lifecycle.ts';
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

/** What customers are asked to pay. It has no events of its own: those of its payment tell. */
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
    amount: ({ amount }) => amount,
    who: ({ number, customer_id }) => joined(number, customer_id),
    what: ({ due_date }) => dayAfter('due', due_date) ?? '',
  }),
});
