import { collection } from '../../engine/collection.ts';
import { lifecycle } from '../../engine/lifecycle.ts';
import { assumed, baseFields, Cents, internal, nullable, T, Timestamp } from '../../engine/schema.ts';
import { CardModel } from '../common/card.ts';

/**
 * The states of a payout request (specification, "States and transitions", Payout request). What makes one `failed` is
 * assumed: the payout of an approved one fails.
 */
export const payoutRequestLifecycle = lifecycle('payout_request', {
  states: ['pending', 'approved', 'rejected', 'failed'],
  moves: {
    submit: { from: null, to: 'pending', by: 'api', about: 'somebody fills the form of a payout link' },
    approve: {
      from: 'pending',
      to: 'approved',
      by: 'api',
      refusal: 409,
      about: 'the merchant sends the money to the card captured at submit time',
      key: 'settle',
    },
    reject: {
      from: 'pending',
      to: 'rejected',
      by: 'api',
      refusal: 409,
      about: 'the merchant refuses to pay',
      key: 'return',
    },
    fail: {
      from: 'approved',
      to: 'failed',
      by: 'network',
      about: 'the network rejects the payout of an approved one',
      key: 'fail',
    },
  },
});

const instant = () => assumed(nullable(Timestamp()));

/** Somebody's wish to be paid, sent by the form of a payout link (specification, "Payout request"). */
export const PayoutRequestModel = T.Object({
  ...baseFields('payout_request'),
  payout_link_id: T.String(),
  status: payoutRequestLifecycle.status,
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
export type PayoutRequest = Readonly<T.Static<typeof PayoutRequestModel>>;

export const payoutRequests = collection('payout_request', {
  model: PayoutRequestModel,
  lifecycle: payoutRequestLifecycle,
  prefix: 'preq',
  indexes: [['payout_link_id'], ['status'], ['payout_link_id', 'status'], ['payout_id']],
});
