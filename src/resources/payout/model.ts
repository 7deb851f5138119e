import { collection } from '../../engine/collection.ts';
import {
  assumed,
  baseFields,
  Cents,
  Integer,
  internal,
  Metadata,
  nullable,
  OneOf,
  T,
  Timestamp,
} from '../../engine/schema.ts';
import { payoutLifecycle } from './lifecycle.ts';

export const payoutRails = ['card', 'ach', 'rtp'] as const;
export type PayoutRail = (typeof payoutRails)[number];

const text = () => nullable(T.String());

/** Money that goes out (specification, "Payout"). */
export const PayoutModel = T.Object({
  ...baseFields('payout'),
  livemode: T.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  payout_number: Integer({ minimum: 1 }),
  amount: Cents(),
  currency: T.String(),
  status: payoutLifecycle.status,
  rail: OneOf(payoutRails),
  rtp_network: nullable(OneOf(['rtp', 'fednow'])),
  card_last_four: text(),
  card_brand: text(),
  bank_last_four: assumed(text()),
  descriptor: T.String(),
  customer_id: T.String(),
  purpose: T.String(),
  refund_for_transaction_id: text(),
  reference_id: text(),
  error_code: text(),
  error_message: text(),
  returned: T.Boolean(),
  returned_at: nullable(Timestamp()),
  return_code: text(),
  return_reason: text(),
  metadata: Metadata(),
  /** When it was approved and sent on its way: the difference between two kinds of pending. */
  in_transit_at: internal(nullable(Timestamp())),
});
export type Payout = Readonly<T.Static<typeof PayoutModel>>;

export const payouts = collection('payout', {
  model: PayoutModel,
  lifecycle: payoutLifecycle,
  prefix: 'po',
  indexes: [['customer_id'], ['status'], ['customer_id', 'status'], ['reference_id']],
});
