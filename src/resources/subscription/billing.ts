import { dayMs, parseIso } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { ServiceError, wrongState } from '../../engine/errors.ts';
import { type Job, jobs } from '../../engine/jobs.ts';
import { may } from '../../engine/lifecycle.ts';
import { wholeBilling } from '../common/address.ts';
import { fullName } from '../customer/actions.ts';
import { customers } from '../customer/model.ts';
import { paymentMethods } from '../payment-method/model.ts';
import { nameOf, requireStock } from '../product/actions.ts';
import { products } from '../product/model.ts';
import { type ChargeResult, charge } from '../transaction/charge.ts';
import { gatewayFor, savedInstrument } from '../transaction/instrument.ts';
import { chargeAttempts, type Transaction } from '../transaction/model.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions } from './model.ts';
import { nextPeriod } from './periods.ts';

/** What is paid for, by whom and with what: the same in every period. */
export type Terms = Pick<
  Subscription,
  | 'customer_id'
  | 'product_id'
  | 'payment_method_id'
  | 'amount'
  | 'currency'
  | 'interval'
  | 'interval_count'
  | 'metadata'
  | 'variant_id'
  | 'quantity'
>;

/** How many days after a payment is missed it is tried again; after the last try the subscription is cancelled. */
const retryDays = [1, 3, 5] as const;

/**
 * Charges one period.
 * @param operation the id by which outcome rules name the charge
 * @throws 400 `insufficient_stock`
 */
export function chargePeriod(ctx: Context, id: string, terms: Terms, operation: string): ChargeResult {
  const { amount, currency, product_id, variant_id = null, quantity = 1 } = terms;
  const customer = ctx.get(customers, terms.customer_id);
  const method = ctx.get(paymentMethods, terms.payment_method_id);
  const instrument = savedInstrument(method);
  const gateway = gatewayFor(ctx, instrument, {});
  const rail = method.type === 'bank_account' ? 'ach' : 'card';
  const name = nameOf(ctx.get(products, product_id), variant_id);
  return charge(ctx, {
    operation,
    instrument,
    rail,
    gateway,
    instant: false,
    customer,
    draft: {
      amount,
      currency,
      processorType: gateway,
      rail,
      reference_id: null,
      customer_id: customer.id,
      payment_method_id: method.id,
      subscription_id: id,
      line_items: [{ product_id, variant_id, name, quantity, unit_amount: amount / quantity, amount }],
      buyer_name: fullName(customer),
      email: customer.email,
      billing: wholeBilling({}, customer),
      shipping: null,
      card_last_four: method.card?.last4 ?? null,
      card_brand: method.card?.brand ?? null,
      bank_last_four: method.bank_account?.last4 ?? null,
      metadata: terms.metadata,
    },
  });
}

/** Charges what is due by the clock: the first period of a scheduled subscription, the next one, or a missed one again. */
export function bill(ctx: Context, subscription: Subscription): void {
  const isFirst = subscription.current_period_start === null;
  const result = tryToCharge(ctx, subscription, isFirst ? 'subscriptions.create' : 'subscriptions.renew');
  if (result?.outcome === 'charged') goOn(ctx, subscription, result.transaction.id);
  else if (result?.outcome === 'unknown') awaitOutcome(ctx, subscription.id, result.refusal);
  else fallBehind(ctx, subscription, result?.transaction.id ?? subscription.latest_transaction_id);
}

