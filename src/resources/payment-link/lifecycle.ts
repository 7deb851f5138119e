import { defineLifecycle } from '../../engine/lifecycle.ts';
import { type PaymentLink, paymentLinks } from './model.ts';

/** The states of a payment link; all of it is assumed. The API only reads links, so that the developer moves them. */
export const paymentLinkLifecycle = defineLifecycle({
  of: paymentLinks,
  noun: 'payment_link',
  states: { active: 'active', inactive: 'inactive' },
  stateOf: (link: PaymentLink) => link.status,
  verbs: {
    create: { from: null, to: 'active', by: 'developer', about: 'a link is made, as in the dashboard of the service' },
    pay: { from: 'active', to: 'active', by: 'network', about: 'a customer pays on its page; others may too' },
    deactivate: { from: 'active', to: 'inactive', by: 'developer', about: 'it takes no more payments' },
    activate: { from: 'inactive', to: 'active', by: 'developer', about: 'it takes payments again' },
  },
});
