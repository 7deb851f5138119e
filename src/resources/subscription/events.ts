import type { EventDef } from '../../engine/resource.ts';
import { Cents, Metadata, T, Timestamp } from '../../engine/schema.ts';
import type { Subscription } from './model.ts';

const text = T.String();
const subject = { subscription_id: text };
const payment = { transaction_id: text, amount: Cents(), currency: text };
const terms = { customer_id: text, product_id: text };
const metadata = Metadata();

const Begun = T.Object({ ...subject, ...terms, ...payment, metadata });
const Renewed = T.Object({ ...subject, ...payment });
const CancelScheduled = T.Object({ ...subject, reason: text, cancel_at: Timestamp() });
const Cancelled = T.Object({ ...subject, reason: text });
const Only = T.Object(subject);
const Scheduled = T.Object({ ...subject, ...terms, start_date: Timestamp(), metadata });

const paid = ({ latest_transaction_id, amount, currency }: Subscription) => ({
  transaction_id: latest_transaction_id,
  amount,
  currency,
});

const begun = (subscription: Subscription) => ({
  subscription_id: subscription.id,
  customer_id: subscription.customer_id,
  product_id: subscription.product_id,
  ...paid(subscription),
  metadata: subscription.metadata,
});

const only = ({ id }: Subscription) => ({ subscription_id: id });

/** The subscription events and their payloads (specification, "Event types" and "Payloads"). */
export const subscriptionEvents: Readonly<Record<string, EventDef<Subscription>>> = {
  'subscription.created': { about: 'a subscription is made and its first payment taken', payload: Begun, data: begun },
  'subscription.renewed': {
    about: 'an automatic renewal charge succeeded',
    payload: Renewed,
    data: (subscription) => ({ subscription_id: subscription.id, ...paid(subscription) }),
  },
  'subscription.cancel_scheduled': {
    about: "a cancellation is set for the period's end",
    payload: CancelScheduled,
    data: ({ id, cancel_reason, cancel_at }) => ({ subscription_id: id, reason: cancel_reason, cancel_at }),
  },
  'subscription.cancelled': {
    about: 'a subscription is cancelled, at once or at the scheduled end',
    payload: Cancelled,
    data: ({ id, cancel_reason }) => ({ subscription_id: id, reason: cancel_reason }),
  },
  'subscription.paused': { about: 'a subscription is paused', payload: Only, data: only },
  'subscription.resumed': { about: 'a paused subscription is resumed', payload: Only, data: only },
  'subscription.scheduled': {
    about: 'a subscription is made with a start date in the future',
    payload: Scheduled,
    data: ({ id, customer_id, product_id, start_date, metadata }) => ({
      subscription_id: id,
      customer_id,
      product_id,
      start_date,
      metadata,
    }),
  },
  'subscription.activated': {
    about: 'a scheduled subscription reached its start date, was charged and became active',
    payload: Begun,
    data: begun,
  },
};
