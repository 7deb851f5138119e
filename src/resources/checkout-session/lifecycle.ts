import { defineLifecycle } from '../../engine/lifecycle.ts';
import { type CheckoutSession, checkoutSessions } from './model.ts';

/**
 * The states of a checkout session; their names are assumed. It is single-use: whatever becomes of its payment, a
 * complete session stays complete, and the transaction tells.
 */
export const checkoutSessionLifecycle = defineLifecycle({
  of: checkoutSessions,
  noun: 'checkout_session',
  states: { open: 'open', complete: 'complete', expired: 'expired' },
  stateOf: (session: CheckoutSession) => session.status,
  verbs: {
    create: { from: null, to: 'open', by: 'api', about: 'a session is made, to be paid within 24 hours' },
    complete: { from: 'open', to: 'complete', by: 'network', about: 'a payment of the customer is accepted' },
    expire: { from: 'open', to: 'expired', by: 'clock', about: 'nobody paid it in time' },
  },
});
