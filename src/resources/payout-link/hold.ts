import type { Context } from '../../engine/context.ts';
import { ServiceError } from '../../engine/errors.ts';
import type { OutcomeEffect } from '../../engine/outcomes.ts';
import { move } from '../balance/actions.ts';
import type { Customer } from '../customer/model.ts';
import type { Destination } from '../payout/destination.ts';
import { payoutLifecycle } from '../payout/lifecycle.ts';
import { type Payout, payouts } from '../payout/model.ts';
import type { PayoutLink } from './model.ts';

/**
 * Pays a directed link out. The money goes from the hold into the payout's reserve in one movement: on the way through
 * `available` it would fill a balance below zero, which a refund or dispute may have left, and could not be paid.
 * @throws 503 where a rule makes the network unavailable
 */
export function payFromHold(ctx: Context, link: PayoutLink, customer: Customer, destination: Destination): Payout {
  const { id, fee, currency, metadata } = link;
  const amount = link.amount ?? 0;
  const planned = plannedFor(ctx, amount, customer, destination);
  const payout = ctx.open(payoutLifecycle, 'create', {
    ...ctx.base(payouts, 'payout'),
    payout_number: ctx.of(payouts).size + 1,
    amount,
    currency,
    rail: destination.rail,
    rtp_network: destination.rtp_network,
    card_last_four: destination.card?.last4 ?? null,
    card_brand: destination.card?.brand ?? null,
    bank_last_four: destination.bank_account?.last4 ?? null,
    descriptor: ctx.settings.brand.name.toUpperCase(),
    customer_id: customer.id,
    purpose: 'payout',
    refund_for_transaction_id: null,
    reference_id: null,
    error_code: null,
    error_message: null,
    returned: false,
    returned_at: null,
    return_code: null,
    return_reason: null,
    metadata,
    in_transit_at: null,
  });
  move(ctx, { kind: 'payout', subject: payout.id, currency, from: 'held', to: 'reserved', amount });
  if (fee > 0) move(ctx, { kind: 'payout_link_fee', subject: id, currency, from: 'held', to: 'external', amount: fee });
  ctx.scheduleSettlement('payout.transit', payout.id, 'payout_transit', planned === null ? {} : { planned });
  return payout;
}

function plannedFor(
  ctx: Context,
  amount: number,
  customer: Customer,
  { card, rail }: Destination,
): OutcomeEffect | null {
  const planned = ctx.outcome({
    operation: 'payout_links.claim',
    direction: 'out',
    mode: ctx.mode,
    gateway: 'debit_payouts',
    rail,
    amount,
    instant: false,
    card: card === null ? null : { behaviour: null, last4: card.last4, brand: card.brand },
    customer,
  });
  if (planned?.kind === 'unavailable') {
    throw new ServiceError('api_error', 'The payouts network is unavailable; nothing was sent.', { status: 503 });
  }
  return planned;
}