/** Null where there is nothing left to send, or to charge: that is a missed payment like a declined one. */
function tryToCharge(ctx: Context, subscription: Subscription, operation: string): ChargeResult | null {
  try {
    const { product_id, variant_id = null, quantity = 1 } = subscription;
    requireStock(ctx, [{ product_id, variant_id, quantity }]);
    return chargePeriod(ctx, subscription.id, subscription, operation);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** The move that a payment makes in each state that waits for one. */
const whenPaid = {
  scheduled: 'activate',
  unstarted: 'start_late',
  active: 'renew',
  past_due: 'recover',
  paused: 'resume',
} as const;

type Waiting = keyof typeof whenPaid;

const waitingState = (subscription: Subscription): Waiting | null => {
  const state = subscriptionLifecycle.stateOf(subscription);
  return state in whenPaid ? (state as Waiting) : null;
};

/** A period is paid: it begins, and the next renewal is booked for its end. */
export function goOn(ctx: Context, subscription: Subscription, latest_transaction_id: string): Subscription {
  const state = waitingState(subscription);
  if (state === null) return ctx.update(subscriptions, subscription, { latest_transaction_id });
  const { start_date, anchor_at } = begunBy(ctx, subscription);
  // Whoever was paused beyond the end of a period begins anew; everybody else keeps the anchor.
  const period =
    state === 'paused'
      ? nextPeriod(ctx, subscription, ctx.at, 0)
      : nextPeriod(ctx, subscription, anchor_at, subscription.periods);
  const paid = ctx.transition(subscriptionLifecycle, subscription, whenPaid[state], {
    start_date,
    anchor_at: period.anchor_at,
    periods: period.periods,
    current_period_start: period.current_period_start,
    current_period_end: period.current_period_end,
    latest_transaction_id,
    past_due_since: null,
    retries: 0,
    paused_at: null,
  });
  bookRenewal(ctx, paid);
  return paid;
}

/** One whose first payment is brought forward starts then, not at its start date to come. */
const begunBy = ({ at }: Context, { start_date, anchor_at }: Subscription) =>
  start_date > at ? { start_date: at, anchor_at: at } : { start_date, anchor_at };

/** A payment is missed: it is tried again some days later, and after the last try the subscription is cancelled. */
export function fallBehind(
  ctx: Context,
  subscription: Subscription,
  latest_transaction_id: string | null,
): Subscription {
  const state = waitingState(subscription);
  if (state === 'active' || state === 'scheduled') {
    const missed = ctx.transition(subscriptionLifecycle, subscription, state === 'active' ? 'miss' : 'miss_start', {
      ...begunBy(ctx, subscription),
      past_due_since: ctx.at,
      retries: 0,
      latest_transaction_id,
    });
    bookRetry(ctx, missed);
    return missed;
  }
  if (state !== 'past_due' && state !== 'unstarted') {
    return ctx.update(subscriptions, subscription, { latest_transaction_id });
  }
  const retries = subscription.retries + 1;
  const tried = ctx.update(subscriptions, subscription, { latest_transaction_id, retries });
  if (retries === retryDays.length) return giveUp(ctx, tried);
  bookRetry(ctx, tried);
  return tried;
}

/** A charge that had been accepted fails after all: the period that it was for is not paid, and it is tried again. */
export function settlementFailed(ctx: Context, { id, subscription_id }: Transaction): void {
  const subscription = subscription_id === null ? undefined : ctx.find(subscriptions, subscription_id);
  if (subscription?.latest_transaction_id !== id || !may(subscriptionLifecycle, subscription, 'miss')) return;
  ctx.cancelJobs(subscription.id);
  const unpaid = ctx.update(subscriptions, subscription, { periods: subscription.periods - 1 });
  fallBehind(ctx, unpaid, id);
}

/** Cancels a subscription whose payment stays missing. */
export function giveUp(ctx: Context, subscription: Subscription): Subscription {
  ctx.cancelJobs(subscription.id);
  return ctx.transition(subscriptionLifecycle, subscription, 'give_up', {
    cancelled_at: ctx.at,
    cancel_reason: 'payment_failed',
  });
}

/** Books the next renewal for the end of the period. */
export function bookRenewal(ctx: Context, { id, current_period_end }: Subscription): void {
  ctx.schedule('subscription.renew', id, delayUntil(ctx, current_period_end));
}

function bookRetry(ctx: Context, { id, past_due_since, retries }: Subscription): void {
  const delay = delayUntil(ctx, past_due_since) + (retryDays[retries] ?? 0) * dayMs;
  ctx.schedule('subscription.retry', id, Math.max(0, delay));
}

/** Milliseconds until an ISO 8601 instant; less than 0 for one that is over. */
export const delayUntil = (ctx: Context, at: string | null): number => (parseIso(at ?? ctx.at) ?? ctx.now) - ctx.now;

/**
 * The outcome of a charge is unknown: a job looks at it when it is known, right after the one that tells.
 * @param terms what a subscription is to be made of that is not there yet
 */
export function awaitOutcome(ctx: Context, id: string, refusal: ServiceError, terms?: Terms): void {
  const attempt = String(refusal.extra?.reference_id);
  const telling = ctx.of(jobs).newest({ subject: [attempt] });
  ctx.schedule('subscription.resolve', id, delayUntil(ctx, telling?.due_at ?? null), {
    attempt,
    ...(terms === undefined ? {} : { terms }),
  });
}

/** What became of a charge whose outcome was unknown: the transaction's id; null where nothing was charged. */
export function outcomeOf(ctx: Context, { params }: Job): string | null {
  return ctx.find(chargeAttempts, String(params.attempt))?.transaction_id ?? null;
}

/**
 * Refuses while the outcome of the last charge is unknown: another charge might be one too many.
 * @throws 400 `invalid_state`
 */
export function requireResolved(ctx: Context, { id }: Subscription): void {
  for (const job of ctx.of(jobs).newestFirst({ subject: [id] })) {
    if (job.kind !== 'subscription.resolve') continue;
    throw wrongState(`The outcome of the last charge of ${id} is not known yet; it will be at ${job.due_at}.`);
  }
}
