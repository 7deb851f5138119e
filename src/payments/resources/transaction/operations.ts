import type { Context } from '../../../core/kernel/context.ts';
import { all, atLeast, atMostOne, exactly, needs, none, ruled } from '../../../core/kernel/declare/field-rules.ts';
import { controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, described, nullable, OneOf, T, Text, textForm } from '../../../core/kernel/declare/schema.ts';
import { invalidState, resourceMissing } from '../../../core/kernel/errors.ts';
import { requestInProgress } from '../../../core/kernel/idempotency.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import {
  amountTooLarge,
  checkAmount,
  checkCurrency,
  checkEmail,
  checkMetadata,
  checkUrl,
  exactlyOne,
} from '../../platform/checks.ts';
import { Cents, Metadata } from '../../platform/fields.ts';
import { gatewayKinds } from '../../platform/settings.ts';
import { chargeRefusals } from '../../simulation/gateways.ts';
import { billingInput, wholeBilling } from '../common/address.ts';
import { DecisionModel, unknownDecision } from '../common/decision.ts';
import { CurrencyInput, checked, IdInput, ReferenceIdInput, referenceReused, UrlInput } from '../common/fields.ts';
import { listQuery, ofObject } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { fullName } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import { type PricedOrder, priceOrder } from '../product/actions.ts';
import { OrderInput } from '../product/model.ts';
import { PaymentTokenInput } from '../token/actions.ts';
import { ServiceWalletInput } from '../wallet/model.ts';
import { refundTransaction, voidTransaction } from './actions.ts';
import { findRepeated } from './attempt.ts';
import { charge } from './charge.ts';
import { findInstrument, gatewayFor, instrumentFields, ownGateway, railOf, requireAch } from './instrument.ts';
import { rails, TransactionModel, transactions } from './model.ts';
import { besideWallet, findWallet, PayerInput } from './wallet.ts';

/** The fields that determine the price. A body has exactly one of them. */
const priced = ['amount', 'product_id', 'line_items'] as const;

const ChargeBody = ruled(
  T.Object({
    customer_id: T.Optional(IdInput('customer; by default, the newest usable instrument of the customer is charged')),
    payment_method_id: T.Optional(IdInput('saved instrument to charge')),
    payment_token: PaymentTokenInput(),
    gateway_b_payment_method_id: about(
      T.Optional(described(Text(100), textForm('^pm_', 'a payment method id', 'pm_ada'))),
      'A one-time `gateway_b` reference, only for `gateway_b` workspaces.',
    ),
    amount: about(T.Optional(Cents()), 'The amount to charge, in cents, if the charge has no products.'),
    product_id: T.Optional(IdInput('product to charge for')),
    line_items: about(T.Optional(OrderInput()), 'The products to buy, at current prices.'),
    currency: CurrencyInput('defaults to the product currency, or to USD if there are no products'),
    reference_id: ReferenceIdInput(
      'Your own reference for this charge. To retry after a 503 response, send the same reference.',
    ),
    rail: about(
      T.Optional(OneOf(rails)),
      'Whether to charge a card or a bank account. Defaults to the rail that fits the instrument.',
    ),
    gateway: about(
      T.Optional(OneOf(gatewayKinds)),
      "The gateway to use instead of the workspace's gateway; not allowed with smart routing or wallets.",
    ),
    email: about(T.Optional(checked('email', described(Text(254), { format: 'email' }))), "The buyer's email address."),
    billing_first_name: about(assumed(T.Optional(nullable(Text(100)))), "The buyer's first name."),
    billing_last_name: about(assumed(T.Optional(nullable(Text(100)))), "The buyer's last name."),
    ...billingInput(),
    return_url: T.Optional(
      UrlInput('The URL to send the buyer back to. If present, an ACH charge becomes an instant bank debit.'),
    ),
    service_wallet: about(T.Optional(ServiceWalletInput), 'The wallet credential, exactly as the SDK returned it.'),
    wallet: about(T.Optional(PayerInput), "The payer's contact details from the wallet sheet."),
    metadata: T.Optional(Metadata()),
  }),
  exactly(...priced),
  atLeast('customer_id', ...instrumentFields, 'service_wallet'),
  atMostOne(...instrumentFields),
  needs('service_wallet', none(...besideWallet)),
  needs('wallet', all('service_wallet')),
);
type ChargeFields = T.Static<typeof ChargeBody>;

function checkPrice(body: ChargeFields): void {
  exactlyOne(body, priced);
  if (body.return_url !== undefined) checkUrl(body.return_url, 'return_url');
  if (body.amount !== undefined) checkAmount(body.amount);
}

