import { checkAmount, checkCurrency, checkMetadata } from '../../engine/checks.ts';
import { conflict, invalid, Refused, ServiceError } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { assumed, Cents, Id, Metadata, OneOf, publicSchema, T, Text } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { customers } from '../customer/model.ts';
import { BankAccountInput } from '../payment-method/model.ts';
import { useToken } from '../token/actions.ts';
import { createPayout } from './actions.ts';
import { findDestination } from './destination.ts';
import { PayoutModel, payoutRails, payoutStatuses, payouts } from './model.ts';

const Payout = publicSchema(PayoutModel);

export const createPayoutOperation = defineOperation({
  id: 'payouts.create',
  method: 'POST',
  path: '/payouts',
  summary: 'Send money to a card or bank account',
  access: 'secret',
  rate: 30,
  capability: 'debit_payouts',
  body: T.Object({
    amount: Cents(),
    customer_id: Id(),
    payment_method_id: T.Optional(Id()),
    payment_token: T.Optional(Id()),
    bank_account: T.Optional(BankAccountInput),
    rail: T.Optional(OneOf(payoutRails)),
    reference_id: T.Optional(T.String({ minLength: 1, maxLength: 255 })),
    currency: assumed(T.Optional(Text(10))),
    descriptor: assumed(T.Optional(Text(50))),
    metadata: T.Optional(Metadata()),
  }),
  success: 200,
  envelope: 'data',
  answer: Payout,
  errors: [400, 409, 503],
  example: { body: { amount: 1500, customer_id: 'cus_1', payment_method_id: 'pm_1' } },
  handle: (ctx, { body }) => {
    const amount = checkAmount(body.amount);
    const currency = checkCurrency(body.currency);
    const metadata = checkMetadata(body.metadata);
    const customer = ctx.find(customers, body.customer_id);
    if (customer === undefined) throw invalid('customer_id', `No such customer: '${body.customer_id}'.`);
    const { reference_id = null, descriptor = null } = body;
    if (reference_id !== null && ctx.of(payouts).newest({ reference_id: [reference_id] }) !== undefined) {
      throw conflict('reference_id_reused', `A payout with reference_id '${reference_id}' exists.`, 'reference_id');
    }
    const destination = findDestination(ctx, customer, body);
    try {
      const payout = createPayout(ctx, {
        operation: 'payouts.create',
        customer,
        destination,
        amount,
        currency,
        reference_id,
        descriptor,
        metadata,
        from: 'available',
      });
      if (destination.token !== null) useToken(ctx, destination.token);
      return payout;
    } catch (error) {
      // Returned, not thrown: a rule that makes the network unavailable has counted this call (`nth`).
      if (error instanceof ServiceError && error.status === 503) return new Refused(error);
      throw error;
    }
  },
});

export const listPayouts = defineOperation({
  id: 'payouts.list',
  method: 'GET',
  path: '/payouts',
  summary: 'List payouts',
  access: 'read',
  capability: 'debit_payouts',
  query: T.Object({
    ...listQuery,
    customer_id: T.Optional(Text(100)),
    status: T.Optional(OneOf(payoutStatuses)),
  }),
  success: 200,
  envelope: 'list',
  answer: Payout,
  errors: [400],
  example: { query: { status: 'pending' } },
  handle: (ctx, { query }) =>
    ctx.page(payouts, query, {
      ...(query.customer_id === undefined ? {} : { customer_id: [query.customer_id] }),
      ...(query.status === undefined ? {} : { status: [query.status] }),
    }),
});

export const getPayout = defineOperation({
  id: 'payouts.get',
  method: 'GET',
  path: '/payouts/{id}',
  summary: 'Read a payout',
  access: 'read',
  capability: 'debit_payouts',
  success: 200,
  envelope: 'data',
  answer: Payout,
  errors: [404],
  example: { params: { id: 'po_1' } },
  handle: (ctx, { params }) => ctx.get(payouts, params.id!),
});
