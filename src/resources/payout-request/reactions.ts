import type { Reaction } from '../../engine/resource.ts';
import { payoutRequestLifecycle } from './lifecycle.ts';
import { payoutRequests } from './model.ts';

export const payoutRequestReactions: readonly Reaction[] = [
  {
    on: 'payout.fail',
    run: (ctx, id) => {
      const request = ctx.of(payoutRequests).newest({ payout_id: [id] });
      if (request === undefined) return;
      ctx.transition(payoutRequestLifecycle, request, 'fail', { failed_at: ctx.at });
    },
  },
];
