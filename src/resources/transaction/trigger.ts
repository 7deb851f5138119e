import { invalid, Refused, ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
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
import { checkOrder, demoBuyer } from './demo-buyer.ts';
import { type Transaction, transactions } from './model.ts';
import { createCharge } from './operations.ts';

function checkKind(kind: string): DisputeKind {
  const known = disputeKinds.find((each) => each === kind);
  if (known === undefined) throw invalid('kind', `kind must be one of ${disputeKinds.join(', ')}.`);
  return known;
}

/** The amount, unless the caller orders products instead. */
function paid(amount: number, { product_id, line_items }: Readonly<Record<string, unknown>>): { amount?: number } {
  if (line_items !== undefined) checkOrder(line_items);
  return product_id === undefined && line_items === undefined ? { amount } : {};
}

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
