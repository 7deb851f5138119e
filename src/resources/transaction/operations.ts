import { checkAmount, checkCurrency, checkEmail, checkMetadata, checkUrl, exactlyOne } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, Refused } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { assumed, Cents, Id, Metadata, nullable, OneOf, publicSchema, T, Text } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { billingInput, wholeBilling } from '../common/address.ts';
import { listQuery } from '../common/queries.ts';
import { fullName } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import { type Priced, priceOrder } from '../product/actions.ts';
import { OrderInput } from '../product/model.ts';
import { recordedResult } from '../three-ds/actions.ts';
import { ThreeDsInput } from '../three-ds/model.ts';
import { ServiceWalletInput } from '../wallet/model.ts';
import { refundTransaction, voidTransaction } from './actions.ts';
import { charge, digestOf, findRepeated, noteAttempt } from './charge.ts';
import { findInstrument, gatewayFor, requireDebitPayouts } from './instrument.ts';
import { rails, TransactionModel, transactions } from './model.ts';
import { findWallet, PayerInput } from './wallet.ts';

const Transaction = publicSchema(TransactionModel);

const ChargeBody = T.Object({
  customer_id: T.Optional(Id()),
  payment_method_id: T.Optional(Id()),
  payment_token: T.Optional(Id()),
  gateway_b_payment_method_id: T.Optional(Text(100)),
  amount: T.Optional(Cents()),
  product_id: T.Optional(Id()),
  line_items: T.Optional(OrderInput()),
  currency: T.Optional(Text(10)),
  reference_id: T.Optional(T.String({ minLength: 1, maxLength: 255 })),
  rail: T.Optional(OneOf(rails)),
  gateway: T.Optional(OneOf(gatewayKinds)),
  email: T.Optional(Text(254)),
  billing_first_name: assumed(T.Optional(nullable(Text(100)))),
  billing_last_name: assumed(T.Optional(nullable(Text(100)))),
  ...billingInput(),
  /** Makes an ACH charge an instant bank debit. */
  return_url: T.Optional(Text(2_000)),
  service_wallet: T.Optional(ServiceWalletInput),
  wallet: T.Optional(PayerInput),
  three_ds: T.Optional(ThreeDsInput),
  metadata: T.Optional(Metadata()),
});
type ChargeFields = T.Static<typeof ChargeBody>;

function checkAsked(ctx: Context, body: ChargeFields): void {
  exactlyOne(body, ['amount', 'product_id', 'line_items']);
  if (ctx.settings.gateway === 'debit_payouts') requireDebitPayouts(ctx);
  if (body.return_url !== undefined) checkUrl(body.return_url, 'return_url');
  if (body.amount !== undefined) checkAmount(body.amount);
}

/** What is to be paid: the given amount, or the price of what is ordered. */
function priceAsked(ctx: Context, body: ChargeFields): Priced {
  const { amount = 0, product_id, line_items } = body;
  if (line_items === undefined && product_id === undefined) {
    return { amount, currency: checkCurrency(body.currency), lines: [] };
  }
  const currency = body.currency === undefined ? undefined : checkCurrency(body.currency);
  if (line_items !== undefined) return priceOrder(ctx, line_items, { currency });
  return priceOrder(ctx, [{ product_id: product_id ?? '', quantity: 1 }], { currency, list: null });
}

