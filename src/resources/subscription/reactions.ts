import type { Reaction } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { requireUnused } from './actions.ts';
import { settlementFailed } from './billing.ts';

export const subscriptionReactions: readonly Reaction[] = [
  { on: 'payment_method.delete', run: requireUnused },
  {
    on: 'transaction.fail',
    run: (ctx, id) => {
      settlementFailed(ctx, ctx.get(transactions, id));
    },
  },
];
