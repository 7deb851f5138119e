import { controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, Id, nullable, sensitive, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { conflictingState, resourceMissing } from '../../../core/kernel/errors.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { amountTooLarge } from '../../platform/checks.ts';
import { Cents } from '../../platform/fields.ts';
import { insufficientFunds } from '../../platform/ledger.ts';
import { EmailInput } from '../common/fields.ts';
import { readTestCard } from '../common/fixture-card.ts';
import { notEligible } from '../common/push-to-card.ts';
import { listQuery, ofObject } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { keepingUnavailable, networkUnavailable } from '../payout/actions.ts';
import { openForm } from '../payout-link/actions.ts';
import { approveRequest, rejectRequest, submitRequest } from './actions.ts';
import { PayoutRequestModel, payoutRequestLifecycle, payoutRequests } from './model.ts';

export const listPayoutRequests = operation('GET /payout-requests', {
  id: 'payout_requests.list',
  summary: 'List payout requests',
  access: 'read',
  capability: debitPayouts,
  query: T.Object({
    ...listQuery,
    payout_link_id: ofObject('payout link'),
    status: T.Optional(payoutRequestLifecycle.status),
  }),
  answers: [200, list(PayoutRequestModel)],
  example: { query: { status: 'pending' }, further: { starting_after: 'preq_1002', payout_link_id: 'plo_1003' } },
  handle: (ctx, { query }) => ctx.page(payoutRequests, query, filters(query, 'payout_link_id', 'status')),
});

export const getPayoutRequest = readOne('GET /payout-requests/{id}', payoutRequests, { capability: debitPayouts });

export const approvePayoutRequest = operation('POST /payout-requests/{id}/approve', {
  id: 'payout_requests.approve',
  summary: 'Approve a payout request and pay the requested amount or a different one',
  access: 'secret',
  effects: ['moves_money', 'pays_out', 'counts_twice'],
  capability: debitPayouts,
  body: T.Object({
    amount: about(T.Optional(Cents()), 'The amount to pay, in cents. Defaults to the requested amount.'),
  }),
  bodyOptional: true,
  answers: [200, PayoutRequestModel],
  refuses: [amountTooLarge, insufficientFunds, resourceMissing, conflictingState, networkUnavailable],
  example: { params: { id: 'preq_1002' }, body: { amount: 1200 } },
  handle: (ctx, { body, params }) =>
    keepingUnavailable(() => approveRequest(ctx, ctx.get(payoutRequests, params.id), body.amount)),
});

export const rejectPayoutRequest = operation('POST /payout-requests/{id}/reject', {
  id: 'payout_requests.reject',
  summary: 'Reject a payout request',
  access: 'secret',
  capability: debitPayouts,
  answers: [200, PayoutRequestModel],
  refuses: [resourceMissing, conflictingState],
  example: { params: { id: 'preq_1003' } },
  handle: (ctx, { params }) => rejectRequest(ctx, ctx.get(payoutRequests, params.id)),
});

/** The fields of a request, except the card. */
export const requestFields = {
  payout_link_id: Id(),
  amount: about(Cents(), 'The requested amount, in cents.'),
  name: Words(200),
  email: EmailInput("The requester's email address."),
  note: T.Optional(nullable(Text(500))),
};

export const createPayoutRequest = controlOperation('POST /payout-requests', {
  id: 'payout_requests.create',
  summary: 'Submit the form of a payout link, as the public page does',
  body: T.Object({ ...requestFields, card_number: sensitive(Words(40)) }),
  answers: [201, PayoutRequestModel],
  refuses: [amountTooLarge, notEligible, conflictingState],
  example: {
    body: {
      payout_link_id: 'plo_1003',
      amount: 1500,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      card_number: '4000056655665556',
    },
  },
  handle: (ctx, { body }) => {
    const { payout_link_id, amount, name, email, note = null, card_number } = body;
    const { card } = readTestCard(ctx, card_number);
    const link = openForm(ctx, payout_link_id);
    return submitRequest(
      ctx,
      { link, requested_amount: amount, name, email, note, card },
      { requested_amount: 'amount', email: 'email', card: 'card_number' },
    );
  },
});
