import { defineResource } from '../../engine/resource.ts';
import { getRequestForm, submitRequestForm } from './client.ts';
import { payoutRequestLifecycle } from './lifecycle.ts';
import { PayoutRequestModel, payoutRequests } from './model.ts';
import { approvePayoutRequest, getPayoutRequest, listPayoutRequests, rejectPayoutRequest } from './operations.ts';
import { payoutRequestReactions } from './reactions.ts';
import { payoutRequestTrigger } from './trigger.ts';

/** What people ask to be paid, for the merchant to approve or reject. */
export const payoutRequest = defineResource({
  name: 'payout_request',
  models: { PayoutRequest: PayoutRequestModel },
  collections: [payoutRequests],
  lifecycle: payoutRequestLifecycle,
  operations: [listPayoutRequests, getPayoutRequest, approvePayoutRequest, rejectPayoutRequest],
  clientOperations: [getRequestForm, submitRequestForm],
  reactions: payoutRequestReactions,
  trigger: payoutRequestTrigger,
});
