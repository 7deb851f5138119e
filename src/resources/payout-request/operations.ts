import { Refused, ServiceError } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { Cents, OneOf, publicSchema, T, Text } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { approveRequest, rejectRequest } from './actions.ts';
import { PayoutRequestModel, payoutRequestStatuses, payoutRequests } from './model.ts';

const PayoutRequest = publicSchema(PayoutRequestModel);

export const listPayoutRequests = defineOperation({
  id: 'payout_requests.list',
  method: 'GET',
  path: '/payout-requests',
  summary: 'List payout requests',
  access: 'read',
  capability: 'debit_payouts',
  query: T.Object({
    ...listQuery,
    payout_link_id: T.Optional(Text(100)),
    status: T.Optional(OneOf(payoutRequestStatuses)),
  }),
  success: 200,
  envelope: 'list',
  answer: PayoutRequest,
  errors: [400],
  example: { query: { status: 'pending' } },
  handle: (ctx, { query }) =>
    ctx.page(payoutRequests, query, {
      ...(query.payout_link_id === undefined ? {} : { payout_link_id: [query.payout_link_id] }),
      ...(query.status === undefined ? {} : { status: [query.status] }),
    }),
});

export const getPayoutRequest = defineOperation({
  id: 'payout_requests.get',
  method: 'GET',
  path: '/payout-requests/{id}',
  summary: 'Read a payout request',
  access: 'read',
  capability: 'debit_payouts',
  success: 200,
  envelope: 'data',
  answer: PayoutRequest,
  errors: [404],
  example: { params: { id: 'preq_1' } },
  handle: (ctx, { params }) => ctx.get(payoutRequests, params.id!),
});

export const approvePayoutRequest = defineOperation({
  id: 'payout_requests.approve',
  method: 'POST',
  path: '/payout-requests/{id}/approve',
  summary: 'Pay a payout request, or another amount than it asks for',
  access: 'secret',
  capability: 'debit_payouts',
  body: T.Object({ amount: T.Optional(Cents()) }),
  bodyOptional: true,
  success: 200,
  envelope: 'data',
  answer: PayoutRequest,
  errors: [400, 404, 409],
  example: { params: { id: 'preq_1' }, body: { amount: 1200 } },
  handle: (ctx, { body, params }) => {
    try {
      return approveRequest(ctx, ctx.get(payoutRequests, params.id!), body.amount);
    } catch (error) {
      // Returned, not thrown: a rule that makes the network unavailable has counted this call (`nth`).
      if (error instanceof ServiceError && error.status === 503) return new Refused(error);
      throw error;
    }
  },
});

export const rejectPayoutRequest = defineOperation({
  id: 'payout_requests.reject',
  method: 'POST',
  path: '/payout-requests/{id}/reject',
  summary: 'Refuse to pay a payout request',
  access: 'secret',
  capability: 'debit_payouts',
  success: 200,
  envelope: 'data',
  answer: PayoutRequest,
  errors: [404, 409],
  example: { params: { id: 'preq_1' } },
  handle: (ctx, { params }) => rejectRequest(ctx, ctx.get(payoutRequests, params.id!)),
});
