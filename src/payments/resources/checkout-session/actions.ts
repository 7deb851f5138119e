import { parseIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { errorOf } from '../../../core/kernel/errors.ts';
import { requestInProgress } from '../../../core/kernel/idempotency.ts';
import { jobs } from '../../../core/kernel/time/jobs.ts';
import { publicOriginOf } from '../../platform/surroundings.ts';
import { type Customer, customers } from '../customer/model.ts';
import { discounted } from '../product/discount.ts';
import { chargeAttempts } from '../transaction/attempt.ts';
import type { ChargeResult } from '../transaction/charge.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { customerOnPage, type PagePayment, payOnPage } from '../transaction/page-payment.ts';
import { type CheckoutSession, checkoutSessionLifecycle, checkoutSessions, type SessionPrice } from './model.ts';

/** A payment on the page of a checkout session. */
export interface SessionPayment extends PagePayment {
  /** A discount code from the customer, which replaces the discount code of the session. */
  readonly discount_code?: string | null;
}

/** Returns whether a session can be paid now: the session is open, and no payment is in progress. */
export const isPayable = (ctx: Context, session: CheckoutSession): boolean =>
  may(checkoutSessionLifecycle, session, 'complete') && decidedAt(ctx, session) === null;

/**
 * Charges an instrument for a session and completes the session if the charge is accepted. The payer becomes a
 * customer, and the card is saved for that customer (specification, "Subscriptions": "from a completed checkout").
 * After a decline the session stays open. While the outcome of a payment is unknown, no other buyer can pay; if the
 * payment turns out to be charged, the session completes.
 * @returns the result for the caller, who must return a refusal as `Refused`, so that the record of the attempt is
 * kept
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`; 409
 * `request_in_progress`
 */
export function completeSession(ctx: Context, session: CheckoutSession, payment: SessionPayment): ChargeResult {
  if (!may(checkoutSessionLifecycle, session, 'complete')) {
    throw moveRefused(checkoutSessionLifecycle, session, 'complete');
  }
  if (decidedAt(ctx, session) !== null) {
    throw errorOf(
      requestInProgress,
      `The outcome of a payment for ${session.id} is not known yet; wait for the outcome.`,
    );
  }
  const code = payment.discount_code ?? session.discount_code;
  const subtotal = session.amount + session.discount_amount;
  const price = discounted(ctx, subtotal, code);
  const given = { ...payment.given, ...(code === null ? {} : { discountCode: code }) };
  const result = payOnPage(ctx, { ...payment, given }, customerOf(ctx, session, payment), {
    amount: subtotal,
    currency: session.currency,
    line_items: session.line_items,
    checkout_session_id: session.id,
    source: 'api',
    metadata: session.metadata,
  });
  if (result.outcome === 'charged') closeSession(ctx, session, result.transaction, price);
  if (result.outcome === 'unknown') {
    ctx.update(checkoutSessions, session, {
      attempt: { id: String(result.refused.error.extra?.reference_id), ...price },
    });
  }
  return result;
}

/** Returns the customer of the session, or the customer with the payer's email address. */
const customerOf = (ctx: Context, { customer_id }: CheckoutSession, payment: SessionPayment): Customer =>
  customer_id === null ? customerOnPage(ctx, payment) : ctx.get(customers, customer_id);

/**
 * Returns when the outcome of a payment in progress will be known, in milliseconds; null if no payment is in
 * progress.
 */
function decidedAt(ctx: Context, { attempt }: CheckoutSession): number | null {
  if (attempt === null || ctx.find(chargeAttempts, attempt.id)?.status !== 'unresolved') return null;
  return parseIso(ctx.of(jobs).newest({ subject: [attempt.id] })?.due_at ?? '');
}

/** Completes a session whose payment was accepted. A later failure of the payment does not change the session. */
function closeSession(
  ctx: Context,
  session: CheckoutSession,
  { id, customer_id, amount, currency }: Transaction,
  { discount_code, discount_amount }: Omit<SessionPrice, 'amount'>,
): CheckoutSession {
  const complete = ctx.transition(checkoutSessionLifecycle, session, 'complete', {
    transaction_id: id,
    customer_id,
    amount,
    currency,
    discount_code,
    discount_amount,
    attempt: null,
  });
  ctx.cancelJobs(complete.id);
  return complete;
}

/**
 * Expires a session that was not paid in time.
 * @throws 400 `invalid_state`
 */
export function expireSession(ctx: Context, session: CheckoutSession): CheckoutSession {
  const expired = ctx.transition(checkoutSessionLifecycle, session, 'expire');
  ctx.cancelJobs(expired.id);
  return expired;
}

export const expireJob = job('checkout_session.expire', {
  about: 'expire a session that was not paid in time',
  run: (ctx, id) => {
    const session = ctx.get(checkoutSessions, id);
    const decided = decidedAt(ctx, session);
    if (decided === null) expireSession(ctx, session);
    // A payment in progress started in time. If it turns out to be charged, the session completes.
    else ctx.schedule(expireJob, id, Math.max(1, decided - ctx.now));
  },
});

/**
 * Completes a session when a payment with an unknown outcome turns out to be charged. If the outcome was known
 * immediately, the session is already complete.
 */
export function completeLate(ctx: Context, transactionId: string): void {
  const transaction = ctx.get(transactions, transactionId);
  if (transaction.checkout_session_id === null) return;
  const session = ctx.get(checkoutSessions, transaction.checkout_session_id);
  if (session.attempt === null || !may(checkoutSessionLifecycle, session, 'complete')) return;
  closeSession(ctx, session, transaction, session.attempt);
}

/** Returns the session with this slug, in any status; undefined for an unknown slug. */
export const sessionBySlug = (ctx: Context, slug: string): CheckoutSession | undefined =>
  ctx.of(checkoutSessions).newest({ slug: [slug] });

/** Returns the session with this client secret, which the browser SDK uses; undefined for an unknown secret. */
export const sessionBySecret = (ctx: Context, clientSecret: string): CheckoutSession | undefined =>
  ctx.of(checkoutSessions).newest({ client_secret: [clientSecret] });

/** Returns the path of a session's page. */
export const checkoutPath = ({ slug }: Pick<CheckoutSession, 'slug'>): string => `/pay/${slug}`;

/** Returns a session as the API shows it. */
export const showSession = ({ kernel }: Pick<Context, 'kernel'>, session: CheckoutSession) => ({
  ...session,
  url: session.ui_mode === 'hosted' ? `${publicOriginOf(kernel)}${checkoutPath(session)}` : null,
});
