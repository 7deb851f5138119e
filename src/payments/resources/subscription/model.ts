import {
  about,
  assumed,
  baseFields,
  Flag,
  fixed,
  Integer,
  internal,
  nullable,
  OneOf,
  T,
  Timestamp,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { Currency, IdOf, instantWhen, tellsCallsApart } from '../common/fields.ts';
import { intervals } from '../product/model.ts';
import { subscriptionPrefix } from '../transaction/model.ts';
import { subscriptionLifecycle } from './lifecycle.ts';

const isPeriodic =
  'cannot be edited, because it determines the billing dates. Move the clock (npx payments-emulator clock advance 30d) or create another subscription';
const isEnd =
  'cannot be edited, because it depends on a scheduled job. Instead, run npx payments-emulator trigger subscription.cancel_scheduled --id ID';

const text = (description: string) => about(assumed(nullable(T.String())), description);

/**
 * A recurring payment for a product (specification, "Subscription"). Of its fields, the specification names only
 * `metadata`.
 */
export const SubscriptionModel = T.Object({
  ...baseFields('subscription'),
  status: assumed(subscriptionLifecycle.status),
  customer_id: assumed(IdOf('customer who pays')),
  product_id: assumed(IdOf('recurring product')),
  payment_method_id: assumed(IdOf('saved instrument to charge')),
  amount: about(
    assumed(Cents()),
    'The amount charged each period, in cents: the product price when the subscription was created.',
  ),
  currency: assumed(Currency()),
  interval: about(assumed(fixed(OneOf(intervals), isPeriodic)), 'The unit of the billing period, such as month.'),
  interval_count: about(
    assumed(fixed(Integer({ minimum: 1 }), isPeriodic)),
    'The number of units in a billing period.',
  ),
  start_date: about(assumed(fixed(Timestamp(), isPeriodic)), 'When the subscription starts (ISO 8601).'),
  current_period_start: fixed(instantWhen('the current paid period started'), isPeriodic),
  current_period_end: fixed(instantWhen('the current paid period ends'), isPeriodic),
  cancel_at_period_end: about(
    assumed(fixed(Flag(), isEnd)),
    'Whether the subscription ends at the end of the current paid period.',
  ),
  cancel_at: fixed(instantWhen('the subscription is scheduled to end'), isEnd),
  cancelled_at: instantWhen('the subscription was cancelled'),
  cancel_reason: text('The reason for a completed or pending cancellation; null if there is none.'),
  paused_at: instantWhen('the subscription was paused'),
  latest_transaction_id: fixed(
    text('The id of the latest payment; null before the first payment.'),
    'is set by each payment. To charge the next payment, run npx payments-emulator trigger subscription.renewed --id ID',
  ),
  reference_id: fixed(
    text('Your own reference or the reference from a 503 response; null if there is none.'),
    tellsCallsApart,
  ),
  metadata: Metadata(),
  /** The start of the first period. All periods are counted from this time. */
  anchor_at: internal(Timestamp()),
  /** The number of periods since the anchor that are over or paid. The last of them ends at `current_period_end`. */
  periods: internal(T.Integer()),
  past_due_since: internal(nullable(Timestamp())),
  /** The number of retries of the missing payment. */
  retries: internal(T.Integer()),
  /** The buyer's order on a page; absent if each period pays for one unit of the product itself. */
  variant_id: internal(T.Optional(nullable(T.String()))),
  quantity: internal(T.Optional(T.Integer())),
});
export type Subscription = Readonly<T.Static<typeof SubscriptionModel>>;

/** The order, the customer and the instrument, which are the same in every period. */
export type Terms = Pick<
  Subscription,
  | 'customer_id'
  | 'product_id'
  | 'payment_method_id'
  | 'amount'
  | 'currency'
  | 'interval'
  | 'interval_count'
  | 'metadata'
  | 'variant_id'
  | 'quantity'
>;

/** Returns the key by which `metadata[key]=value` finds a subscription. */
export const pairKey = (key: string, value: string): string => `${key}\u0000${value}`;

const pairsOf = ({ metadata }: Subscription): string[] =>
  Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [pairKey(key, String(value))]));

export const subscriptions = collection('subscription', {
  model: SubscriptionModel,
  lifecycle: subscriptionLifecycle,
  prefix: subscriptionPrefix,
  indexes: [['payment_method_id', 'status'], ['customer_id', 'status'], ['reference_id']],
  inside: { field: 'metadata', keysOf: pairsOf },
});
