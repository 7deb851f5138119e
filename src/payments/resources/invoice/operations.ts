import { isoPattern } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { capabilityRequired } from '../../../core/kernel/declare/capability.ts';
import { controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import {
  about,
  assumed,
  described,
  Flag,
  Id,
  nullable,
  sensitive,
  T,
  Text,
  textForm,
} from '../../../core/kernel/declare/schema.ts';
import { invalid, invalidState, resourceMissing } from '../../../core/kernel/errors.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { amountTooLarge } from '../../platform/checks.ts';
import { Metadata } from '../../platform/fields.ts';
import { chargeRefusals } from '../../simulation/gateways.ts';
import { IdInput } from '../common/fields.ts';
import { readTestCard } from '../common/fixture-card.ts';
import { listQuery, ofObject } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { insufficientStock } from '../product/actions.ts';
import { OrderInput } from '../product/model.ts';
import { findInstrument, type Instrument } from '../transaction/instrument.ts';
import { createInvoice, invoiceView, payInvoice, sendInvoice, usualInstrument, voidInvoice } from './actions.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import { type Invoice, InvoiceView, invoices } from './model.ts';

export const listInvoices = operation('GET /invoices', {
  id: 'invoices.list',
  summary: 'List invoices',
  access: 'read',
  query: T.Object({
    ...listQuery,
    status: T.Optional(invoiceLifecycle.status),
    customer_id: ofObject('customer'),
  }),
  answers: [200, list(InvoiceView)],
  example: { query: { status: 'sent' }, further: { starting_after: 'inv_1001', customer_id: 'cus_ada' } },
  handle: (ctx, { query }) => {
    const { data, has_more } = ctx.page(invoices, query, filters(query, 'status', 'customer_id'));
    return { data: data.map((invoice) => invoiceView(ctx, invoice)), has_more };
  },
});

export const createInvoiceOperation = operation('POST /invoices', {
  id: 'invoices.create',
  summary: 'Create an invoice from products, as a draft unless send is true',
  access: 'secret',
  effects: ['counts_twice'],
  body: T.Object({
    customer_id: assumed(IdInput('customer who pays the invoice')),
    line_items: about(assumed(OrderInput()), 'The products to bill, at current prices.'),
    memo: about(assumed(T.Optional(nullable(Text(1_000)))), 'A message to the customer.'),
    due_date: assumed(
      T.Optional(
        about(
          described(
            nullable(Text(40)),
            textForm(isoPattern.source, 'an ISO 8601 date, optionally with a time', '2026-03-31'),
          ),
          'The due date, as an ISO 8601 date or date-time.',
        ),
      ),
    ),
    send: about(T.Optional(Flag()), 'Whether to send the invoice immediately instead of creating a draft.'),
    metadata: assumed(T.Optional(Metadata())),
  }),
  answers: [201, InvoiceView],
  refuses: [amountTooLarge],
  example: {
    body: {
      customer_id: 'cus_ada',
      line_items: [{ product_id: 'prod_notebook', quantity: 2 }],
      memo: 'Thank you for your order.',
      due_date: '2026-03-31',
      send: true,
    },
  },
  handle: (ctx, { body }) => {
    const invoice = createInvoice(ctx, body);
    return invoiceView(ctx, body.send === true ? sendInvoice(ctx, invoice) : invoice);
  },
});

export const getInvoice = readOne('GET /invoices/{id}', invoices, { answers: [200, InvoiceView], show: invoiceView });

export const sendInvoiceOperation = operation('POST /invoices/{id}/send', {
  id: 'invoices.send',
  summary: 'Send or resend an invoice to the customer by email',
  access: 'secret',
  answers: [200, InvoiceView],
  refuses: [invalidState, resourceMissing],
  example: { params: { id: 'inv_1001' } },
  handle: (ctx, { params }) => invoiceView(ctx, sendInvoice(ctx, ctx.get(invoices, params.id))),
});

export const voidInvoiceOperation = operation('POST /invoices/{id}/void', {
  id: 'invoices.void',
  summary: 'Void an unpaid invoice',
  access: 'secret',
  answers: [200, InvoiceView],
  refuses: [invalidState, resourceMissing],
  example: { params: { id: 'inv_1002' } },
  handle: (ctx, { params }) => invoiceView(ctx, voidInvoice(ctx, ctx.get(invoices, params.id))),
});

const PayBody = T.Object({
  payment_method_id: T.Optional(Id()),
  card_number: sensitive(T.Optional(Text(40))),
});

export const payInvoiceOperation = controlOperation('POST /invoices/{id}/pay', {
  id: 'invoices.pay',
  summary: 'Pay an invoice as the customer, with a saved instrument or a test card',
  effects: ['moves_money'],
  body: PayBody,
  bodyOptional: true,
  answers: [200, InvoiceView],
  refuses: [capabilityRequired, insufficientStock, invalidState, resourceMissing, ...chargeRefusals],
  example: { params: { id: 'inv_1001' }, body: { card_number: '4000056655665556' } },
  handle: (ctx, { body, params }) => {
    const invoice = ctx.get(invoices, params.id);
    const result = payInvoice(ctx, invoice, instrumentOf(ctx, invoice, body));
    // The record of a declined payment is kept.
    if (result.outcome !== 'charged') return result.refused;
    ctx.runReactions();
    return invoiceView(ctx, ctx.get(invoices, params.id));
  },
});

function instrumentOf(ctx: Context, invoice: Invoice, body: T.Static<typeof PayBody>): Instrument {
  const { payment_method_id, card_number } = body;
  if (card_number === undefined) {
    if (payment_method_id === undefined) return usualInstrument(ctx, invoice);
    return findInstrument(ctx, { customer_id: invoice.customer_id, payment_method_id }).instrument;
  }
  if (payment_method_id !== undefined) {
    throw invalid('card_number', 'Send payment_method_id or card_number, not both.');
  }
  const { card, behaviour } = readTestCard(ctx, card_number);
  return { card, bank_account: null, behaviour, payment_method_id: null, cvc_given: true };
}