export const createCharge = defineOperation({
  id: 'charges.create',
  method: 'POST',
  path: '/charges',
  summary: 'Charge a saved instrument or a one-time token',
  access: 'secret',
  rate: 100,
  body: ChargeBody,
  success: 201,
  envelope: 'data',
  answer: Transaction,
  errors: [400, 402, 409, 503],
  example: { body: { customer_id: 'cus_1', amount: 4200, currency: 'USD', metadata: { cart: 'c-1' } } },
  handle: (ctx, { body }) => {
    checkAsked(ctx, body);
    const metadata = checkMetadata(body.metadata);
    if (body.email !== undefined) checkEmail(body.email);
    const { reference_id = null } = body;
    if (reference_id !== null) {
      const repeated = findRepeated(ctx, reference_id, digestOf(body));
      if (repeated !== null) return repeated;
    }
    const { amount, currency, lines } = priceAsked(ctx, body);
    const payer = findWallet(ctx, body);
    const { instrument, customer, rail } = payer ?? findInstrument(ctx, body);
    if (rail === 'ach' && !ctx.settings.ach_enabled) throw invalid('rail', 'ACH is not enabled for this workspace.');
    const gateway = gatewayFor(ctx, instrument, body);
    const { wallet } = instrument;
    const authenticated = body.three_ds === undefined ? null : recordedResult(ctx, body.three_ds, instrument.card);
    const result = charge(ctx, {
      operation: 'charges.create',
      instrument,
      rail,
      gateway,
      instant: rail === 'ach' && body.return_url !== undefined,
      customer,
      draft: {
        amount,
        currency,
        processorType: gateway,
        rail,
        reference_id,
        customer_id: customer?.id ?? null,
        payment_method_id: instrument.payment_method_id,
        buyer_name: buyerName(body, payer?.name ?? null, customer),
        email: body.email ?? payer?.email ?? customer?.email ?? null,
        // Explicit billing fields win over the wallet's, and those over the customer's.
        billing: wholeBilling(body, payer?.billing ?? customer),
        shipping: payer?.shipping ?? null,
        card_last_four: instrument.card?.last4 ?? null,
        card_brand: instrument.card?.brand ?? null,
        bank_last_four: instrument.bank_account?.last4 ?? null,
        line_items: lines,
        wallet_type: wallet?.type ?? null,
        wallet_eci: wallet?.eci ?? null,
        wallet_cryptogram_present: wallet?.cryptogram ?? null,
        wallet_card: wallet?.reusable === true ? { card: wallet.card, behaviour: wallet.behaviour } : null,
        three_ds_status: authenticated?.three_ds_status ?? null,
        three_ds_eci: authenticated?.three_ds_eci ?? null,
        three_ds_cavv_present: authenticated?.three_ds_cavv_present ?? null,
        three_ds_xid: authenticated?.three_ds_xid ?? null,
        three_ds_version: authenticated?.three_ds_version ?? null,
        three_ds_ds_trans_id: authenticated?.three_ds_ds_trans_id ?? null,
        metadata,
      },
    });
    if (result.outcome !== 'charged') return new Refused(result.refusal);
    noteAttempt(ctx, reference_id, { state: 'charged', transaction_id: result.transaction.id });
    return result.transaction;
  },
});

function buyerName(body: ChargeFields, payer: string | null, customer: Customer | null): string | null {
  const { billing_first_name: first, billing_last_name: last } = body;
  if (first || last) return [first, last].filter(Boolean).join(' ');
  return payer ?? (customer === null ? null : fullName(customer));
}

export const listTransactions = defineOperation({
  id: 'transactions.list',
  method: 'GET',
  path: '/transactions',
  summary: 'List transactions',
  access: 'read',
  query: T.Object({ ...listQuery, customer_id: T.Optional(Text(100)), subscription_id: T.Optional(Text(100)) }),
  success: 200,
  envelope: 'list',
  answer: Transaction,
  errors: [400],
  example: { query: { customer_id: 'cus_1' } },
  handle: (ctx, { query }) =>
    ctx.page(transactions, query, {
      ...(query.customer_id === undefined ? {} : { customer_id: [query.customer_id] }),
      ...(query.subscription_id === undefined ? {} : { subscription_id: [query.subscription_id] }),
    }),
});

export const getTransaction = defineOperation({
  id: 'transactions.get',
  method: 'GET',
  path: '/transactions/{id}',
  summary: 'Read a transaction',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: Transaction,
  errors: [404],
  example: { params: { id: 'txn_1' } },
  handle: (ctx, { params }) => ctx.get(transactions, params.id!),
});

export const voidOperation = defineOperation({
  id: 'transactions.void',
  method: 'POST',
  path: '/transactions/{id}/void',
  summary: 'Void a transaction that has not settled',
  access: 'secret',
  success: 200,
  envelope: 'data',
  answer: Transaction,
  errors: [400, 404],
  example: { params: { id: 'txn_1' } },
  handle: (ctx, { params }) => voidTransaction(ctx, ctx.get(transactions, params.id!)),
});

export const refundOperation = defineOperation({
  id: 'transactions.refund',
  method: 'POST',
  path: '/transactions/{id}/refund',
  summary: 'Refund a settled transaction, in whole or in part',
  access: 'secret',
  body: T.Object({ amount: T.Optional(Cents()) }),
  bodyOptional: true,
  success: 200,
  envelope: 'data',
  answer: Transaction,
  errors: [400, 404],
  example: { params: { id: 'txn_1' }, body: { amount: 1000 } },
  handle: (ctx, { body, params }) => refundTransaction(ctx, ctx.get(transactions, params.id!), body.amount),
});
