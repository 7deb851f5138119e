import { parseIso, toIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { CommittedRefusal, invalid, type Param, ServiceError, wrongState } from '../../../core/kernel/errors.ts';
import { platformSettings } from '../../platform/settings.ts';
import { isChargeable } from '../payment-method/actions.ts';
import type { PaymentMethod } from '../payment-method/model.ts';
import { products } from '../product/model.ts';
import { type ChargeAttempt, findRepeated, recordAttempt, requireNoneUnresolved } from '../transaction/attempt.ts';
import { showTransaction, type Transaction, transactions } from '../transaction/model.ts';
import { merchantMetadata, recurringLines } from '../transaction/page-payment.ts';
import {
  activateJob,
  awaitOutcome,
  bookRenewal,
  cancelAtPeriodEnd,
  chargePeriod,
  delayUntil,
  isPaidFor,
  isUnpaid,
  openSubscription,
  recordMissedPayment,
  renewJob,
  renewPeriod,
  requireResolved,
  takeCancellationBack,
} from './billing.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions } from './model.ts';
import { checkTerms, newSubscription, requireUsable, type SubscriptionFields } from './new-subscription.ts';
import { endOfPeriod } from './periods.ts';

/**
 * Creates a subscription. The first payment is taken immediately, or at a start date in the future (specification,
 * "States and transitions", Subscription). If the first payment is declined, the failed transaction is kept, but no
 * subscription is created. A repeated request with the same `reference_id` does not create a second subscription.
 * @throws 400 `parameter_invalid`, `capability_required` or `insufficient_stock`; 404; 409 `request_in_progress` or
 * `reference_id_reused`
 */
export function createSubscription(ctx: Context, fields: SubscriptionFields): Subscription | CommittedRefusal {
  const { reference_id = null } = fields;
  const repeated = findRepeated(ctx, fields);
  if (repeated !== null) return madeBy(ctx, repeated);
  if (reference_id === null) requireNoneUnresolved(ctx, fields);
  const terms = checkTerms(ctx, fields);
  const start = fields.start_date === undefined ? ctx.now : (parseIso(fields.start_date) ?? ctx.now);
  const id = ctx.newId(subscriptions.prefix);
  if (start > ctx.now) {
    // The first period must not end beyond the supported calendar.
    endOfPeriod(start, terms, 1);
    const start_date = toIso(start);
    const period = { anchor_at: start_date, periods: 0, current_period_start: null, current_period_end: null };
    const payment = { latest_transaction_id: null, reference_id };
    const fresh = newSubscription(ctx, id, terms, { start_date, period, payment });
    if (reference_id !== null) {
      recordAttempt(ctx, 'schedule', { id: reference_id, transaction_id: null }, fields);
    }
    const scheduled = ctx.open(subscriptions, 'schedule', fresh);
    ctx.schedule(activateJob, id, start - ctx.now);
    return scheduled;
  }
  const result = chargePeriod(ctx, id, terms, 'subscriptions.create', fields);
  if (result.outcome === 'charged') return openSubscription(ctx, 'create', id, terms, result.transaction.id);
  if (result.outcome === 'unknown') {
    awaitOutcome(ctx, id, result.refused, terms);
    return result.refused;
  }
  return withoutSubscription(ctx, result.transaction, result.refused);
}

/**
 * Returns the subscription that a request created. The function finds it by its first payment, or by its reference if
 * no payment was taken yet.
 */
function madeBy(ctx: Context, { id, transaction_id }: ChargeAttempt): Subscription {
  const made =
    transaction_id === null
      ? ctx.of(subscriptions).newest({ reference_id: [id] })
      : ctx.find(subscriptions, ctx.get(transactions, transaction_id).subscription_id ?? '');
  if (made === undefined) throw new Error(`The subscription with reference_id '${id}' no longer exists.`);
  return made;
}

/**
 * Removes the subscription's id from its failed transaction and from the refusal, because the subscription was not
 * created.
 */
function withoutSubscription(ctx: Context, transaction: Transaction, { error }: CommittedRefusal): CommittedRefusal {
  const data = showTransaction(ctx.update(transactions, transaction, { subscription_id: null }));
  return new CommittedRefusal(new ServiceError(error, error.message, { extra: { ...error.extra, data } }));
}

/**
 * Creates the subscriptions whose first period was paid on a page: one for each recurring product in the order, with
 * the ids from the payment's event (specification, payload of `payment.completed`). They renew at the full price.
 * They send no event, because `subscription.created` belongs to POST /subscriptions.
 */
export function beginSubscriptions(ctx: Context, transactionId: string): void {
  const transaction = ctx.get(transactions, transactionId);
  const { customer_id, payment_method_id, currency, subscription_id, line_items } = transaction;
  if (transaction.checkout_session_id === null && transaction.payment_link_id === null) return;
  if (subscription_id === null || customer_id === null || payment_method_id === null) return;
  const ids = [subscription_id, ...(transaction.further_subscription_ids ?? [])];
  const metadata = merchantMetadata(transaction);
  for (const [index, line] of recurringLines(ctx, line_items).entries()) {
    const { product_id, variant_id, quantity, amount } = line;
    const { recurring } = ctx.get(products, product_id);
    const id = ids[index];
    if (recurring === null || id === undefined) continue;
    const terms = { customer_id, product_id, payment_method_id, amount, currency, ...recurring, metadata };
    const order = variant_id === null && quantity === 1 ? {} : { variant_id, quantity };
    openSubscription(ctx, 'begin', id, { ...terms, ...order }, transactionId);
  }
}

export interface CancelFields {
  immediate?: boolean;
  /** The reason; default: the earlier reason, or `requested_by_merchant` if there is none. */
  reason?: string;
}

/**
 * Cancels a subscription at the end of the period. It cancels immediately if requested, if billing is paused, or if
 * there is no current paid period (scheduled, past due). A cancelled subscription does not change, and a pending
 * cancellation changes only if an immediate one is requested. While the outcome of a renewal is unknown, the end of
 * the period is the end of the renewed period, if the renewal succeeds.
 */
export function cancelSubscription(
  ctx: Context,
  subscription: Subscription,
  { immediate = false, reason = subscription.cancel_reason ?? 'requested_by_merchant' }: CancelFields,
): Subscription {
  const state = subscriptionLifecycle.stateOf(subscription);
  if (state === 'cancelled' || (state === 'cancellation_pending' && !immediate)) return subscription;
  if (!immediate && isPaidFor(ctx, subscription)) return cancelAtPeriodEnd(ctx, subscription, reason);
  ctx.cancelJobs(subscription.id);
  return ctx.transition(subscriptionLifecycle, subscription, 'cancel', {
    cancel_at_period_end: false,
    cancel_at: null,
    cancelled_at: ctx.at,
    cancel_reason: reason,
  });
}

/**
 * Stops billing.
 * @throws 400 `invalid_state`
 */
export function pauseSubscription(ctx: Context, subscription: Subscription): Subscription {
  if (may(subscriptionLifecycle, subscription, 'pause')) requireResolved(ctx, subscription);
  const paused = ctx.transition(subscriptionLifecycle, subscription, 'pause', { paused_at: ctx.at });
  ctx.cancelJobs(paused.id);
  return paused;
}

/**
 * Revokes a pending cancellation, or resumes billing. If the period has ended in the meantime or its payment failed,
 * a new period starts and is charged immediately. After a decline, the subscription stays paused.
 * @throws 400 `invalid_state`
 */
export function resumeSubscription(ctx: Context, subscription: Subscription): Subscription | CommittedRefusal {
  if (subscriptionLifecycle.stateOf(subscription) === 'cancellation_pending') {
    return keepSubscription(ctx, subscription);
  }
  if (!may(subscriptionLifecycle, subscription, 'resume')) {
    throw moveRefused(subscriptionLifecycle, subscription, 'resume');
  }
  requireResolved(ctx, subscription);
  if (delayUntil(ctx, subscription.current_period_end) > 0 && !isUnpaid(ctx, subscription)) {
    const resumed = ctx.transition(subscriptionLifecycle, subscription, 'resume', { paused_at: null });
    bookRenewal(ctx, resumed);
    return resumed;
  }
  const result = chargePeriod(ctx, subscription.id, subscription, 'subscriptions.resume');
  if (result.outcome === 'charged') return renewPeriod(ctx, subscription, result.transaction.id);
  if (result.outcome === 'unknown') awaitOutcome(ctx, subscription.id, result.refused);
  else recordMissedPayment(ctx, subscription, result.transaction.id);
  return result.refused;
}

/**
 * Revokes a pending cancellation and schedules the renewal again. If the payment of the current period failed, the
 * renewal is due now.
 * @throws 400 `invalid_state`
 */
export function keepSubscription(ctx: Context, subscription: Subscription): Subscription {
  requireResolved(ctx, subscription);
  ctx.cancelJobs(subscription.id);
  const kept = takeCancellationBack(ctx, subscription);
  if (isUnpaid(ctx, kept)) ctx.schedule(renewJob, kept.id, 0);
  else bookRenewal(ctx, kept);
  return kept;
}

/**
 * Charges the next periods to another saved instrument of the customer. It charges nothing now; the next retry of a
 * missed payment uses the new instrument.
 * @param param the field that identifies the instrument, for error messages
 * @throws 400 `invalid_state` for an ended subscription, `parameter_invalid` for an instrument that cannot be charged
 * here
 */
export function chargeTo(ctx: Context, subscription: Subscription, method: PaymentMethod, param: Param): Subscription {
  const { id, status, currency } = subscription;
  if (status === 'cancelled') throw wrongState(`Subscription ${id} is cancelled and will not be charged again.`);
  requireUsable(ctx, method, currency, param);
  if (!isChargeable(ctx, method, platformSettings.of(ctx).gateway)) {
    throw invalid(param, `The payment method ${method.id} has expired or cannot be charged here; use a different one.`);
  }
  return ctx.update(subscriptions, subscription, { payment_method_id: method.id });
}

const stillBilled = ['active', 'scheduled', 'paused', 'past_due'] as const;

/**
 * Prevents the removal of an instrument that pays for a subscription.
 * @throws 400 `invalid_state`
 */
export function requireUnused(ctx: Context, paymentMethodId: string): void {
  const using = ctx.of(subscriptions).newest({ payment_method_id: [paymentMethodId], status: stillBilled });
  if (using === undefined) return;
  throw wrongState(
    `The payment method ${paymentMethodId} is used by subscription ${using.id}, which is ${using.status}; cancel the subscription first.`,
  );
}
