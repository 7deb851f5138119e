import type { Reaction } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { requireUnused } from './actions.ts';
import { settlementFailed } from './billing.ts';
import { beginSubscriptions } from './page.ts';

export const subscriptionReactions: readonly Reaction[] = [
  { on: 'payment_method.delete', run: requireUnused },
  { on: 'transaction.accept', run: beginSubscriptions },
  { on: 'transaction.approve', run: beginSubscriptions },
  {
    on: 'transaction.fail',
    run: (ctx, id) => {
      settlementFailed(ctx, ctx.get(transactions, id));
    },
  },
];
