import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { Cents } from '../../platform/fields.ts';
import { Code, codeIn, payoutFailureCodes } from '../../simulation/codes.ts';
import { failPayout } from '../payout/actions.ts';
import { payouts } from '../payout/model.ts';
import { provideFunds } from '../payout/trigger.ts';
import { createRequestLink } from '../payout-link/actions.ts';
import { requireDebitPayouts } from '../transaction/instrument.ts';
import { approveRequest, rejectRequest } from './actions.ts';
import { payoutRequests } from './model.ts';
import { createPayoutRequest } from './operations.ts';

export const payoutRequestTrigger = triggers(payoutRequests, {
  create: {
    operation: createPayoutRequest,
    takes: { amount: Cents() },
    body: (ctx, { move, given: { amount = 1500 }, set }) => {
      requireDebitPayouts(ctx);
      if (move === 'approve' || move === 'fail') provideFunds(ctx, amount);
      const form = set.payout_link_id === undefined ? createRequestLink(ctx, { currency: 'USD' }) : null;
      return {
        ...(form === null ? {} : { payout_link_id: form.id }),
        amount,
        name: 'Rita Recipient',
        email: 'recipient@example.com',
        card_number: '4000056655665556',
      };
    },
  },
  moves: {
    approve: taking({ amount: Cents() }, (ctx, request, { amount }) => approveRequest(ctx, request, amount)),
    reject: (ctx, request) => rejectRequest(ctx, request),
    fail: taking({ code: Code(payoutFailureCodes) }, (ctx, request, { code }) => {
      const payout = ctx.get(payouts, request.payout_id ?? '');
      failPayout(ctx, payout, codeIn(payoutFailureCodes, payout.rail, code));
    }),
  },
});
