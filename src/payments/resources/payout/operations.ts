import { exactly, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, Id, OneOf, T, Text } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, resourceMissing } from '../../../core/kernel/errors.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { debitPayouts } from '../../platform/capabilities.ts';
import { amountTooLarge, checkAmount, checkCurrency, checkMetadata } from '../../platform/checks.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { insufficientFunds } from '../../platform/ledger.ts';
import { DecisionModel, unknownDecision } from '../common/decision.ts';
import { CurrencyInput, IdInput, ReferenceIdInput, referenceReused } from '../common/fields.ts';
import { notEligible } from '../common/push-to-card.ts';
import { listQuery, ofObject } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { customers } from '../customer/model.ts';
import { BankAccountInput } from '../payment-method/model.ts';
import { tokenExpired, tokenUsed, useToken } from '../token/actions.ts';
import { createPayout, keepingUnavailable, networkUnavailable } from './actions.ts';
import { destinations, findDestination } from './destination.ts';
import { payoutLifecycle } from './lifecycle.ts';
import { PayoutModel, payoutRails, payouts } from './model.ts';

export const createPayoutOperation = operation('POST /payouts', {
  id: 'payouts.create',
  summary: 'Send money to a card or bank account',
  access: 'secret',
  effects: ['moves_money', 'pays_out', 'counts_twice'],
  rate: 30,
  capability: debitPayouts,
  body: ruled(
    T.Object({
      amount: about(Cents(), 'The amount to send, in cents.'),
      customer_id: IdInput('customer who receives the payout'),
      payment_method_id: T.Optional(IdInput('payout_eligible saved instrument that receives the payout')),
      payment_token: about(T.Optional(Id()), 'A one-time card token.'),
      bank_account: about(T.Optional(BankAccountInput), 'A bank account that is not saved for the customer.'),
      rail: about(
        T.Optional(OneOf(payoutRails)),
        'The payout rail. Defaults to card for a card and to ach for a bank account.',
      ),
      reference_id: ReferenceIdInput(
        'Your own reference for this payout. The service rejects a second payout with the same reference.',
      ),
      currency: assumed(CurrencyInput()),
      descriptor: about(assumed(T.Optional(Text(50))), "The descriptor on the recipient's statement."),
      metadata: T.Optional(Metadata()),
    }),
    exactly(...destinations),
  ),
  answers: [200, PayoutModel],
  refuses: [
    amountTooLarge,
    insufficientFunds,
    notEligible,
    tokenUsed,
    tokenExpired,
    referenceReused,
    networkUnavailable,
  ],
  example: { body: { amount: 1500, customer_id: 'cus_ada', payment_method_id: 'pm_visa' } },
  handle: (ctx, { body }) => {
    const amount = checkAmount(body.amount);
    const currency = checkCurrency(body.currency);
    const metadata = checkMetadata(body.metadata);
    const customer = ctx.find(customers, body.customer_id);
    if (customer === undefined) throw invalid('customer_id', `No such customer: '${body.customer_id}'.`);
    const { reference_id = null, descriptor = null } = body;
    if (reference_id !== null && ctx.of(payouts).newest({ reference_id: [reference_id] }) !== undefined) {
      const text = `A payout with reference_id '${reference_id}' already exists; use a different reference_id.`;
      throw errorOf(referenceReused, text, { param: 'reference_id' });
    }
    const destination = findDestination(ctx, customer, body);
    return keepingUnavailable(() => {
      const payout = createPayout(ctx, {
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
    customer_id: ofObject('customer'),
    status: T.Optional(payoutLifecycle.status),
  }),
  answers: [200, list(PayoutModel)],
  example: { query: { status: 'pending' }, further: { starting_after: 'po_1001', customer_id: 'cus_ada' } },
  handle: (ctx, { query }) => ctx.page(payouts, query, filters(query, 'customer_id', 'status')),
});

export const getPayout = readOne('GET /payouts/{id}', payouts, { capability: debitPayouts });

/** Shows the developer the reason for the network's response. The merchant API shows only the network's code. */
export const getPayoutDecision = controlOperation('GET /payouts/{id}/decision', {
  id: 'payouts.decision',
  summary: 'Read why a payout failed or was returned: a rule, a header or an injected fault',
  answers: [200, DecisionModel],
  refuses: [resourceMissing],
  example: { params: { id: 'po_1001' } },
  handle: (ctx, { params }) => ctx.get(payouts, params.id).decided_by ?? unknownDecision,
});
