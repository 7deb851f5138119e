import { defineResource } from '../../engine/resource.ts';
import { subscriptionEvents } from './events.ts';
import { subscriptionJobs } from './jobs.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { SubscriptionModel, subscriptions } from './model.ts';
import {
  cancelOperation,
  createSubscriptionOperation,
  getSubscription,
  listSubscriptions,
  pauseOperation,
  resumeOperation,
} from './operations.ts';
import { subscriptionReactions } from './reactions.ts';
import { subscriptionTrigger } from './trigger.ts';

/** Recurring payments for a product. */
export const subscription = defineResource({
  name: 'subscription',
  models: { Subscription: SubscriptionModel },
  collections: [subscriptions],
  lifecycle: subscriptionLifecycle,
  operations: [
    listSubscriptions,
    createSubscriptionOperation,
    getSubscription,
    cancelOperation,
    pauseOperation,
    resumeOperation,
  ],
  events: subscriptionEvents,
  jobs: subscriptionJobs,
  reactions: subscriptionReactions,
  trigger: subscriptionTrigger,
});
