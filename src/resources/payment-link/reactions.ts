import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import type { Reaction } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { paymentLinkLifecycle } from './lifecycle.ts';
import { paymentLinks } from './model.ts';

/** A payment that became known too late, when the link was inactive, leaves it as it is. */
function notePaid(ctx: Context, id: string): void {
  const { payment_link_id } = ctx.get(transactions, id);
  if (payment_link_id === null) return;
  const link = ctx.get(paymentLinks, payment_link_id);
  if (may(paymentLinkLifecycle, link, 'pay')) ctx.transition(paymentLinkLifecycle, link, 'pay');
}

export const paymentLinkReactions: readonly Reaction[] = [
  { on: 'transaction.accept', run: notePaid },
  { on: 'transaction.approve', run: notePaid },
];
