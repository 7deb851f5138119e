import { bare, controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { listQuery } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { showLink, switchLink } from './actions.ts';
import { PaymentLinkView, paymentLinkLifecycle, paymentLinks } from './model.ts';
import { createLink, LinkInput } from './new-link.ts';

const { status } = paymentLinkLifecycle;

export const listPaymentLinks = operation('GET /payment-links', {
  id: 'payment_links.list',
  summary: 'List payment links',
  access: 'read',
  scope: 'payment_links:read',
  query: T.Object({ ...listQuery, status: T.Optional(status) }),
  answers: [200, list(PaymentLinkView)],
  example: { query: { status: 'active' }, further: { starting_after: 'plink_1001' } },
  handle: (ctx, { query }) => {
    const page = ctx.page(paymentLinks, query, filters(query, 'status'));
    return { data: page.data.map((link) => showLink(ctx, link)), has_more: page.has_more };
  },
});

export const getPaymentLink = readOne('GET /payment-links/{id}', paymentLinks, {
  scope: 'payment_links:read',
  answers: [200, bare(PaymentLinkView)],
  show: showLink,
});

export const createPaymentLink = controlOperation('POST /payment-links', {
  id: 'payment_links.create',
  summary: 'Create a payment link, as a merchant does in the service dashboard',
  body: LinkInput,
  answers: [201, PaymentLinkView],
  example: { body: { name: 'A bag of coffee', amount: 1800 } },
  handle: (ctx, { body }) => showLink(ctx, createLink(ctx, body)),
});

export const updatePaymentLink = controlOperation('PATCH /payment-links/{id}', {
  id: 'payment_links.update',
  summary: 'Activate or deactivate a payment link',
  body: T.Object({ status }),
  answers: [200, PaymentLinkView],
  example: { body: { status: 'inactive' }, params: { id: 'plink_1001' } },
  handle: (ctx, { body, params }) => showLink(ctx, switchLink(ctx, ctx.get(paymentLinks, params.id), body.status)),
});
