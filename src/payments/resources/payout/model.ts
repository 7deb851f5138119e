import {
  about,
  assumed,
  baseFields,
  CreatedAt,
  fixed,
  Integer,
  internal,
  Livemode,
  nullable,
  OneOf,
  T,
  Timestamp,
  UpdatedAt,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { decidedBy } from '../common/decision.ts';
import { Currency, IdOf, IdOfAny, isCounted, ReferenceId } from '../common/fields.ts';
import { payoutLifecycle } from './lifecycle.ts';

export const payoutRails = ['card', 'ach', 'rtp'] as const;
export type PayoutRail = (typeof payoutRails)[number];

const text = () => nullable(T.String());

/** Money sent out (specification, "Payout"). */
export const PayoutModel = T.Object({
  ...baseFields('payout'),
  livemode: Livemode(),
  created_at: CreatedAt(),
  updated_at: UpdatedAt(),
  payout_number: about(fixed(Integer({ minimum: 1 }), isCounted), 'Its number, counted from 1 per workspace and mode.'),
  amount: about(Cents(), 'Cents that are sent.'),
  currency: Currency(),
  status: payoutLifecycle.status,
  rail: about(fixed(OneOf(payoutRails), 'was chosen when its settlement was booked'), 'How the money travels.'),
  rtp_network: about(
    nullable(OneOf(['rtp', 'fednow'], ['rtp', 'fednow'])),
    'The instant network that it takes; null on another rail.',
  ),
  card_last_four: about(text(), 'The last four digits of the card; null where a bank account is paid.'),
  card_brand: about(text(), 'The brand of the card; null where a bank account is paid.'),
  bank_last_four: about(assumed(text()), 'The last four digits of the account number; null where a card is paid.'),
  descriptor: about(T.String(), "What the recipient's statement says."),
  customer_id: IdOf('customer who is paid'),
  purpose: about(T.String(), 'Why it is paid, for example `payout`.'),
  refund_for_transaction_id: IdOfAny('transaction that it refunds', 'null where it is not a refund'),
  reference_id: ReferenceId(),
  error_code: about(text(), "The network's code of the failure; null where it did not fail."),
  error_message: about(text(), 'The failure in words; null where it did not fail.'),
  returned: about(T.Boolean(), 'Whether the receiving bank sent it back.'),
  returned_at: about(nullable(Timestamp()), 'When it came back, in ISO 8601; null where it did not.'),
  return_code: about(text(), "The bank's code of the return; null where it did not come back."),
  return_reason: about(text(), 'The return in words; null where it did not come back.'),
  metadata: Metadata(),
  /** The instant of the approval, which brought the payout in transit; it distinguishes the two pending states. */
  in_transit_at: internal(nullable(Timestamp())),
  /** The cause of the network's answer; absent for an ordinary answer. */
  decided_by: decidedBy(),
});
export type Payout = Readonly<T.Static<typeof PayoutModel>>;

export const payouts = collection('payout', {
  model: PayoutModel,
  lifecycle: payoutLifecycle,
  prefix: 'po',
  indexes: [['customer_id'], ['status'], ['customer_id', 'status'], ['reference_id']],
});