/** Returns the price: the amount in the request, or the price of the order. */
function priceOf(ctx: Context, body: ChargeFields): PricedOrder {
  const { amount = 0, product_id, line_items } = body;
  if (line_items === undefined && product_id === undefined) {
    return { amount, currency: checkCurrency(body.currency), lines: [] };
  }
  const currency = body.currency === undefined ? undefined : checkCurrency(body.currency);
  if (line_items !== undefined) return priceOrder(ctx, line_items, { currency });
  return priceOrder(ctx, [{ product_id: product_id ?? '', quantity: 1 }], { currency, list: null });
}

export const createCharge = operation('POST /charges', {
  id: 'charges.create',
  summary: 'Charge a saved instrument or a one-time token',
  access: 'secret',
  effects: ['moves_money', 'counts_twice', 'asks_network'],
  rate: 100,
  spends: true,
  body: ChargeBody,
  capability: ownGateway,
  answers: [201, TransactionModel],
  refuses: [amountTooLarge, requestInProgress, referenceReused, ...chargeRefusals],
  example: { body: { customer_id: 'cus_ada', amount: 4200, currency: 'USD', metadata: { cart: 'c-1' } } },
  handle: (ctx, { body }) => {
    checkPrice(body);
    const metadata = checkMetadata(body.metadata);
    if (body.email !== undefined) checkEmail(body.email);
    const repeated = findRepeated(ctx, body);
    if (repeated !== null) return ctx.get(transactions, repeated.transaction_id ?? '');
    const { amount, currency, lines } = priceOf(ctx, body);
    const payer = findWallet(ctx, body);
    const { instrument, customer } = payer ?? findInstrument(ctx, { ...body, currency });
    const isDebit = railOf(instrument) === 'ach';
    if (isDebit) requireAch(ctx, currency, 'rail');
    const result = charge(ctx, {
      instrument,
      customer,
      bill: { amount, currency, line_items: lines, metadata },
      payer: {
        buyer_name: buyerName(body, payer?.name ?? null, customer),
        email: body.email ?? payer?.email ?? customer?.email ?? null,
        // Explicit billing fields override the fields of the wallet, and the wallet's fields override the fields of
        // the customer.
        billing: wholeBilling(body, payer?.billing ?? customer),
        shipping: payer?.shipping ?? null,
      },
      gateway: gatewayFor(ctx, instrument, body),
      instant: isDebit && body.return_url !== undefined,
      given: body,
      body,
    });
    if (result.outcome !== 'charged') return result.refused;
    return result.transaction;
  },
});

function buyerName(body: ChargeFields, payer: string | null, customer: Customer | null): string | null {
  const { billing_first_name: first, billing_last_name: last } = body;
  if (first || last) return [first, last].filter(Boolean).join(' ');
  return payer ?? (customer === null ? null : fullName(customer));
}

export const listTransactions = operation('GET /transactions', {
  id: 'transactions.list',
  summary: 'List transactions',
  access: 'read',
  query: T.Object({ ...listQuery, customer_id: ofObject('customer'), subscription_id: ofObject('subscription') }),
  answers: [200, list(TransactionModel)],
  example: { query: { customer_id: 'cus_ada' }, further: { starting_after: 'txn_1002', subscription_id: 'sub_1001' } },
  handle: (ctx, { query }) => ctx.page(transactions, query, filters(query, 'customer_id', 'subscription_id')),
});

export const getTransaction = readOne('GET /transactions/{id}', transactions);

/** Shows the developer the reason for a decline. The merchant API shows only the gateway's code. */
export const getTransactionDecision = controlOperation('GET /transactions/{id}/decision', {
  id: 'transactions.decision',
  summary: 'Read why a transaction was declined: a rule, a header, an injected fault or a known fact about the card',
  answers: [200, DecisionModel],
  refuses: [resourceMissing],
  example: { params: { id: 'txn_1001' } },
  handle: (ctx, { params }) => ctx.get(transactions, params.id).decided_by ?? unknownDecision,
});

export const voidOperation = operation('POST /transactions/{id}/void', {
  id: 'transactions.void',
  summary: 'Void a transaction that has not settled',
  access: 'secret',
  effects: ['moves_money'],
  answers: [200, TransactionModel],
  refuses: [invalidState, resourceMissing],
  example: { params: { id: 'txn_1003' } },
  handle: (ctx, { params }) => voidTransaction(ctx, ctx.get(transactions, params.id)),
});

export const refundOperation = operation('POST /transactions/{id}/refund', {
  id: 'transactions.refund',
  summary: 'Refund all or part of a settled transaction',
  access: 'secret',
  effects: ['moves_money', 'counts_twice'],
  body: T.Object({
    amount: about(T.Optional(Cents()), 'The amount to refund, in cents. Defaults to the full remaining amount.'),
  }),
  bodyOptional: true,
  answers: [200, TransactionModel],
  refuses: [invalidState, resourceMissing],
  example: { params: { id: 'txn_1002' }, body: { amount: 1000 } },
  handle: (ctx, { body, params }) => refundTransaction(ctx, ctx.get(transactions, params.id), body.amount),
});
