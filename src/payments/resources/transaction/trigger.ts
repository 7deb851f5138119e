import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { OneOf, Text } from '../../../core/kernel/declare/schema.ts';
import { Cents } from '../../platform/fields.ts';
import { Code, chargeFailureCodes, codeIn, disputeCodes } from '../../simulation/codes.ts';
import {
  disputeKindOf,
  disputeTransaction,
  failTransaction,
  outstandingOf,
  refundTransaction,
  settleTransaction,
  voidTransaction,
} from './actions.ts';
import { demoBuyer } from './demo-buyer.ts';
import { disputeKinds } from './lifecycle.ts';
import { transactions } from './model.ts';
import { createCharge } from './operations.ts';

export const transactionTrigger = triggers(transactions, {
  create: {
    operation: createCharge,
    takes: { amount: Cents() },
    hears: { kind: OneOf(disputeKinds) },
    body: (ctx, { move, given: { amount = 4200, kind }, set }) => {
      const wantsBank = kind === 'ach_return' || set.rail === 'ach';
      const { customer, method } = demoBuyer(ctx, wantsBank ? 'bank' : move === 'decline' ? 'declined' : 'card');
      const isOrder = set.product_id !== undefined || set.line_items !== undefined;
      return { customer_id: customer.id, payment_method_id: method.id, ...(isOrder ? {} : { amount }) };
    },
  },
  moves: {
    complete: (ctx, transaction) => settleTransaction(ctx, transaction),
    settle: (ctx, transaction) => settleTransaction(ctx, transaction),
    fail: taking({ code: Code(chargeFailureCodes) }, (ctx, transaction, { code }) =>
      failTransaction(ctx, transaction, codeIn(chargeFailureCodes, transaction.rail, code)),
    ),
    void: (ctx, transaction) => voidTransaction(ctx, transaction),
    refund: taking({ amount: Cents() }, (ctx, transaction, { amount }) => refundTransaction(ctx, transaction, amount)),
    refund_part: taking({ amount: Cents() }, (ctx, transaction, { amount }) =>
      refundTransaction(ctx, transaction, amount ?? Math.ceil(outstandingOf(transaction) / 2)),
    ),
    dispute: taking(
      { kind: OneOf(disputeKinds), code: Code(disputeCodes), reason: Text() },
      (ctx, transaction, { kind = disputeKindOf(transaction), code, reason }) =>
        disputeTransaction(ctx, transaction, {
          kind,
          code: codeIn(disputeCodes, transaction.rail, code),
          reason,
        }),
    ),
  },
});
