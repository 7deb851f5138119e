import type { Context } from '../../../core/kernel/context.ts';
import { on } from '../../../core/kernel/declare/declarations.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import type { Param } from '../../../core/kernel/errors.ts';
import { checkAmount, checkEmail } from '../../platform/checks.ts';
import type { Card } from '../common/card.ts';
import { requireEligible } from '../common/push-to-card.ts';
import { customerByEmail, upsertCustomer } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import { createPayout } from '../payout/actions.ts';
import { payoutLifecycle } from '../payout/lifecycle.ts';
import type { PayoutLink } from '../payout-link/model.ts';
import { type PayoutRequest, payoutRequestLifecycle, payoutRequests } from './model.ts';

export interface NewRequest {
  /** The link with the form. The caller has checked that the link accepts requests. */
  link: PayoutLink;
  /** The requested amount in cents. */
  requested_amount: number;
  name: string;
  email: string;
  note: string | null;
  card: Card;
}

/** The names of the fields in the caller's request, for error messages. */
export interface RequestFieldNames {
  requested_amount: Param;
  email: Param;
  card: Param;
}

/**
 * Stores a request with the card that receives the money. No money moves.
 * @throws 400 `parameter_invalid`, `amount_too_large`, or `ACCOUNT_NOT_ELIGIBLE` for a credit card
 */
export function submitRequest(ctx: Context, wanted: NewRequest, names: RequestFieldNames): PayoutRequest {
  const { link, requested_amount, name, email, note, card } = wanted;
  checkAmount(requested_amount, names.requested_amount);
  checkEmail(email, names.email);
  requireEligible(ctx, card, names.card);
  return ctx.open(payoutRequests, 'submit', {
    ...ctx.base(payoutRequests, 'payout_request'),
    payout_link_id: link.id,
    requested_amount,
    amount: null,
    currency: link.currency,
    name,
    email,
    note,
    card_last_four: card.last4,
    card_brand: card.brand,
    payout_id: null,
    approved_at: null,
    rejected_at: null,
    failed_at: null,
    card,
  });
}

/**
 * Pays a request. If the payment is refused, the request stays pending.
 * @param wanted the amount in cents; default: the requested amount
 * @throws 409 `invalid_state`; 400 `insufficient_funds`, `amount_too_large`; 503 if a rule makes the network
 * unavailable
 */
export function approveRequest(ctx: Context, request: PayoutRequest, wanted?: number): PayoutRequest {
  if (!may(payoutRequestLifecycle, request, 'approve')) throw moveRefused(payoutRequestLifecycle, request, 'approve');
  const amount = checkAmount(wanted ?? request.requested_amount);
  const { currency, card } = request;
  const payout = createPayout(ctx, {
    customer: payeeOf(ctx, request),
    destination: { rail: 'card', rtp_network: null, card, bank_account: null, token: null },
    amount,
    currency,
    reference_id: null,
    descriptor: null,
    metadata: {},
    from: 'available',
    onBehalfOf: 'payout_requests.approve',
  });
  const paid = { amount, payout_id: payout.id, approved_at: ctx.at };
  return ctx.transition(payoutRequestLifecycle, request, 'approve', paid);
}

/**
 * Returns the customer with the email address of a request, or creates one for the first payment. A public form does
 * not change an existing customer.
 */
function payeeOf(ctx: Context, { name, email }: PayoutRequest): Customer {
  const known = customerByEmail(ctx, email);
  if (known !== undefined) return known;
  const [first_name, ...further] = name.trim().split(/\s+/);
  return upsertCustomer(ctx, { email, first_name, last_name: further.join(' ') || null }).customer;
}

/**
 * Rejects a request for the merchant. No money moves.
 * @throws 409 `invalid_state`
 */
export function rejectRequest(ctx: Context, request: PayoutRequest): PayoutRequest {
  return ctx.transition(payoutRequestLifecycle, request, 'reject', { rejected_at: ctx.at });
}

/** Fails a request when the network rejects its payout. */
export const failWithPayout = on(payoutLifecycle, 'fail', (ctx, id) => {
  const request = ctx.of(payoutRequests).newest({ payout_id: [id] });
  if (request !== undefined) ctx.transition(payoutRequestLifecycle, request, 'fail', { failed_at: ctx.at });
});
