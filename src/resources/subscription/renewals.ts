import { toIso } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { moneyOf } from '../../engine/money.ts';
import { dayOf } from '../common/days.ts';
import { products } from '../product/model.ts';
import type { Transaction } from '../transaction/model.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions } from './model.ts';
import { type BillingInterval, endOfPeriod } from './periods.ts';

/** `every month`, `every 2 weeks` */
const rhythmOf = ({ interval, interval_count }: BillingInterval): string =>
  interval_count === 1 ? `every ${interval}` : `every ${interval_count} ${interval}s`;

/** How an amount goes on being charged: `every month, next on April 1, 2026, until cancelled`. */
const termsOf = (interval: BillingInterval, next: string): string =>
  `${rhythmOf(interval)}, next on ${dayOf(next)}, until cancelled`;

/**
 * The terms of a subscription that would begin now, by the emulated clock, to be read after its amount.
 * @throws 400 `parameter_invalid` where its first period would end beyond the year 9999
 */
export const termsFromNow = (ctx: Context, interval: BillingInterval): string =>
  termsOf(interval, toIso(endOfPeriod(ctx.now, interval, 1)));

/** What is charged after a payment on a page: a sentence for each subscription that the payment began. */
export function renewalsOf(ctx: Context, transaction: Transaction): string[] {
  const { subscription_id, further_subscription_ids = [], status } = transaction;
  if (subscription_id === null || status === 'failed') return [];
  const begun = [subscription_id, ...further_subscription_ids].flatMap((id) => ctx.find(subscriptions, id) ?? []);
  return begun.map((subscription) => {
    const name = begun.length === 1 ? undefined : ctx.find(products, subscription.product_id)?.name;
    const renewal = renewalOf(subscription);
    return name === undefined ? renewal : `${name}: ${renewal}`;
  });
}

/** What is charged for a subscription from now on, in words. */
function renewalOf(subscription: Subscription): string {
  const { amount, currency, current_period_end } = subscription;
  const money = moneyOf(amount, currency);
  const state = subscriptionLifecycle.stateOf(subscription);
  if (state === 'active' && current_period_end !== null) return `${money} ${termsOf(subscription, current_period_end)}`;
  if (state === 'cancellation_pending' || state === 'cancelled') return 'Cancelled, nothing more is charged';
  return state === 'paused' ? 'Paused, nothing is charged' : `${money} ${rhythmOf(subscription)}, until cancelled`;
}
