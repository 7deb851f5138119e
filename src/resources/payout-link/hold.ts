import type { Context } from '../../engine/context.ts';
import { move } from '../balance/actions.ts';
import type { Customer } from '../customer/model.ts';
import { createPayout } from '../payout/actions.ts';
import type { Destination } from '../payout/destination.ts';
import type { Payout } from '../payout/model.ts';
import type { PayoutLink } from './model.ts';

/**
 * Pays a directed link out. The money goes from the hold into the payout's reserve in one movement: on the way through
 * `available` it would fill a balance below zero, which a refund or dispute may have left, and could not be paid.
 * @throws 503 where a rule makes the network unavailable
 */
export function payFromHold(ctx: Context, link: PayoutLink, customer: Customer, destination: Destination): Payout {
  const { id, fee, currency, metadata } = link;
  const payout = createPayout(ctx, {
    operation: 'payout_links.claim',
    customer,
    destination,
    amount: link.amount ?? 0,
    currency,
    reference_id: null,
    descriptor: null,
    metadata,
    from: 'held',
  });
  if (fee > 0) move(ctx, { kind: 'payout_link_fee', subject: id, currency, from: 'held', to: 'external', amount: fee });
  return payout;
}
