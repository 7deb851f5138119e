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
  'decides when it is paid for: move the clock (npx payments-emulator clock advance 30d), or make another one';
const isEnd = 'ends it by a job: npx payments-emulator trigger subscription.cancel_scheduled --id ID';

const text = (description: string) => about(assumed(nullable(T.String())), description);

/**
 * A recurring payment for a product (specification, "Subscription"; of the fields, the specification names only
 * `metadata`).
 */
export const SubscriptionModel = T.Object({
  ...baseFields('subscription'),
  status: assumed(subscriptionLifecycle.status),
  customer_id: assumed(IdOf('customer who pays')),
  product_id: assumed(IdOf('recurring product')),
  payment_method_id: assumed(IdOf('saved instrument that is charged')),
  amount: about(assumed(Cents()), "Cents of each period: the product's price when the subscription was made."),
  currency: assumed(Currency()),
  interval: about(assumed(fixed(OneOf(intervals), isPeriodic)), 'The unit of a period.'),
  interval_count: about(assumed(fixed(Integer({ minimum: 1 }), isPeriodic)), 'How many units a period has.'),
  start_date: about(assumed(fixed(Timestamp(), isPeriodic)), 'When it begins, in ISO 8601.'),
  current_period_start: fixed(instantWhen('the period that is paid began'), isPeriodic),
  current_period_end: fixed(instantWhen('the period that is paid ends'), isPeriodic),
  cancel_at_period_end: about(assumed(fixed(Flag(), isEnd)), 'Whether it ends with the period that is paid.'),
  cancel_at: fixed(instantWhen('it ends, where an end is set'), isEnd),
  cancelled_at: instantWhen('it was cancelled'),
  cancel_reason: text('Why it was cancelled, or is to be; null where neither.'),
  paused_at: instantWhen('it was paused'),
  latest_transaction_id: fixed(
    text('The id of the newest payment; null before the first.'),
    'is set by its payments: npx payments-emulator trigger subscription.renewed --id ID',
  ),
  reference_id: fixed(text('Your own name of it, or the one that a 503 made; null without one.'), tellsCallsApart),
  metadata: Metadata(),
  /** The start of the first period, from which all periods are counted. */
  anchor_at: internal(Timestamp()),
  /** How many periods since the anchor are over or paid: the last such period ends at `current_period_end`. */
  periods: internal(T.Integer()),
  past_due_since: internal(nullable(Timestamp())),
  /** How often the missing payment was retried. */
  retries: internal(T.Integer()),
  /** The buyer's order on a page; absent if each period pays for one unit of the product itself. */
  variant_id: internal(T.Optional(nullable(T.String()))),
  quantity: internal(T.Optional(T.Integer())),
});
export type Subscription = Readonly<T.Static<typeof SubscriptionModel>>;

/** The order, the customer and the instrument: the same in every period. */
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

/** The key under which `metadata[key]=value` finds a subscription. */
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
