import { debitPayouts } from '../../engine/capability.ts';
import { checkAmount, checkCurrency, checkMetadata } from '../../engine/checks.ts';
import { invalid, refusals, refuse } from '../../engine/errors.ts';
import { list, operation } from '../../engine/operation.ts';
import { assumed, Cents, Id, Metadata, OneOf, T, Text } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { customers } from '../customer/model.ts';
import { BankAccountInput } from '../payment-method/model.ts';
import { useToken } from '../token/actions.ts';
import { createPayout, keepingUnavailable } from './actions.ts';
import { findDestination } from './destination.ts';
import { payoutLifecycle } from './lifecycle.ts';
import { PayoutModel, payoutRails, payouts } from './model.ts';

export const createPayoutOperation = operation('POST /payouts', {
  id: 'payouts.create',
  summary: 'Send money to a card or bank account',
  access: 'secret',
  rate: 30,
  capability: debitPayouts,
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
  answers: [200, PayoutModel],
  refuses: [
    refusals.amountTooLarge,
    refusals.insufficientFunds,
    refusals.notEligible,
    refusals.tokenUsed,
    refusals.tokenExpired,
    refusals.referenceReused,
    refusals.networkUnavailable,
  ],
  example: { body: { amount: 1500, customer_id: 'cus_1', payment_method_id: 'pm_1' } },
  handle: (ctx, { body }) => {
    const amount = checkAmount(body.amount);
    const currency = checkCurrency(body.currency);
    const metadata = checkMetadata(body.metadata);
    const customer = ctx.find(customers, body.customer_id);
    if (customer === undefined) throw invalid('customer_id', `No such customer: '${body.customer_id}'.`);
    const { reference_id = null, descriptor = null } = body;
    if (reference_id !== null && ctx.of(payouts).newest({ reference_id: [reference_id] }) !== undefined) {
      const text = `A payout with reference_id '${reference_id}' exists.`;
      throw refuse(refusals.referenceReused, text, { param: 'reference_id' });
    }
    const destination = findDestination(ctx, customer, body);
    return keepingUnavailable(() => {
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
    });
  },
});

export const listPayouts = operation('GET /payouts', {
  id: 'payouts.list',
  summary: 'List payouts',
  access: 'read',
  capability: debitPayouts,
  query: T.Object({
    ...listQuery,
    customer_id: T.Optional(Text(100)),
    status: T.Optional(payoutLifecycle.status),
  }),
  answers: [200, list(PayoutModel)],
  example: { query: { status: 'pending' } },
  handle: (ctx, { query }) =>
    ctx.page(payouts, query, {
      ...(query.customer_id === undefined ? {} : { customer_id: [query.customer_id] }),
      ...(query.status === undefined ? {} : { status: [query.status] }),
    }),
});

export const getPayout = operation('GET /payouts/{id}', {
  id: 'payouts.get',
  summary: 'Read a payout',
  access: 'read',
  capability: debitPayouts,
  answers: [200, PayoutModel],
  refuses: [refusals.resourceMissing],
  example: { params: { id: 'po_1' } },
  handle: (ctx, { params }) => ctx.get(payouts, params.id),
});
