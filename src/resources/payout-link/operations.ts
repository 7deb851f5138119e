import { checkAmount, checkCurrency, checkEmail, checkMetadata } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { conflict, missing } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { assumed, Cents, Metadata, nullable, OneOf, publicSchema, T, Text, Words } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { cancelLink, createDirectedLink, createRequestLink } from './actions.ts';
import { type PayoutLink, PayoutLinkModel, payoutLinkStatuses, payoutLinks, payoutLinkTypes } from './model.ts';

const shown = publicSchema(PayoutLinkModel);

/** The link as the API shows it: its page's address is whole. */
export const showLink = (ctx: Context, link: PayoutLink): PayoutLink => ({
  ...link,
  url: `${ctx.engine.publicOrigin}${link.url}`,
});

export const createPayoutLink = defineOperation({
  id: 'payout_links.create',
  method: 'POST',
  path: '/payout-links',
  summary: 'Send a recipient a link to claim money, or make a form for payout requests',
  access: 'secret',
  capability: 'debit_payouts',
  body: T.Object({
    type: T.Optional(OneOf(payoutLinkTypes)),
    amount: assumed(T.Optional(Cents())),
    currency: assumed(T.Optional(Text(10))),
    recipient_email: assumed(T.Optional(Words(254))),
    recipient_name: assumed(T.Optional(nullable(Text(200)))),
    note: assumed(T.Optional(nullable(Text(500)))),
    reference_id: T.Optional(T.String({ minLength: 1, maxLength: 255 })),
    metadata: assumed(T.Optional(Metadata())),
  }),
  success: 201,
  envelope: 'data',
  answer: shown,
  errors: [400, 409],
  example: { body: { amount: 1500, recipient_email: 'ada@example.com', note: 'Your prize' } },
  handle: (ctx, { body }) => {
    const { amount, recipient_email, recipient_name = null, note = null, reference_id = null } = body;
    if (amount !== undefined) checkAmount(amount);
    if (recipient_email !== undefined) checkEmail(recipient_email, 'recipient_email');
    const currency = checkCurrency(body.currency);
    const metadata = checkMetadata(body.metadata);
    const isDirected = body.type !== 'request';
    if (isDirected && amount === undefined) throw missing('amount', 'A directed link needs an amount.');
    if (isDirected && recipient_email === undefined) {
      throw missing('recipient_email', 'A directed link needs a recipient_email.');
    }
    if (reference_id !== null && ctx.of(payoutLinks).newest({ reference_id: [reference_id] }) !== undefined) {
      throw conflict(
        'reference_id_reused',
        `A payout link with reference_id '${reference_id}' exists.`,
        'reference_id',
      );
    }
    const wanted = {
      amount: amount ?? null,
      currency,
      recipient_email: recipient_email ?? null,
      recipient_name,
      note,
      reference_id,
      metadata,
    };
    if (!isDirected) return showLink(ctx, createRequestLink(ctx, wanted));
    return showLink(ctx, createDirectedLink(ctx, { ...wanted, amount: amount!, recipient_email: recipient_email! }));
  },
});

export const listPayoutLinks = defineOperation({
  id: 'payout_links.list',
  method: 'GET',
  path: '/payout-links',
  summary: 'List payout links',
  access: 'read',
  capability: 'debit_payouts',
  query: T.Object({
    ...listQuery,
    type: T.Optional(OneOf(payoutLinkTypes)),
    status: T.Optional(OneOf(payoutLinkStatuses)),
  }),
  success: 200,
  envelope: 'list',
  answer: shown,
  errors: [400],
  example: { query: { type: 'directed', status: 'pending' } },
  handle: (ctx, { query }) => {
    const { data, has_more } = ctx.page(payoutLinks, query, {
      ...(query.type === undefined ? {} : { type: [query.type] }),
      ...(query.status === undefined ? {} : { status: [query.status] }),
    });
    return { data: data.map((link) => showLink(ctx, link)), has_more };
  },
});

export const getPayoutLink = defineOperation({
  id: 'payout_links.get',
  method: 'GET',
  path: '/payout-links/{id}',
  summary: 'Read a payout link',
  access: 'read',
  capability: 'debit_payouts',
  success: 200,
  envelope: 'data',
  answer: shown,
  errors: [404],
  example: { params: { id: 'plo_1' } },
  handle: (ctx, { params }) => showLink(ctx, ctx.get(payoutLinks, params.id!)),
});

export const cancelPayoutLink = defineOperation({
  id: 'payout_links.cancel',
  method: 'POST',
  path: '/payout-links/{id}/cancel',
  summary: 'Cancel a payout link and release what it holds',
  access: 'secret',
  capability: 'debit_payouts',
  success: 200,
  envelope: 'data',
  answer: shown,
  errors: [404, 409],
  example: { params: { id: 'plo_1' } },
  handle: (ctx, { params }) => showLink(ctx, cancelLink(ctx, ctx.get(payoutLinks, params.id!))),
});
