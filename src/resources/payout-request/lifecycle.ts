import { defineLifecycle } from '../../engine/lifecycle.ts';
import { type PayoutRequest, payoutRequests } from './model.ts';

/**
 * The states of a payout request (specification, "States and transitions", Payout request). What makes one `failed` is
 * assumed: the payout of an approved one fails.
 */
export const payoutRequestLifecycle = defineLifecycle({
  of: payoutRequests,
  noun: 'payout_request',
  states: { pending: 'pending', approved: 'approved', rejected: 'rejected', failed: 'failed' },
  stateOf: (request: PayoutRequest) => request.status,
  verbs: {
    submit: { from: null, to: 'pending', by: 'api', about: 'somebody fills the form of a payout link' },
    approve: {
      from: 'pending',
      to: 'approved',
      by: 'api',
      refusal: 409,
      about: 'the merchant sends the money to the card captured at submit time',
    },
    reject: { from: 'pending', to: 'rejected', by: 'api', refusal: 409, about: 'the merchant refuses to pay' },
    fail: { from: 'approved', to: 'failed', by: 'network', about: 'the network rejects the payout of an approved one' },
  },
});
