import { dayMs, parseIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { may, type StateOf } from '../../../core/kernel/declare/lifecycle.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { type CommittedRefusal, ServiceError, wrongState } from '../../../core/kernel/errors.ts';
import { jobs } from '../../../core/kernel/time/jobs.ts';
import { nameOf } from '../product/actions.ts';
import { products } from '../product/model.ts';
import { chargeAttempts } from '../transaction/attempt.ts';
import { type ChargeResult, charge } from '../transaction/charge.ts';
import type { Charge } from '../transaction/draft.ts';
import { findInstrument } from '../transaction/instrument.ts';
import { transactions } from '../transaction/model.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions, type Terms } from './model.ts';
import { newSubscription } from './new-subscription.ts';
import { nextPeriod } from './periods.ts';

/**
 * The days after a missed payment on which the emulator retries it. After the last retry, the subscription is
 * cancelled.
 */
const retryDays = [1, 3, 5] as const;

/**
 * Charges one period.
 * @param onBehalfOf the id of the operation for which a job or a trigger charges
 * @param body the request for the charge, if it can be repeated
 * @throws 400 `insufficient_stock`
 */
export function chargePeriod(
  ctx: Context,
  id: string,
  terms: Terms,
  onBehalfOf: string,
  body?: Charge['body'],
): ChargeResult {
  const { customer_id, payment_method_id, amount, currency, metadata } = terms;
  const { product_id, variant_id = null, quantity = 1 } = terms;
  const name = nameOf(ctx.get(products, product_id), variant_id);
  const bill = {
    amount,
    currency,
    metadata,
    subscription_id: id,
    line_items: [{ product_id, variant_id, name, quantity, unit_amount: amount / quantity, amount }],
  };
  return charge(ctx, { ...findInstrument(ctx, { customer_id, payment_method_id }), bill, body, onBehalfOf });
}

/** Creates a subscription after its first payment and schedules its renewal. */
export function openSubscription(
  ctx: Context,
  move: 'create' | 'begin',
  id: string,
  terms: Terms,
  transactionId: string,
): Subscription {
  const period = nextPeriod(ctx, terms, ctx.at, 0);
  const { reference_id } = ctx.get(transactions, transactionId);
  const payment = { latest_transaction_id: transactionId, reference_id };
  const subscription = ctx.open(
    subscriptions,
    move,
    newSubscription(ctx, id, terms, { start_date: ctx.at, period, payment }),
  );
  bookRenewal(ctx, subscription);
  return subscription;
}

const billingJob = (kind: string, about: string, noun?: string) =>
  job(kind, { about, noun, run: (ctx, id) => billDuePeriod(ctx, ctx.get(subscriptions, id)) });

export const activateJob = billingJob(
  'subscription.activate',
  'charge the first payment of a subscription on the start date',
);
export const renewJob = billingJob('subscription.renew', 'charge the next period of a subscription', 'renewal');
export const retryJob = billingJob('subscription.retry', 'retry a missed payment');

/**
 * Charges the due payment: the first period of a scheduled subscription, the next period, or a retry of a missed
 * payment.
 */
function billDuePeriod(ctx: Context, subscription: Subscription): void {
  const isFirst = subscription.current_period_start === null;
  const result = tryToCharge(ctx, subscription, isFirst ? 'subscriptions.create' : 'subscriptions.renew');
  if (result?.outcome === 'charged') renewPeriod(ctx, subscription, result.transaction.id);
  else if (result?.outcome === 'unknown') awaitOutcome(ctx, subscription.id, result.refused);
  else recordMissedPayment(ctx, subscription, result?.transaction.id ?? subscription.latest_transaction_id);
}

/**
 * Charges a due period. Returns null if the order or the instrument can no longer be charged. This counts as a missed
 * payment, like a decline.
 */
function tryToCharge(ctx: Context, subscription: Subscription, onBehalfOf: string): ChargeResult | null {
  try {
    return chargePeriod(ctx, subscription.id, subscription, onBehalfOf);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

type PaidMove = 'activate' | 'start_late' | 'renew' | 'recover' | 'resume';

/** The move that a payment causes, by the state of the subscription before the payment. */
const moveWhenPaid: Readonly<Partial<Record<StateOf<typeof subscriptionLifecycle>, PaidMove>>> = {
  scheduled: 'activate',
  unstarted: 'start_late',
  active: 'renew',
  past_due: 'recover',
  paused: 'resume',
};

/** Starts the paid period and schedules the next renewal for its end. */
export function renewPeriod(ctx: Context, subscription: Subscription, latest_transaction_id: string): Subscription {
  const move = moveWhenPaid[subscriptionLifecycle.stateOf(subscription)];
  if (move === undefined) return ctx.update(subscriptions, subscription, { latest_transaction_id });
  const start = startOf(ctx, subscription);
  // A subscription that was paused beyond the end of its period gets a new anchor.
  const period =
    move === 'resume'
      ? nextPeriod(ctx, subscription, ctx.at, 0)
      : nextPeriod(ctx, subscription, start.anchor_at, subscription.periods);
  const paid = ctx.transition(subscriptionLifecycle, subscription, move, {
    start_date: start.start_date,
    ...period,
    latest_transaction_id,
    past_due_since: null,
    retries: 0,
    paused_at: null,
  });
  bookRenewal(ctx, paid);
  return paid;
}

/**
 * Returns the start of a subscription. If the first payment is taken before the start date, the subscription starts
 * now.
 */
const startOf = ({ at }: Context, { start_date, anchor_at }: Subscription) =>
  start_date > at ? { start_date: at, anchor_at: at } : { start_date, anchor_at };

/** Schedules a retry of a missed payment. After the last retry, the subscription is cancelled. */
export function recordMissedPayment(
  ctx: Context,
  subscription: Subscription,
  latest_transaction_id: string | null,
): Subscription {
  const state = subscriptionLifecycle.stateOf(subscription);
  switch (state) {
    case 'active':
    case 'scheduled': {
      const missed = ctx.transition(subscriptionLifecycle, subscription, state === 'active' ? 'miss' : 'miss_start', {
        ...startOf(ctx, subscription),
        past_due_since: ctx.at,
        retries: 0,
        latest_transaction_id,
      });
      bookRetry(ctx, missed);
      return missed;
    }
    case 'past_due':
    case 'unstarted': {
      const retries = subscription.retries + 1;
      const tried = ctx.update(subscriptions, subscription, { latest_transaction_id, retries });
      if (retries === retryDays.length) return giveUp(ctx, tried);
      bookRetry(ctx, tried);
      return tried;
    }
    default:
      return ctx.update(subscriptions, subscription, { latest_transaction_id });
  }
}

/**
 * Records that an accepted charge failed later. The period counts as missed, and the payment is retried. A
 * subscription that is paused or has a pending cancellation is charged again when it resumes.
 */
export function recordFailedSettlement(ctx: Context, transactionId: string): void {
  const { subscription_id } = ctx.get(transactions, transactionId);
  const subscription = subscription_id === null ? undefined : ctx.find(subscriptions, subscription_id);
  if (subscription?.latest_transaction_id !== transactionId) return;
  if (!['active', 'paused', 'cancellation_pending'].includes(subscriptionLifecycle.stateOf(subscription))) return;
  const unpaid = ctx.update(subscriptions, subscription, { periods: subscription.periods - 1 });
  if (!may(subscriptionLifecycle, unpaid, 'miss')) return;
  ctx.cancelJobs(unpaid.id);
  recordMissedPayment(ctx, unpaid, transactionId);
}

/** Returns whether the payment for the current period failed after it was accepted. */
export const isUnpaid = (ctx: Context, { latest_transaction_id }: Subscription): boolean =>
  latest_transaction_id !== null && ctx.get(transactions, latest_transaction_id).status === 'failed';

/** Cancels a subscription whose payment is still missing. */
export function giveUp(ctx: Context, subscription: Subscription): Subscription {
  ctx.cancelJobs(subscription.id);
  return ctx.transition(subscriptionLifecycle, subscription, 'give_up', {
    cancelled_at: ctx.at,
    cancel_reason: 'payment_failed',
  });
}

/** Schedules the next renewal for the end of the period. */
export function bookRenewal(ctx: Context, { id, current_period_end }: Subscription): void {
  ctx.schedule(renewJob, id, delayUntil(ctx, current_period_end));
}

const charging: ReadonlySet<string> = new Set([activateJob.kind, renewJob.kind, retryJob.kind]);

/**
 * Returns when the next payment of a subscription is due, in ISO 8601; null if no payment is planned or the last
 * outcome is unknown.
 */
export const nextChargeOf = (ctx: Context, subscription: Pick<Subscription, 'id'>): string | null =>
  dueAt(ctx, subscription, (kind) => charging.has(kind));

/** Returns when the newest matching job for a subscription is due, in ISO 8601; null if there is no such job. */
function dueAt(ctx: Context, { id }: Pick<Subscription, 'id'>, isMeant: (kind: string) => boolean): string | null {
  for (const { kind, due_at } of ctx.of(jobs).newestFirst({ subject: [id] })) if (isMeant(kind)) return due_at;
  return null;
}

function bookRetry(ctx: Context, { id, past_due_since, retries }: Subscription): void {
  const delay = delayUntil(ctx, past_due_since) + (retryDays[retries] ?? 0) * dayMs;
  ctx.schedule(retryJob, id, Math.max(0, delay));
}

/** Returns the milliseconds until an ISO 8601 timestamp; negative for a timestamp in the past, 0 for null. */
export const delayUntil = (ctx: Context, at: string | null): number => (parseIso(at ?? ctx.at) ?? ctx.now) - ctx.now;

/**
 * Schedules the subscription's work for the time when the unknown outcome of a charge becomes known. The work runs
 * together with the job that resolves the charge, so that both results become visible at the same time.
 * @param terms the terms of a subscription that does not exist yet
 */
export function awaitOutcome(ctx: Context, id: string, { error }: CommittedRefusal, terms?: Terms): void {
  const attempt = String(error.extra?.reference_id);
  const resolving = ctx.of(jobs).newest({ subject: [attempt] });
  const delay = delayUntil(ctx, resolving?.due_at ?? null);
  ctx.schedule(resolveJob, id, delay, terms === undefined ? { attempt } : { attempt, terms });
}

export const resolveJob = job('subscription.resolve', {
  about: 'process a subscription charge after its unknown outcome becomes known',
  params: T.Object({ attempt: T.String(), terms: T.Optional(T.Unsafe<Terms>({ type: 'object' })) }),
  run: (ctx, id, { attempt, terms }) => {
    const transactionId = ctx.find(chargeAttempts, attempt)?.transaction_id ?? null;
    const subscription = ctx.find(subscriptions, id);
    if (subscription === undefined) {
      if (transactionId !== null && terms !== undefined) openSubscription(ctx, 'create', id, terms, transactionId);
    } else if (may(subscriptionLifecycle, subscription, 'end')) {
      endWhenKnown(ctx, subscription, transactionId);
    } else if (transactionId === null) {
      recordMissedPayment(ctx, subscription, subscription.latest_transaction_id);
    } else {
      renewPeriod(ctx, subscription, transactionId);
    }
  },
});

/** Returns when the unknown outcome of the last charge becomes known, in ISO 8601; null if the outcome is known. */
const knownAt = (ctx: Context, subscription: Subscription): string | null =>
  dueAt(ctx, subscription, (kind) => kind === resolveJob.kind);

/**
 * Refuses an action while the outcome of the last charge is unknown, because another charge might be a duplicate.
 * @throws 400 `invalid_state`
 */
export function requireResolved(ctx: Context, subscription: Subscription): void {
  const at = knownAt(ctx, subscription);
  if (at === null) return;
  throw wrongState(`The outcome of the last charge of ${subscription.id} is not known yet; wait until ${at}.`);
}

/**
 * Returns whether there is a current paid period, or whether there can be one when the outcome of a renewal is known.
 */
export const isPaidFor = (ctx: Context, subscription: Subscription): boolean =>
  subscriptionLifecycle.stateOf(subscription) === 'active' &&
  (delayUntil(ctx, subscription.current_period_end) > 0 || knownAt(ctx, subscription) !== null);

/** Ends a subscription with the current period, or with the period of a charge whose outcome is unknown. */
export function cancelAtPeriodEnd(ctx: Context, subscription: Subscription, cancel_reason: string): Subscription {
  const isKnown = knownAt(ctx, subscription) === null;
  const { current_period_end } = isKnown
    ? subscription
    : nextPeriod(ctx, subscription, subscription.anchor_at, subscription.periods);
  if (isKnown) {
    ctx.cancelJobs(subscription.id);
    ctx.schedule(endJob, subscription.id, delayUntil(ctx, current_period_end));
  }
  return ctx.transition(subscriptionLifecycle, subscription, 'schedule_cancel', {
    cancel_at_period_end: true,
    cancel_at: current_period_end,
    cancel_reason,
  });
}

/** Revokes a pending cancellation. */
export const takeCancellationBack = (ctx: Context, subscription: Subscription): Subscription =>
  ctx.transition(subscriptionLifecycle, subscription, 'keep', {
    cancel_at_period_end: false,
    cancel_at: null,
    cancel_reason: null,
  });

/**
 * Ends a subscription with a pending cancellation when the outcome of its renewal becomes known: immediately, or
 * after the renewed period.
 */
function endWhenKnown(ctx: Context, subscription: Subscription, transactionId: string | null): void {
  if (transactionId === null) {
    end(ctx, subscription);
    return;
  }
  const renewed = renewPeriod(ctx, takeCancellationBack(ctx, subscription), transactionId);
  cancelAtPeriodEnd(ctx, renewed, subscription.cancel_reason ?? '');
}

function end(ctx: Context, subscription: Subscription): void {
  ctx.cancelJobs(subscription.id);
  ctx.transition(subscriptionLifecycle, subscription, 'end', { cancelled_at: ctx.at });
}

export const endJob = job('subscription.end', {
  about: 'cancel a subscription at the end of the period',
  run: (ctx, id) => end(ctx, ctx.get(subscriptions, id)),
});
