import { event } from '../../../core/kernel/declare/declarations.ts';
import { about, T, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { Currency, IdOf } from '../common/fields.ts';
import { type Subscription, subscriptions } from './model.ts';

const reason = about(T.String(), 'The cancellation reason.');
const subject = { subscription_id: IdOf('subscription') };
const payment = {
  transaction_id: IdOf('transaction that paid'),
  amount: about(Cents(), 'The amount paid, in cents.'),
  currency: Currency(),
};
const order = { customer_id: IdOf('customer who pays'), product_id: IdOf('recurring product') };
const metadata = Metadata();

// The moves that send these events set fields that are null in other states. Every renewal sends the fields of a
// payment. The fields are copied one by one, because spreading takes five times as long.
const subjectOf = ({ id }: Subscription) => ({ subscription_id: id });
const renewed = ({ id, latest_transaction_id, amount, currency }: Subscription) => ({
  subscription_id: id,
  transaction_id: latest_transaction_id ?? '',
  amount,
  currency,
});
const reasonOf = ({ cancel_reason }: Subscription) => ({ reason: cancel_reason ?? '' });

const activated = {
  payload: T.Object({ ...subject, ...order, ...payment, metadata }),
  data: ({ id, customer_id, product_id, latest_transaction_id, amount, currency, metadata }: Subscription) => ({
    subscription_id: id,
    customer_id,
    product_id,
    transaction_id: latest_transaction_id ?? '',
    amount,
    currency,
    metadata,
  }),
};

/** The subscription events and their payloads (specification, "Event types" and "Payloads"). */
export const subscriptionEvents = [
  event(subscriptions, 'subscription.created', {
    about: 'a subscription is created by POST /subscriptions, and its first payment is taken',
    ...activated,
  }),
  event(subscriptions, 'subscription.renewed', {
    about: 'an automatic renewal charge succeeds',
    payload: T.Object({ ...subject, ...payment }),
    data: renewed,
  }),
  event(subscriptions, 'subscription.cancel_scheduled', {
    about: 'a cancellation is scheduled for the end of the period',
    payload: T.Object({
      ...subject,
      reason,
      cancel_at: about(Timestamp(), 'When the subscription ends (ISO 8601).'),
    }),
    data: (subscription) => ({
      ...subjectOf(subscription),
      ...reasonOf(subscription),
      cancel_at: subscription.cancel_at ?? '',
    }),
  }),
  event(subscriptions, 'subscription.cancelled', {
    about: 'a subscription is cancelled, immediately or at the scheduled end',
    payload: T.Object({ ...subject, reason }),
    data: (subscription) => ({ ...subjectOf(subscription), ...reasonOf(subscription) }),
  }),
  event(subscriptions, 'subscription.paused', {
    about: 'a subscription is paused',
    payload: T.Object(subject),
    data: subjectOf,
  }),
  event(subscriptions, 'subscription.resumed', {
    about: 'a paused subscription is resumed',
    payload: T.Object(subject),
    data: subjectOf,
  }),
  event(subscriptions, 'subscription.scheduled', {
    about: 'a subscription is created with a start date in the future',
    payload: T.Object({
      ...subject,
      ...order,
      start_date: about(Timestamp(), 'When the subscription starts (ISO 8601).'),
      metadata,
    }),
    data: ({ id, customer_id, product_id, start_date, metadata }) => ({
      subscription_id: id,
      customer_id,
      product_id,
      start_date,
      metadata,
    }),
  }),
  event(subscriptions, 'subscription.activated', {
    about: 'a scheduled subscription reached its start date, was charged and became active',
    ...activated,
  }),
] as const;
