import { defineOperation } from '../../engine/operation.ts';
import { OneOf, T } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { showLink } from './actions.ts';
import { PaymentLinkView, paymentLinkStatuses, paymentLinks } from './model.ts';

export const listPaymentLinks = defineOperation({
  id: 'payment_links.list',
  method: 'GET',
  path: '/payment-links',
  summary: 'List payment links',
  access: 'read',
  scope: 'payment_links:read',
  query: T.Object({ ...listQuery, status: T.Optional(OneOf(paymentLinkStatuses)) }),
  success: 200,
  envelope: 'list',
  answer: PaymentLinkView,
  errors: [400],
  example: { query: { status: 'active' } },
  handle: (ctx, { query }) => {
    const page = ctx.page(paymentLinks, query, query.status === undefined ? {} : { status: [query.status] });
    return { data: page.data.map((link) => showLink(ctx, link)), has_more: page.has_more };
  },
});

export const getPaymentLink = defineOperation({
  id: 'payment_links.get',
  method: 'GET',
  path: '/payment-links/{id}',
  summary: 'Read a payment link',
  access: 'read',
  scope: 'payment_links:read',
  success: 200,
  envelope: 'bare',
  answer: PaymentLinkView,
  errors: [404],
  example: { params: { id: 'plink_1' } },
  handle: (ctx, { params }) => showLink(ctx, ctx.get(paymentLinks, params.id!)),
});
