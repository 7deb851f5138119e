import type { Context } from '../../../core/kernel/context.ts';
import { all, ruled, unless } from '../../../core/kernel/declare/field-rules.ts';
import { list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, nullable, OneOf, T, Text } from '../../../core/kernel/declare/schema.ts';
import { conflictingState, errorOf, missing, resourceMissing } from '../../../core/kernel/errors.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { amountTooLarge, checkAmount, checkCurrency, checkEmail, checkMetadata } from '../../platform/checks.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { insufficientFunds } from '../../platform/ledger.ts';
import { publicOriginOf } from '../../platform/surroundings.ts';
import { CurrencyInput, EmailInput, ReferenceIdInput, referenceReused } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { cancelLink, createDirectedLink, createRequestLink } from './actions.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';
import { type PayoutLink, PayoutLinkModel, payoutLinks, payoutLinkTypes } from './model.ts';

/** Returns the link as the API shows it, with the full URL of its page. */
const linkView = (ctx: Context, link: PayoutLink): PayoutLink => ({
  ...link,
  url: `${publicOriginOf(ctx.kernel)}${link.url}`,
});

const LinkBody = ruled(
  T.Object({
    type: about(
      T.Optional(OneOf(payoutLinkTypes)),
      'Whether the link holds money for one recipient (directed, the default) or is a form that anyone can fill in (request).',
    ),
    amount: about(
      assumed(T.Optional(Cents())),
      'The amount, in cents. Required for a directed link; optional as the suggested amount of a form.',
    ),
    currency: assumed(CurrencyInput()),
    recipient_email: assumed(
      T.Optional(EmailInput('The email address to send the claim link to. Required for a directed link.')),
    ),
    recipient_name: about(assumed(T.Optional(nullable(Text(200)))), 'The name of the recipient, such as Ada Lovelace.'),
    note: about(assumed(T.Optional(nullable(Text(500)))), 'A note to the recipient.'),
    reference_id: ReferenceIdInput(
      'Your own reference for this link. The service rejects a second link with the same reference.',
    ),
    metadata: assumed(T.Optional(Metadata())),
  }),
  unless('type', ['request'], all('amount', 'recipient_email')),
);

export const createPayoutLink = operation('POST /payout-links', {
  id: 'payout_links.create',
  summary: 'Create a link for a recipient to claim money, or a form for payout requests',
  access: 'secret',
  effects: ['moves_money', 'counts_twice'],
  capability: debitPayouts,
  body: LinkBody,
  answers: [201, PayoutLinkModel],
  refuses: [amountTooLarge, insufficientFunds, referenceReused],
  example: { body: { amount: 1500, recipient_email: 'ada@example.com', note: 'Your prize' } },
  standIns: { prize: 'data.slug', writers: { at: 'data.slug', with: { type: 'request' } } },
  handle: (ctx, { body }) => {
    const { amount, recipient_email, reference_id } = body;
    if (amount !== undefined) checkAmount(amount);
    if (recipient_email !== undefined) checkEmail(recipient_email, 'recipient_email');
    const wanted = { ...body, currency: checkCurrency(body.currency), metadata: checkMetadata(body.metadata) };
    const directed = body.type === 'request' ? null : directedFields(body);
    if (reference_id !== undefined && ctx.of(payoutLinks).newest({ reference_id: [reference_id] }) !== undefined) {
      const text = `A payout link with reference_id '${reference_id}' already exists; use a different reference_id.`;
      throw errorOf(referenceReused, text, { param: 'reference_id' });
    }
    const link =
      directed === null ? createRequestLink(ctx, wanted) : createDirectedLink(ctx, { ...wanted, ...directed });
    return linkView(ctx, link);
  },
});

/**
 * Requires the fields of a directed link.
 * @throws 400 `parameter_missing` for a missing field that only a form can omit
 */
function directedFields({ amount, recipient_email }: T.Static<typeof LinkBody>) {
  if (amount === undefined) throw missing('amount', 'A directed link requires an amount.');
  if (recipient_email === undefined) throw missing('recipient_email', 'A directed link requires a recipient_email.');
  return { amount, recipient_email };
}

export const listPayoutLinks = operation('GET /payout-links', {
  id: 'payout_links.list',
  summary: 'List payout links',
  access: 'read',
  capability: debitPayouts,
  query: T.Object({
    ...listQuery,
    type: about(T.Optional(OneOf(payoutLinkTypes)), 'Returns only links of this type.'),
    status: T.Optional(payoutLinkLifecycle.status),
  }),
  answers: [200, list(PayoutLinkModel)],
  example: { query: { type: 'directed', status: 'pending' }, further: { starting_after: 'plo_1001' } },
  handle: (ctx, { query }) => {
    const { data, has_more } = ctx.page(payoutLinks, query, filters(query, 'type', 'status'));
    return { data: data.map((link) => linkView(ctx, link)), has_more };
  },
});

export const getPayoutLink = readOne('GET /payout-links/{id}', payoutLinks, {
  capability: debitPayouts,
  answers: [200, PayoutLinkModel],
  show: linkView,
});

export const cancelPayoutLink = operation('POST /payout-links/{id}/cancel', {
  id: 'payout_links.cancel',
  summary: 'Cancel a payout link and release the held money',
  access: 'secret',
  effects: ['moves_money'],
  capability: debitPayouts,
  answers: [200, PayoutLinkModel],
  refuses: [resourceMissing, conflictingState],
  example: { params: { id: 'plo_1002' } },
  handle: (ctx, { params }) => linkView(ctx, cancelLink(ctx, ctx.get(payoutLinks, params.id))),
});
