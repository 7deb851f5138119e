import { parseIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { errorOf } from '../../../core/kernel/errors.ts';
import { requestInProgress } from '../../../core/kernel/idempotency.ts';
import { jobs } from '../../../core/kernel/time/jobs.ts';
import { type Customer, customers } from '../customer/model.ts';
import { discounted } from '../product/discount.ts';
import { chargeAttempts } from '../transaction/attempt.ts';
import type { ChargeResult } from '../transaction/charge.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { customerOnPage, type PagePayment, payOnPage } from '../transaction/page-payment.ts';
import { type CheckoutSession, checkoutSessionLifecycle, checkoutSessions, type SessionPrice } from './model.ts';

/** A payment on the page of a session. */
export interface SessionPayment extends PagePayment {
  /** A code from the customer, which replaces the session's own code. */
  readonly discount_code?: string | null;
}

/** Whether a session can be paid now: the session is open, and no payment is under way. */
export const isPayable = (ctx: Context, session: CheckoutSession): boolean =>
  may(checkoutSessionLifecycle, session, 'complete') && decidedAt(ctx, session) === null;

/**
 * Charges an instrument for a session and, if the charge is accepted, completes the session. The payer becomes a
 * customer, and keeps the card (specification, "Subscriptions": "from a completed checkout"). A decline leaves the
 * session open. While an outcome is unknown, no other buyer can pay; the session completes if the payment was charged
 * after all.
 * @returns the caller's result; a refusal must be returned as `Refused`, so that the recorded attempt stays
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`; 409
 * `request_in_progress`
 */
export function completeSession(ctx: Context, session: CheckoutSession, payment: SessionPayment): ChargeResult {
  if (!may(checkoutSessionLifecycle, session, 'complete')) {
    throw moveRefused(checkoutSessionLifecycle, session, 'complete');
  }
  if (decidedAt(ctx, session) !== null) {
    throw errorOf(requestInProgress, `A payment of ${session.id} is not resolved yet; wait until it is.`);
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

/** The session's customer, or the customer with the payer's address. */
const customerOf = (ctx: Context, { customer_id }: CheckoutSession, payment: SessionPayment): Customer =>
  customer_id === null ? customerOnPage(ctx, payment) : ctx.get(customers, customer_id);

/** When the outcome of a payment under way will be known, in milliseconds; null if no payment is under way. */
function decidedAt(ctx: Context, { attempt }: CheckoutSession): number | null {
  if (attempt === null || ctx.find(chargeAttempts, attempt.id)?.status !== 'unresolved') return null;
  return parseIso(ctx.of(jobs).newest({ subject: [attempt.id] })?.due_at ?? '');
}

/** Completes a session whose payment was accepted, whatever the later outcome. */
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
  about: 'end a session that nobody paid in time',
  run: (ctx, id) => {
    const session = ctx.get(checkoutSessions, id);
    const decided = decidedAt(ctx, session);
    if (decided === null) expireSession(ctx, session);
    // A payment under way began in time: if it was charged, the session completes.
    else ctx.schedule(expireJob, id, Math.max(1, decided - ctx.now));
  },
});

/**
 * Completes a session whose payment had an unknown outcome and was charged after all. A session whose outcome was known
 * at once is already complete.
 */
export function completeLate(ctx: Context, transactionId: string): void {
  const transaction = ctx.get(transactions, transactionId);
  if (transaction.checkout_session_id === null) return;
  const session = ctx.get(checkoutSessions, transaction.checkout_session_id);
  if (session.attempt === null || !may(checkoutSessionLifecycle, session, 'complete')) return;
  closeSession(ctx, session, transaction, session.attempt);
}

/** The session of a page's address, in any status; undefined for another address. */
export const sessionBySlug = (ctx: Context, slug: string): CheckoutSession | undefined =>
  ctx.of(checkoutSessions).newest({ slug: [slug] });

/** The session of the secret that a browser's SDK has; undefined for another secret. */
export const sessionBySecret = (ctx: Context, clientSecret: string): CheckoutSession | undefined =>
  ctx.of(checkoutSessions).newest({ client_secret: [clientSecret] });

/** The page of a session. */
export const checkoutPath = ({ slug }: Pick<CheckoutSession, 'slug'>): string => `/pay/${slug}`;

/** A session as the API shows it. */
export const showSession = ({ kernel }: Pick<Context, 'kernel'>, session: CheckoutSession) => ({
  ...session,
  url: session.ui_mode === 'hosted' ? `${kernel.publicOrigin}${checkoutPath(session)}` : null,
});
