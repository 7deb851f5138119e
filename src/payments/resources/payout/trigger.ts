import type { Context } from '../../../core/kernel/context.ts';
import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { Text } from '../../../core/kernel/declare/schema.ts';
import { Cents } from '../../platform/fields.ts';
import { balanceOf, moveMoney } from '../../platform/ledger.ts';
import { Code, codeIn, payoutFailureCodes, returnedCodes } from '../../simulation/codes.ts';
import { demoBuyer } from '../transaction/demo-buyer.ts';
import { cancelPayout, failPayout, payPayout, returnPayout, sendPayout } from './actions.ts';
import { payouts } from './model.ts';
import { createPayoutOperation } from './operations.ts';

/**
 * Provides money for payouts. A new sandbox has money. If the balance is too low for the trigger, the function adds
 * the missing amount.
 */
export function provideFunds(ctx: Context, amount: number): void {
  const { available } = balanceOf(ctx, 'USD');
  if (available >= amount) return;
  const lent = amount - available;
  moveMoney(ctx, {
    kind: 'trigger',
    subject: ctx.workspace.id,
    currency: 'USD',
    from: 'external',
    to: 'available',
    amount: lent,
  });
}

export const payoutTrigger = triggers(payouts, {
  create: {
    operation: createPayoutOperation,
    takes: { amount: Cents() },
    body: (ctx, { move: wanted, given: { amount = 1500 }, set }) => {
      const toBank = wanted === 'return' || set.rail === 'ach' || set.rail === 'rtp';
      const { customer, method } = demoBuyer(ctx, toBank ? 'bank' : 'card');
      provideFunds(ctx, amount);
      return { customer_id: customer.id, payment_method_id: method.id, amount };
    },
  },
  moves: {
    transit: (ctx, payout) => sendPayout(ctx, payout),
    pay: (ctx, payout) => payPayout(ctx, payout),
    fail: taking({ code: Code(payoutFailureCodes) }, (ctx, payout, { code }) =>
      failPayout(ctx, payout, codeIn(payoutFailureCodes, payout.rail, code)),
    ),
    return: taking({ code: Code(returnedCodes), reason: Text() }, (ctx, payout, { code, reason }) =>
      returnPayout(ctx, payout, codeIn(returnedCodes, 'ach', code), reason),
    ),
    cancel: (ctx, payout) => cancelPayout(ctx, payout),
  },
});
