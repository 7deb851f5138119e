import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of an invoice (specification, "States and transitions", Invoice). The moves into and out of `viewed`,
 * `processing` and `paid` are assumed. A payment that completes on approval still passes through `processing`.
 */
export const invoiceLifecycle = lifecycle('invoice', {
  states: ['draft', 'sent', 'viewed', 'processing', 'paid', 'void'],
  moves: {
    create: { from: null, to: 'draft', by: 'api', about: 'an invoice is created; no email is sent' },
    // `pay` comes before `send`, so that the key that they share pays an invoice that can be paid.
    pay: {
      from: ['sent', 'viewed'],
      to: 'processing',
      by: 'network',
      about: 'the customer pays the invoice',
      role: 'settle',
    },
    send: {
      from: ['draft', 'sent', 'viewed'],
      to: 'sent',
      usually: 'draft',
      by: 'api',
      about: 'the invoice is emailed with a PDF; the first email creates the payment link',
      role: 'settle',
      harmless: true,
    },
    view: { from: 'sent', to: 'viewed', by: 'network', about: 'the customer opens the invoice', harmless: true },
    complete: { from: 'processing', to: 'paid', by: 'network', about: 'the payment is complete', role: 'settle' },
    fail: {
      from: 'processing',
      to: 'viewed',
      by: 'network',
      about: 'the network rejects the payment',
      role: 'fail',
    },
    reopen: { from: ['processing', 'paid'], to: 'viewed', by: 'reaction', about: 'the payment is voided' },
    void: {
      from: ['draft', 'sent', 'viewed'],
      to: 'void',
      by: 'api',
      about: 'an unpaid invoice is voided, and its payment link stops working',
      role: 'void',
    },
  },
});
