import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import type { Reaction } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { closeSession } from './actions.ts';
import { checkoutSessionLifecycle } from './lifecycle.ts';
import { checkoutSessions } from './model.ts';

/** A payment whose outcome was unknown was charged after all. One that was known at once has completed its session. */
function completeLate(ctx: Context, id: string): void {
  const transaction = ctx.get(transactions, id);
  if (transaction.checkout_session_id === null) return;
  const session = ctx.get(checkoutSessions, transaction.checkout_session_id);
  if (session.attempt === null || !may(checkoutSessionLifecycle, session, 'complete')) return;
  closeSession(ctx, session, transaction, session.attempt);
}

export const checkoutSessionReactions: readonly Reaction[] = [
  { on: 'transaction.accept', run: completeLate },
  { on: 'transaction.approve', run: completeLate },
];
