import { checkMetadata, type MetadataValues } from '../../engine/checks.ts';
import { parseIso, toIso } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, Refused, ServiceError, wrongState } from '../../engine/errors.ts';
import { may, refusalOf } from '../../engine/lifecycle.ts';
import { type Customer, customers } from '../customer/model.ts';
import { isChargeable, newestUsable } from '../payment-method/actions.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { priceOrder } from '../product/actions.ts';
import { products } from '../product/model.ts';
import { requireDebitPayouts } from '../transaction/instrument.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import {
  awaitOutcome,
  bookRenewal,
  chargePeriod,
  delayUntil,
  fallBehind,
  goOn,
  requireResolved,
  type Terms,
} from './billing.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions } from './model.ts';
import { endOfPeriod, nextPeriod, type Period } from './periods.ts';

export interface SubscriptionFields {
  customer_id: string;
  product_id: string;
  payment_method_id?: string;
  /** ISO 8601. */
  start_date?: string;
  metadata?: MetadataValues;
}

/**
 * Makes a subscription: its first payment is taken at once, or at a start date in the future (specification, "States
 * and transitions", Subscription). A declined first payment leaves its failed transaction and no subscription.
 * @throws 400 `parameter_invalid`, `capability_required` or `insufficient_stock`; 404
 */
export function createSubscription(ctx: Context, fields: SubscriptionFields): Subscription | Refused {
  const terms = checkTerms(ctx, fields);
  const start = fields.start_date === undefined ? ctx.now : (parseIso(fields.start_date) ?? ctx.now);
  const id = ctx.newId(subscriptions.prefix);
  if (start > ctx.now) {
    endOfPeriod(start, terms, 1);
    const start_date = toIso(start);
    const waiting = { anchor_at: start_date, periods: 0, current_period_start: null, current_period_end: null };
    const fresh = newSubscription(ctx, id, terms, start_date, waiting, null);
    const scheduled = ctx.open(subscriptionLifecycle, 'schedule', fresh);
    ctx.schedule('subscription.activate', id, start - ctx.now);
    return scheduled;
  }
  const result = chargePeriod(ctx, id, terms, 'subscriptions.create');
  if (result.outcome === 'charged') return openPaid(ctx, id, terms, result.transaction.id);
  if (result.outcome === 'unknown') {
    awaitOutcome(ctx, id, result.refusal, terms);
    return new Refused(result.refusal);
  }
  return new Refused(withoutSubscription(ctx, result.transaction, result.refusal));
}

/** Makes the subscription whose first payment was just taken. */
export function openPaid(ctx: Context, id: string, terms: Terms, transactionId: string): Subscription {
  const period = nextPeriod(ctx, terms, ctx.at, 0);
  const fresh = newSubscription(ctx, id, terms, ctx.at, period, transactionId);
  const subscription = ctx.open(subscriptionLifecycle, 'create', fresh);
  bookRenewal(ctx, subscription);
  return subscription;
}

/** A subscription that is not there yet; its opening move gives it its status. */
export function newSubscription(
  ctx: Context,
  id: string,
  terms: Terms,
  start_date: string,
  period: Period,
  latest_transaction_id: string | null,
): Omit<Subscription, 'status'> {
  const subscription: Omit<Subscription, 'status'> & { status: Subscription['status'] | null } = {
    id,
    object: 'subscription',
    livemode: ctx.livemode,
    created_at: ctx.at,
    updated_at: ctx.at,
    status: null,
    customer_id: terms.customer_id,
    product_id: terms.product_id,
    payment_method_id: terms.payment_method_id,
    amount: terms.amount,
    currency: terms.currency,
    interval: terms.interval,
    interval_count: terms.interval_count,
    start_date,
    current_period_start: period.current_period_start,
    current_period_end: period.current_period_end,
    cancel_at_period_end: false,
    cancel_at: null,
    cancelled_at: null,
    cancel_reason: null,
    paused_at: null,
    latest_transaction_id,
    metadata: terms.metadata,
    ...(terms.quantity === undefined ? {} : { variant_id: terms.variant_id, quantity: terms.quantity }),
    anchor_at: period.anchor_at,
    periods: period.periods,
    past_due_since: null,
    retries: 0,
  };
  return subscription;
}

/** The failed transaction of a subscription that was never made names none, neither stored nor in the refusal. */
function withoutSubscription(ctx: Context, transaction: Transaction, refusal: ServiceError): ServiceError {
  const data = ctx.update(transactions, transaction, { subscription_id: null });
  const { type, message, code, extra } = refusal;
  return new ServiceError(type, message, { code, extra: { ...extra, data } });
}

function checkTerms(ctx: Context, fields: SubscriptionFields): Terms {
  const customer = ctx.get(customers, fields.customer_id);
  const { recurring } = ctx.get(products, fields.product_id);
  if (recurring === null) {
    throw invalid('product_id', `The product ${fields.product_id} is not recurring; set its recurring interval.`);
  }
  const { product_id } = fields;
  const { amount, currency } = priceOrder(ctx, [{ product_id, quantity: 1 }], { list: null, unknown: 404 });
  const metadata = checkMetadata(fields.metadata);
  if (ctx.settings.gateway === 'debit_payouts') requireDebitPayouts(ctx);
  return {
    customer_id: customer.id,
    product_id,
    payment_method_id: findMethod(ctx, customer, fields.payment_method_id).id,
    amount,
    currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    metadata,
  };
}

