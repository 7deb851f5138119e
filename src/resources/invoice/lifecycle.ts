import { defineLifecycle } from '../../engine/lifecycle.ts';
import { type Invoice, invoices } from './model.ts';

/**
 * The states of an invoice (specification, "States and transitions", Invoice). What leads into and out of `viewed`,
 * `processing` and `paid` is assumed. A payment that is complete as soon as it is approved passes through `processing`.
 */
export const invoiceLifecycle = defineLifecycle({
  of: invoices,
  noun: 'invoice',
  states: {
    draft: 'draft',
    sent: 'sent',
    viewed: 'viewed',
    processing: 'processing',
    paid: 'paid',
    void: 'void',
  },
  stateOf: (invoice: Invoice) => invoice.status,
  verbs: {
    create: { from: null, to: 'draft', by: 'api', about: 'an invoice is made; nothing is e-mailed' },
    send: {
      from: ['draft', 'sent', 'viewed'],
      to: 'sent',
      usually: 'draft',
      by: 'api',
      about: 'it is e-mailed with its PDF; its payment link is made the first time',
    },
    view: { from: 'sent', to: 'viewed', by: 'network', about: 'the customer opens it' },
    pay: { from: ['sent', 'viewed'], to: 'processing', by: 'network', about: 'the customer pays it' },
    complete: { from: 'processing', to: 'paid', by: 'network', about: 'its payment is complete' },
    fail: { from: 'processing', to: 'viewed', by: 'network', about: 'the network rejects its payment' },
    reopen: { from: ['processing', 'paid'], to: 'viewed', by: 'reaction', about: 'its payment is voided' },
    void: {
      from: ['draft', 'sent', 'viewed'],
      to: 'void',
      by: 'api',
      about: 'an unpaid invoice is voided, and its payment link is dead',
    },
  },
});
