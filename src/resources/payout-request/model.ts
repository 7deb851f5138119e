import { defineCollection } from '../../engine/collection.ts';
import { assumed, baseFields, Cents, internal, nullable, OneOf, T, Timestamp } from '../../engine/schema.ts';
import { CardModel } from '../common/card.ts';

export const payoutRequestStatuses = ['pending', 'approved', 'rejected', 'failed'] as const;

const instant = () => assumed(nullable(Timestamp()));

/** Somebody's wish to be paid, sent by the form of a payout link (specification, "Payout request"). */
export const PayoutRequestModel = T.Object({
  ...baseFields('payout_request'),
  payout_link_id: T.String(),
  status: OneOf(payoutRequestStatuses),
  /** What was asked for, in cents; kept when another amount is paid. */
  requested_amount: Cents(),
  /** What is paid, in cents; null until it is approved. */
  amount: assumed(nullable(Cents())),
  currency: assumed(T.String()),
  name: assumed(T.String()),
  email: assumed(T.String()),
  note: assumed(nullable(T.String())),
  card_last_four: assumed(T.String()),
  card_brand: assumed(T.String()),
  payout_id: assumed(nullable(T.String())),
  approved_at: instant(),
  rejected_at: instant(),
  failed_at: instant(),
  /** The card that is paid, captured when the request was submitted. */
  card: internal(CardModel),
});
export type PayoutRequest = T.Static<typeof PayoutRequestModel>;

export const payoutRequests = defineCollection<PayoutRequest>({
  name: 'payout_request',
  prefix: 'preq',
  indexes: [['payout_link_id'], ['status'], ['payout_link_id', 'status'], ['payout_id']],
});
