import type { MetadataValues } from '../../engine/checks.ts';
import { defineCollection } from '../../engine/collection.ts';
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

/** The literal strings are not in the specification. */
export const subscriptionStatuses = ['active', 'scheduled', 'paused', 'past_due', 'cancelled'] as const;

const text = () => assumed(nullable(T.String()));
const instant = () => assumed(nullable(Timestamp()));

/** A recurring payment for a product (specification, "Subscription"); only `metadata` of its fields is given there. */
export const SubscriptionModel = T.Object({
  ...baseFields('subscription'),
  status: assumed(OneOf(subscriptionStatuses)),
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
  metadata: Metadata(),
  /** From when the periods are counted. */
  anchor_at: internal(Timestamp()),
  /** How many periods since the anchor are behind it, or paid: the last of them ends at `current_period_end`. */
  periods: internal(T.Integer()),
  /** Since when a payment is missing, and how often it was tried again. */
  past_due_since: internal(nullable(Timestamp())),
  retries: internal(T.Integer()),
  /** What is sent each time, where that is not one of the product itself: what was ordered on a page. */
  variant_id: internal(T.Optional(nullable(T.String()))),
  quantity: internal(T.Optional(T.Integer())),
});
export type Subscription = T.Static<typeof SubscriptionModel> & { readonly metadata: MetadataValues };

/** What `metadata[key]=value` finds: the pair as one text, which no key with another value gives. */
export const pairKey = (key: string, value: string): string => `${key}\u0000${value}`;

function pairsOf({ metadata }: Subscription): string[] {
  const pairs: string[] = [];
  for (const key in metadata) {
    const value = metadata[key];
    if (value !== null && value !== undefined) pairs.push(pairKey(key, String(value)));
  }
  return pairs;
}

export const subscriptions = defineCollection<Subscription>({
  name: 'subscription',
  prefix: subscriptionPrefix,
  indexes: [['payment_method_id', 'status']],
  inside: { field: 'metadata', keysOf: pairsOf },
});
