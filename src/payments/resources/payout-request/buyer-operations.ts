import { all, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { bare, buyerOperation } from '../../../core/kernel/declare/operation.ts';
import { about, Flag, nullable, OneOf, T, Text, Words } from '../../../core/kernel/declare/schema.ts';
import { conflictingState, missing, resourceMissing } from '../../../core/kernel/errors.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { amountTooLarge } from '../../platform/checks.ts';
import { Cents } from '../../platform/fields.ts';
import { Currency, EmailInput, IdOf, Last4, pageSlug } from '../common/fields.ts';
import { notEligible } from '../common/push-to-card.ts';
import {
  cardFields,
  endedState,
  ownerOfLink,
  pageFields,
  pageOf,
  payableCard,
  usableLink,
} from '../payout-link/buyer-fields.ts';
import { tokenExpired } from '../token/actions.ts';
import { submitRequest } from './actions.ts';
import { payoutRequestLifecycle } from './model.ts';

const FormPage = T.Object({
  ...pageFields,
  status: about(OneOf(['active']), 'Always active, because only open forms have a page.'),
  amount: about(nullable(Cents()), 'The suggested amount, in cents; null if there is none.'),
});

export const getRequestForm = buyerOperation('GET /api/payout-requests/{slug}', {
  id: 'payout_requests.form',
  summary: 'Read a payout link for the request form',
  params: pageSlug,
  assumed: true,
  answers: [200, bare(FormPage)],
  capability: debitPayouts,
  refuses: [resourceMissing, endedState],
  example: { params: { slug: 'writers' } },
  owner: ownerOfLink,
  handle: (ctx, { params }) => {
    const link = usableLink(ctx, params.slug, 'request', endedState);
    return { ...pageOf(ctx, link), status: 'active' as const, amount: link.amount };
  },
});

const SubmittedRequest = T.Object({
  success: about(Flag(), 'Always true. A failed request returns a different HTTP status.'),
  payoutRequestId: IdOf('payout request'),
  status: payoutRequestLifecycle.status,
  requestedAmount: about(Cents(), 'The requested amount, in cents.'),
  currency: Currency(),
  card: about(
    T.Object({ brand: about(T.String(), 'Card brand, such as visa.'), last4: Last4('card number') }),
    'The card that receives the payout if the merchant approves the request.',
  ),
});

const names = { requested_amount: 'requestedAmount', email: 'email', card: 'vaultPanAlias' } as const;

export const submitRequestForm = buyerOperation('POST /api/payout-requests/{slug}', {
  id: 'payout_requests.submit',
  summary: 'Request a payout to a debit card, which the merchant approves or rejects',
  params: pageSlug,
  assumed: true,
  body: ruled(
    T.Object({
      name: about(Words(200), 'Requester name.'),
      email: EmailInput("The requester's email address."),
      requestedAmount: about(Cents(), 'The requested amount, in cents.'),
      note: about(T.Optional(nullable(Text(500))), 'A note to the merchant.'),
      ...cardFields,
    }),
    all('vaultPanAlias', 'vaultExpMonth', 'vaultExpYear'),
  ),
  answers: [200, bare(SubmittedRequest)],
  capability: debitPayouts,
  refuses: [amountTooLarge, notEligible, tokenExpired, resourceMissing, conflictingState],
  example: {
    params: { slug: 'writers' },
    body: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      requestedAmount: 1500,
      vaultPanAlias: 'tok_sandbox_visa',
      vaultExpMonth: '12',
      vaultExpYear: '2030',
    },
  },
  standIns: { preq_1: 'payoutRequestId' },
  owner: ownerOfLink,
  handle: (ctx, { body, params }) => {
    const link = usableLink(ctx, params.slug, 'request', conflictingState);
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
