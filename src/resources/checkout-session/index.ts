import { defineResource } from '../../engine/resource.ts';
import { checkoutSessionJobs } from './jobs.ts';
import { checkoutSessionLifecycle } from './lifecycle.ts';
import { CheckoutSessionView, checkoutSessions } from './model.ts';
import { createCheckoutSession, getCheckoutSession } from './operations.ts';
import { checkoutSessionReactions } from './reactions.ts';
import { checkoutSessionTrigger } from './trigger.ts';

/** Purchases that a customer pays once, on a page; they have no events of their own, their payments' tell. */
export const checkoutSession = defineResource({
  name: 'checkout_session',
  models: { CheckoutSession: CheckoutSessionView },
  collections: [checkoutSessions],
  lifecycle: checkoutSessionLifecycle,
  operations: [createCheckoutSession, getCheckoutSession],
  jobs: checkoutSessionJobs,
  reactions: checkoutSessionReactions,
  trigger: checkoutSessionTrigger,
});
