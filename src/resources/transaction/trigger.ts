import type { Context } from '../../engine/context.ts';
import { invalid, Refused, ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { upsertCustomer } from '../customer/actions.ts';
import { saveGivenCard } from '../customer/payment-methods.ts';
import { readBankAccount, saveBankAccount } from '../payment-method/actions.ts';
import {
  type DisputeKind,
  disputeKindOf,
  disputeKinds,
  disputeTransaction,
  failTransaction,
  outstandingOf,
  refundTransaction,
  settleTransaction,
  voidTransaction,
} from './actions.ts';
import { type Transaction, transactions } from './model.ts';
import { createCharge } from './operations.ts';

/** The buyer whom triggers charge. */
const buyer = {
  email: 'buyer@example.com',
  first_name: 'Bo',
  last_name: 'Buyer',
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
};

const expiry = { cc_exp_month: '12', cc_exp_year: '2099' };

/** A buyer with a debit card, and another instrument where the move asks for one. */
export function demoBuyer(ctx: Context, instrument: 'card' | 'declined' | 'bank') {
  const { customer } = upsertCustomer(ctx, buyer);
  if (instrument === 'bank') {
    const account = readBankAccount({ routing_number: '021000021', account_number: '000123456789' });
    return { customer, method: saveBankAccount(ctx, customer, account) };
  }
  const cc_number = instrument === 'declined' ? '4000000000000002' : '4000056655665556';
  return { customer, method: saveGivenCard(ctx, customer, { cc_number, ...expiry }) };
}

function checkKind(kind: string): DisputeKind {
  const known = disputeKinds.find((each) => each === kind);
  if (known === undefined) throw invalid('kind', `kind must be one of ${disputeKinds.join(', ')}.`);
  return known;
}

/** The amount, unless the caller orders products instead. */
function paid(amount: number, { product_id, line_items }: Readonly<Record<string, unknown>>): { amount?: number } {
  if (line_items !== undefined && !isOrder(line_items)) {
    throw invalid('set', 'line_items must be a list of {product_id, variant_id, quantity}, with quantities from 1.');
  }
  return product_id === undefined && line_items === undefined ? { amount } : {};
}

const isOrder = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (line) => typeof line?.product_id === 'string' && Number.isSafeInteger(line.quantity) && line.quantity > 0,
  );

export const transactionTrigger: TriggerDef<Transaction> = {
  fresh: (ctx, verb, { amount = 4200, kind, set = {} }) => {
    const wantsBank = kind === 'ach_return' || set.rail === 'ach';
    const { customer, method } = demoBuyer(ctx, wantsBank ? 'bank' : verb === 'decline' ? 'declined' : 'card');
    const body = { customer_id: customer.id, payment_method_id: method.id, ...paid(amount, set), ...set };
    const answer = createCharge.handle(ctx, { body, query: {}, params: {} });
    if (!(answer instanceof Refused)) return answer;
    const declined = answer.error.extra?.data as Transaction | undefined;
    if (declined === undefined) throw answer.error;
    return ctx.get(transactions, declined.id);
  },
  apply: (ctx, transaction, verb, { amount, code, kind, reason }) => {
    switch (verb) {
      case 'complete':
      case 'settle':
        return settleTransaction(ctx, transaction);
      case 'fail':
        return failTransaction(ctx, transaction, code);
      case 'void':
        return voidTransaction(ctx, transaction);
      case 'refund':
        return refundTransaction(ctx, transaction, amount);
      case 'refund_part':
        return refundTransaction(ctx, transaction, amount ?? Math.ceil(outstandingOf(transaction) / 2));
      case 'dispute':
        return disputeTransaction(ctx, transaction, {
          kind: kind === undefined ? disputeKindOf(transaction) : checkKind(kind),
          code,
          reason,
        });
      default:
        throw new ServiceError('invalid_request_error', `A transaction cannot be asked to ${verb}.`);
    }
  },
  options: {
    fail: ['code'],
    refund: ['amount'],
    refund_part: ['amount'],
    dispute: ['kind', 'code', 'reason'],
  },
};
