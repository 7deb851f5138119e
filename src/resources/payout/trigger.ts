import type { Context } from '../../engine/context.ts';
import { Refused, ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { balanceOf, move } from '../balance/actions.ts';
import { demoBuyer } from '../transaction/demo-buyer.ts';
import { cancelPayout, failPayout, payPayout, returnPayout, sendPayout } from './actions.ts';
import type { Payout } from './model.ts';
import { createPayoutOperation } from './operations.ts';

/** A sandbox that was just started has money to pay out; one that has spent it is lent what the trigger needs. */
export function provideFunds(ctx: Context, amount: number): void {
  const { available } = balanceOf(ctx, 'USD');
  if (available >= amount) return;
  const lent = amount - available;
  move(ctx, {
    kind: 'trigger',
    subject: ctx.workspace.id,
    currency: 'USD',
    from: 'external',
    to: 'available',
    amount: lent,
  });
}

export const payoutTrigger: TriggerDef<Payout> = {
  fresh: (ctx, verb, { amount = 1500, set = {} }) => {
    const toBank = verb === 'return' || set.rail === 'ach' || set.rail === 'rtp';
    const { customer, method } = demoBuyer(ctx, toBank ? 'bank' : 'card');
    provideFunds(ctx, amount);
    const body = { customer_id: customer.id, payment_method_id: method.id, amount, ...set };
    const answer = createPayoutOperation.handle(ctx, { body, query: {}, params: {} });
    if (answer instanceof Refused) throw answer.error;
    return answer;
  },
  apply: (ctx, payout, verb, { code, reason }) => {
    switch (verb) {
      case 'transit':
        return sendPayout(ctx, payout);
      case 'pay':
        return payPayout(ctx, payout);
      case 'fail':
        return failPayout(ctx, payout, code);
      case 'return':
        return returnPayout(ctx, payout, code, reason);
      case 'cancel':
        return cancelPayout(ctx, payout);
      default:
        throw new ServiceError('invalid_request_error', `A payout cannot be asked to ${verb}.`);
    }
  },
  options: { fail: ['code'], return: ['code', 'reason'] },
};
