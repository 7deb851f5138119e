import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';
import { about, assumed, baseFields, fixed, internal, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents } from '../../platform/fields.ts';
import { CardModel } from '../common/card.ts';
import { Currency, IdOf, IdOfAny, instantWhen, Last4 } from '../common/fields.ts';

/**
 * The states of a payout request (specification, "States and transitions", Payout request). The cause of `failed` is
 * assumed: the payout of an approved request fails.
 */
export const payoutRequestLifecycle = lifecycle('payout_request', {
  states: ['pending', 'approved', 'rejected', 'failed'],
  moves: {
    submit: { from: null, to: 'pending', by: 'api', about: 'a person submits the form of a payout link' },
    approve: {
      from: 'pending',
      to: 'approved',
      by: 'api',
      refusal: 409,
      about: 'the merchant sends the money to the card captured at submit time',
      role: 'settle',
    },
    reject: {
      from: 'pending',
      to: 'rejected',
      by: 'api',
      refusal: 409,
      about: 'the merchant rejects the request',
      role: 'return',
    },
    fail: {
      from: 'approved',
      to: 'failed',
      by: 'network',
      about: 'the network rejects the payout of an approved request',
      role: 'fail',
    },
  },
});

/** A request for a payout, submitted with the form of a payout link (specification, "Payout request"). */
export const PayoutRequestModel = T.Object({
  ...baseFields('payout_request'),
  payout_link_id: IdOf('payout link whose form was submitted'),
  status: payoutRequestLifecycle.status,
  requested_amount: about(Cents(), 'The requested amount, in cents, even if a different amount is paid.'),
  amount: about(assumed(nullable(Cents())), 'The amount paid, in cents; null until the request is approved.'),
  currency: assumed(Currency()),
  name: about(assumed(T.String()), 'Requester name.'),
  email: about(assumed(T.String()), "The requester's email address."),
  note: about(assumed(nullable(T.String())), 'The note to the merchant; null if there is none.'),
  card_last_four: assumed(Last4('card number')),
  card_brand: about(assumed(T.String()), 'Card brand, such as visa.'),
  payout_id: assumed(
    fixed(
      IdOfAny('payout', 'null until the request is approved'),
      'is set when the request is approved. To approve the request, run npx payments-emulator trigger payout_request.approve --id ID',
    ),
  ),
  approved_at: instantWhen('the request was approved'),
  rejected_at: instantWhen('the request was rejected'),
  failed_at: instantWhen('the payout failed'),
  /** The card that receives the money, recorded when the request was submitted. */
  card: internal(CardModel),
});
export type PayoutRequest = Readonly<T.Static<typeof PayoutRequestModel>>;

export const payoutRequests = collection('payout_request', {
  model: PayoutRequestModel,
  lifecycle: payoutRequestLifecycle,
  prefix: 'preq',
  indexes: [['payout_link_id'], ['status'], ['payout_link_id', 'status'], ['payout_id']],
});
