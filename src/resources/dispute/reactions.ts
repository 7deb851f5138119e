import type { Reaction } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { openDispute } from './actions.ts';

export const disputeReactions: readonly Reaction[] = [
  {
    on: 'transaction.dispute',
    run: (ctx, id, details) => {
      openDispute(ctx, ctx.get(transactions, id), details);
    },
  },
];
