import { defineOperation } from '../../engine/operation.ts';
import { assumed, Flag, Id, Metadata, nullable, OneOf, T, Text } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { OrderInput } from '../product/model.ts';
import { createInvoice, sendInvoice, showInvoice, voidInvoice } from './actions.ts';
import { InvoiceView, invoiceStatuses, invoices } from './model.ts';

export const listInvoices = defineOperation({
  id: 'invoices.list',
  method: 'GET',
  path: '/invoices',
  summary: 'List invoices',
  access: 'read',
  query: T.Object({
    ...listQuery,
    status: T.Optional(OneOf(invoiceStatuses)),
    customer_id: T.Optional(Text(100)),
  }),
  success: 200,
  envelope: 'list',
  answer: InvoiceView,
  errors: [400],
  example: { query: { status: 'sent' } },
  handle: (ctx, { query }) => {
    const page = ctx.page(invoices, query, {
      ...(query.status === undefined ? {} : { status: [query.status] }),
      ...(query.customer_id === undefined ? {} : { customer_id: [query.customer_id] }),
    });
    return { data: page.data.map((invoice) => showInvoice(ctx, invoice)), has_more: page.has_more };
  },
});

export const createInvoiceOperation = defineOperation({
  id: 'invoices.create',
  method: 'POST',
  path: '/invoices',
  summary: 'Make an invoice from products: a draft, unless it is to be sent at once',
  access: 'secret',
  body: T.Object({
    customer_id: assumed(Id()),
    line_items: assumed(OrderInput()),
    memo: assumed(T.Optional(nullable(Text(1_000)))),
    due_date: assumed(T.Optional(nullable(Text(40)))),
    send: T.Optional(Flag()),
    metadata: assumed(T.Optional(Metadata())),
  }),
  success: 201,
  envelope: 'data',
  answer: InvoiceView,
  errors: [400],
  example: {
    body: {
      customer_id: 'cus_1',
      line_items: [{ product_id: 'prod_1', quantity: 2 }],
      memo: 'Thank you for your order.',
      due_date: '2026-03-31',
      send: true,
    },
  },
  handle: (ctx, { body }) => {
    const invoice = createInvoice(ctx, body);
    return showInvoice(ctx, body.send === true ? sendInvoice(ctx, invoice) : invoice);
  },
});

export const getInvoice = defineOperation({
  id: 'invoices.get',
  method: 'GET',
  path: '/invoices/{id}',
  summary: 'Read an invoice',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: InvoiceView,
  errors: [404],
  example: { params: { id: 'inv_1' } },
  handle: (ctx, { params }) => showInvoice(ctx, ctx.get(invoices, params.id!)),
});

export const sendInvoiceOperation = defineOperation({
  id: 'invoices.send',
  method: 'POST',
  path: '/invoices/{id}/send',
  summary: 'E-mail an invoice to its customer, the first time or again',
  access: 'secret',
  success: 200,
  envelope: 'data',
  answer: InvoiceView,
  errors: [400, 404],
  example: { params: { id: 'inv_1' } },
  handle: (ctx, { params }) => showInvoice(ctx, sendInvoice(ctx, ctx.get(invoices, params.id!))),
});

export const voidInvoiceOperation = defineOperation({
  id: 'invoices.void',
  method: 'POST',
  path: '/invoices/{id}/void',
  summary: 'Void an unpaid invoice',
  access: 'secret',
  success: 200,
  envelope: 'data',
  answer: InvoiceView,
  errors: [400, 404],
  example: { params: { id: 'inv_1' } },
  handle: (ctx, { params }) => showInvoice(ctx, voidInvoice(ctx, ctx.get(invoices, params.id!))),
});