/** The saved instrument that is named, or the newest that can be charged (specification, "Subscriptions"). */
function findMethod(ctx: Context, customer: Customer, id: string | undefined): PaymentMethod {
  if (id === undefined) {
    const newest = newestUsable(
      ctx,
      customer.id,
      (method) => whyUnusable(ctx, method) === null && isChargeable(ctx, method, ctx.settings.gateway),
    );
    if (newest !== undefined) return newest;
    throw invalid('customer_id', `The customer ${customer.id} has no saved payment method that can be charged here.`);
  }
  const method = ctx.get(paymentMethods, id);
  if (method.customer_id !== customer.id) {
    throw invalid('payment_method_id', `The payment method ${id} belongs to another customer.`);
  }
  const why = whyUnusable(ctx, method);
  if (why !== null) throw invalid('payment_method_id', `The payment method ${id} ${why}.`);
  return method;
}

/** Why the workspace cannot charge an instrument at all, in words. */
function whyUnusable({ settings }: Context, { type, processor }: PaymentMethod): string | null {
  if (settings.gateway === 'debit_payouts' && processor !== 'debit_payouts') {
    return `is vaulted with ${processor}, not on the debit-and-payouts rail`;
  }
  return type === 'bank_account' && !settings.ach_enabled ? 'is a bank account, and ACH is not enabled' : null;
}

export interface CancelFields {
  immediate?: boolean;
  /** Default: the one that was given before, else `requested_by_merchant`. */
  reason?: string;
}

/**
 * Cancels: at the period's end, or at once where that is asked for or no paid period is running (scheduled, paused,
 * past due). One that is cancelled already, or is to be, stays as it is.
 */
export function cancelSubscription(
  ctx: Context,
  subscription: Subscription,
  { immediate = false, reason = subscription.cancel_reason ?? 'requested_by_merchant' }: CancelFields,
): Subscription {
  const state = subscriptionLifecycle.stateOf(subscription);
  if (state === 'cancelled' || (state === 'cancellation_pending' && !immediate)) return subscription;
  ctx.cancelJobs(subscription.id);
  const { id, current_period_end } = subscription;
  const left = delayUntil(ctx, current_period_end);
  if (state === 'active' && !immediate && left > 0) {
    ctx.schedule('subscription.end', id, left);
    return ctx.transition(subscriptionLifecycle, subscription, 'schedule_cancel', {
      cancel_at_period_end: true,
      cancel_at: current_period_end,
      cancel_reason: reason,
    });
  }
  return ctx.transition(subscriptionLifecycle, subscription, 'cancel', {
    cancel_at_period_end: false,
    cancel_at: null,
    cancelled_at: ctx.at,
    cancel_reason: reason,
  });
}

/** The end of the last period of one that is to be cancelled. */
export function endSubscription(ctx: Context, subscription: Subscription): Subscription {
  ctx.cancelJobs(subscription.id);
  return ctx.transition(subscriptionLifecycle, subscription, 'end', { cancelled_at: ctx.at });
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
 * Takes a pending cancellation back, or lets billing go on. Where the period ended meanwhile a new one begins and is
 * charged at once; if that is declined the subscription stays paused.
 * @throws 400 `invalid_state`
 */
export function resumeSubscription(ctx: Context, subscription: Subscription): Subscription | Refused {
  if (subscriptionLifecycle.stateOf(subscription) === 'cancellation_pending')
    return keepSubscription(ctx, subscription);
  if (!may(subscriptionLifecycle, subscription, 'resume')) {
    throw refusalOf(subscriptionLifecycle, subscription, 'resume');
  }
  requireResolved(ctx, subscription);
  if (delayUntil(ctx, subscription.current_period_end) > 0) {
    const resumed = ctx.transition(subscriptionLifecycle, subscription, 'resume', { paused_at: null });
    bookRenewal(ctx, resumed);
    return resumed;
  }
  const result = chargePeriod(ctx, subscription.id, subscription, 'subscriptions.resume');
  if (result.outcome === 'charged') return goOn(ctx, subscription, result.transaction.id);
  if (result.outcome === 'unknown') awaitOutcome(ctx, subscription.id, result.refusal);
  else fallBehind(ctx, subscription, result.transaction.id);
  return new Refused(result.refusal);
}

function keepSubscription(ctx: Context, subscription: Subscription): Subscription {
  ctx.cancelJobs(subscription.id);
  const kept = ctx.transition(subscriptionLifecycle, subscription, 'keep', {
    cancel_at_period_end: false,
    cancel_at: null,
    cancel_reason: null,
  });
  bookRenewal(ctx, kept);
  return kept;
}

const stillBilled = ['active', 'scheduled', 'paused', 'past_due'] as const;

/**
 * Refuses to let an instrument go that a subscription is paid with.
 * @throws 400 `invalid_state`
 */
export function requireUnused(ctx: Context, paymentMethodId: string): void {
  const using = ctx.of(subscriptions).newest({ payment_method_id: [paymentMethodId], status: stillBilled });
  if (using === undefined) return;
  throw wrongState(
    `The payment method ${paymentMethodId} pays for subscription ${using.id}, which is ${using.status}; cancel that first.`,
  );
}
