import { collection } from '../../engine/collection.ts';
import {
  assumed,
  baseFields,
  Cents,
  Flag,
  Integer,
  internal,
  Metadata,
  nullable,
  OneOf,
  T,
  Timestamp,
} from '../../engine/schema.ts';
import { intervals } from '../product/model.ts';
import { subscriptionPrefix } from '../transaction/model.ts';
import { subscriptionLifecycle } from './lifecycle.ts';

const text = () => assumed(nullable(T.String()));
const instant = () => assumed(nullable(Timestamp()));

/** A recurring payment for a product (specification, "Subscription"); only `metadata` of its fields is given there. */
export const SubscriptionModel = T.Object({
  ...baseFields('subscription'),
  status: assumed(subscriptionLifecycle.status),
  customer_id: assumed(T.String()),
  product_id: assumed(T.String()),
  payment_method_id: assumed(T.String()),
  /** What each period costs: the product's price when the subscription was made. */
  amount: assumed(Cents()),
  currency: assumed(T.String()),
  interval: assumed(OneOf(intervals)),
  interval_count: assumed(Integer({ minimum: 1 })),
  start_date: assumed(Timestamp()),
  current_period_start: instant(),
  current_period_end: instant(),
  cancel_at_period_end: assumed(Flag()),
  cancel_at: instant(),
  cancelled_at: instant(),
  cancel_reason: text(),
  paused_at: instant(),
  latest_transaction_id: text(),
  reference_id: text(),
  metadata: Metadata(),
  /** The instant from which the periods are counted. */
  anchor_at: internal(Timestamp()),
  /** How many periods since the anchor are over or paid: the last of them ends at `current_period_end`. */
  periods: internal(T.Integer()),
  past_due_since: internal(nullable(Timestamp())),
  /** How often the missing payment was tried again. */
  retries: internal(T.Integer()),
  /** What a buyer ordered on a page; left out where each period pays for one of the product itself. */
  variant_id: internal(T.Optional(nullable(T.String()))),
  quantity: internal(T.Optional(T.Integer())),
});
export type Subscription = Readonly<T.Static<typeof SubscriptionModel>>;

/** What is paid for, by whom and with what: the same in every period. */
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

/** The text by which `metadata[key]=value` is found. */
export const pairKey = (key: string, value: string): string => `${key}\u0000${value}`;

const pairsOf = ({ metadata }: Subscription): string[] =>
  Object.entries(metadata).flatMap(([key, value]) => (value === null ? [] : [pairKey(key, String(value))]));

export const subscriptions = collection('subscription', {
  model: SubscriptionModel,
  lifecycle: subscriptionLifecycle,
  prefix: subscriptionPrefix,
  indexes: [['payment_method_id', 'status'], ['reference_id']],
  inside: { field: 'metadata', keysOf: pairsOf },
});
