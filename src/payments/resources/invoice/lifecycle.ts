import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of an invoice (specification, "States and transitions", Invoice). The moves into and out of `viewed`,
 * `processing` and `paid` are assumed. A payment that is complete as soon as it is approved passes through
 * `processing`.
 */
export const invoiceLifecycle = lifecycle('invoice', {
  states: ['draft', 'sent', 'viewed', 'processing', 'paid', 'void'],
  moves: {
    create: { from: null, to: 'draft', by: 'api', about: 'an invoice is made; nothing is e-mailed' },
    // `pay` comes before `send`, so that their common key pays an invoice that can be paid.
    pay: { from: ['sent', 'viewed'], to: 'processing', by: 'network', about: 'the customer pays it', role: 'settle' },
    send: {
      from: ['draft', 'sent', 'viewed'],
      to: 'sent',
      usually: 'draft',
      by: 'api',
      about: 'it is e-mailed with its PDF; its payment link is made the first time',
      role: 'settle',
      harmless: true,
    },
    view: { from: 'sent', to: 'viewed', by: 'network', about: 'the customer opens it', harmless: true },
    complete: { from: 'processing', to: 'paid', by: 'network', about: 'its payment is complete', role: 'settle' },
    fail: {
      from: 'processing',
      to: 'viewed',
      by: 'network',
      about: 'the network rejects its payment',
      role: 'fail',
    },
    reopen: { from: ['processing', 'paid'], to: 'viewed', by: 'reaction', about: 'its payment is voided' },
    void: {
      from: ['draft', 'sent', 'viewed'],
      to: 'void',
      by: 'api',
      about: 'an unpaid invoice is voided, and its payment link is dead',
      role: 'void',
    },
  },
});
