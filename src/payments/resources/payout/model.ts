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
  payout_number: about(
    fixed(Integer({ minimum: 1 }), isCounted),
    'The payout number. Numbering starts from 1 in each workspace and mode.',
  ),
  amount: about(Cents(), 'The amount sent, in cents.'),
  currency: Currency(),
  status: payoutLifecycle.status,
  rail: about(
    fixed(OneOf(payoutRails), 'cannot be edited, because it was chosen when the payout settlement was scheduled'),
    'The payout rail: card, ach or rtp.',
  ),
  rtp_network: about(
    nullable(OneOf(['rtp', 'fednow'], ['rtp', 'fednow'])),
    'The instant payment network; null on other rails.',
  ),
  card_last_four: about(text(), 'The last four digits of the card; null for a payout to a bank account.'),
  card_brand: about(text(), 'Card brand, such as visa; null for a payout to a bank account.'),
  bank_last_four: about(assumed(text()), 'The last four digits of the account number; null for a payout to a card.'),
  descriptor: about(T.String(), "The descriptor on the recipient's statement."),
  customer_id: IdOf('customer who receives the payout'),
  purpose: about(T.String(), 'The purpose of the payout, such as `payout`.'),
  refund_for_transaction_id: IdOfAny('transaction that the payout refunds', 'null if the payout is not a refund'),
  reference_id: ReferenceId(),
  error_code: about(text(), 'The network error code; null if the payout did not fail.'),
  error_message: about(text(), 'The failure description; null if the payout did not fail.'),
  returned: about(T.Boolean(), 'Whether the receiving bank returned the payout.'),
  returned_at: about(nullable(Timestamp()), 'When the payout was returned (ISO 8601); null if it was not returned.'),
  return_code: about(text(), "The bank's return code; null if the payout was not returned."),
  return_reason: about(text(), 'The reason for the return; null if the payout was not returned.'),
  metadata: Metadata(),
  /** The time of the approval, when the payout went in transit. It distinguishes the two pending states. */
  in_transit_at: internal(nullable(Timestamp())),
  /** The reason for the network's response; absent for an ordinary response. */
  decided_by: decidedBy(),
});
export type Payout = Readonly<T.Static<typeof PayoutModel>>;

export const payouts = collection('payout', {
  model: PayoutModel,
  lifecycle: payoutLifecycle,
  prefix: 'po',
  indexes: [['customer_id'], ['status'], ['customer_id', 'status'], ['reference_id']],
});
