import { defineClientOperation } from '../../engine/client-operation.ts';
import { missing } from '../../engine/errors.ts';
import { about, Cents, Flag, nullable, OneOf, T, Text, Words } from '../../engine/schema.ts';
import { cardFields, pageFields, pageOf, payableCard, usableLink } from '../payout-link/client-fields.ts';
import { payoutLinks } from '../payout-link/model.ts';
import { submitRequest } from './actions.ts';
import { payoutRequestStatuses } from './model.ts';

export const getRequestForm = defineClientOperation({
  id: 'payout_requests.form',
  method: 'GET',
  path: '/api/payout-requests/{slug}',
  summary: 'Read what somebody who fills the form of a payout link is to know',
  assumed: true,
  success: 200,
  answer: T.Object({
    ...pageFields,
    status: OneOf(['active']),
    amount: about(nullable(Cents()), 'Cents: what the form suggests, if anything.'),
  }),
  errors: [400, 404],
  example: { params: { slug: 'QkZ3' } },
  owner: (engine, { params }) => engine.ownerOf(payoutLinks, { slug: [params.slug ?? ''] }),
  handle: (ctx, { params }) => {
    const link = usableLink(ctx, params.slug ?? '', 'request', 404);
    return { ...pageOf(ctx, link), status: link.status, amount: link.amount };
  },
});

const names = { requested_amount: 'requestedAmount', email: 'email', card: 'vaultPanAlias' };

export const submitRequestForm = defineClientOperation({
  id: 'payout_requests.submit',
  method: 'POST',
  path: '/api/payout-requests/{slug}',
  summary: 'Ask for a payout to a debit card, for the merchant to approve or reject',
  assumed: true,
  body: T.Object({
    name: Words(200),
    email: Words(254),
    requestedAmount: about(Cents(), 'Cents.'),
    note: T.Optional(nullable(Text(500))),
    ...cardFields,
  }),
  success: 200,
  answer: T.Object({
    success: Flag(),
    payoutRequestId: T.String(),
    status: OneOf(payoutRequestStatuses),
    requestedAmount: Cents(),
    currency: T.String(),
    card: T.Object({ brand: T.String(), last4: T.String() }),
  }),
  errors: [400, 404, 409],
  example: {
    params: { slug: 'QkZ3' },
    body: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      requestedAmount: 1500,
      vaultPanAlias: 'tok_sandbox_1',
      vaultExpMonth: '12',
      vaultExpYear: '2030',
    },
  },
  owner: (engine, { params }) => engine.ownerOf(payoutLinks, { slug: [params.slug ?? ''] }),
  handle: (ctx, { body, params }) => {
    const link = usableLink(ctx, params.slug ?? '', 'request', 409);
    const { name, email, requestedAmount, note, vaultPanAlias } = body;
    if (vaultPanAlias === undefined) throw missing('vaultPanAlias');
    const card = payableCard(ctx, vaultPanAlias, body);
    const wanted = { link, requested_amount: requestedAmount, name, email, note: note || null, card };
    const request = submitRequest(ctx, wanted, names);
    return {
      success: true,
      payoutRequestId: request.id,
      status: request.status,
      requestedAmount: request.requested_amount,
      currency: request.currency,
      card: { brand: card.brand, last4: card.last4 },
    };
  },
});
