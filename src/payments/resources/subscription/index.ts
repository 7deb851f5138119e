import { objectList, on, onAnnounced } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { dayAfter, joined } from '../common/cells.ts';
import { paymentMethodDeleted } from '../customer/payment-methods.ts';
import { chargeResolved } from '../transaction/charge.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { beginSubscriptions, requireUnused } from './actions.ts';
import { activateJob, endJob, recordFailedSettlement, renewJob, resolveJob, retryJob } from './billing.ts';
import { subscriptionEvents } from './events.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, SubscriptionModel, subscriptions } from './model.ts';
import {
  cancelOperation,
  createSubscriptionOperation,
  getSubscription,
  listSubscriptions,
  pauseOperation,
  resumeOperation,
} from './operations.ts';
import { subscriptionTrigger } from './trigger.ts';

/** What a subscription waits for, and since when or until when. Only an active one renews. */
function nextOf(subscription: Subscription): string | null {
  const { status, start_date, current_period_end, cancel_at_period_end, past_due_since, paused_at } = subscription;
  switch (status) {
    case 'scheduled':
      return dayAfter('starts', start_date);
    case 'past_due':
      return dayAfter('unpaid since', past_due_since);
    case 'paused':
      return dayAfter('paused since', paused_at);
    case 'cancelled':
      return dayAfter('ended', subscription.cancelled_at);
    default:
      return dayAfter(cancel_at_period_end ? 'ends' : 'renews', current_period_end);
  }
}

/** Recurring payments for a product. */
export const subscription = slice('subscription', {
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
  jobs: [activateJob, renewJob, retryJob, endJob, resolveJob],
  reactions: [
    onAnnounced(paymentMethodDeleted, requireUnused),
    onAnnounced(chargeResolved, (ctx, id) => void ctx.runDue(resolveJob, id)),
    on(transactionLifecycle, ['accept', 'approve'], beginSubscriptions),
    on(transactionLifecycle, 'fail', recordFailedSettlement),
  ],
  trigger: subscriptionTrigger,
  fixtures: [{ section: 'subscriptions', as: createSubscriptionOperation, times: ['start_date'] }],
  list: objectList(subscriptions, {
    title: 'Subscriptions',
    view: { place: 5, title: 'Subscriptions', brief: 'Subs', empty: 'No subscriptions yet.' },
    amount: ({ amount }) => amount,
    who: ({ customer_id }) => customer_id,
    what: (subscription) => {
      const { interval, interval_count } = subscription;
      return joined(nextOf(subscription), 'every', interval_count === 1 ? null : interval_count, interval);
    },
  }),
});
