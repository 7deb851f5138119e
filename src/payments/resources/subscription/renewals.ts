import { toIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import type { Printing } from '../common/printing.ts';
import { products } from '../product/model.ts';
import type { Transaction } from '../transaction/model.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions } from './model.ts';
import { type BillingInterval, endOfPeriod } from './periods.ts';

/** Returns a billing interval in words, such as `every month` or `every 2 weeks`. */
const rhythmOf = ({ printed }: Printing, { interval, interval_count }: BillingInterval): string =>
  printed.every(interval, interval_count);

/** Returns the terms of a recurring amount, such as `every month, next on April 1, 2026, until cancelled`. */
const termsOf = (printing: Printing, interval: BillingInterval, next: string): string =>
  printing.printed.terms(rhythmOf(printing, interval), printing.day(next));

/**
 * Returns the terms of a subscription that would start now on the emulated clock. The terms follow the amount.
 * @throws 400 `parameter_invalid` if the first period would end beyond the year 9999
 */
export const termsFromNow = (ctx: Context, interval: BillingInterval, printing: Printing): string =>
  termsOf(printing, interval, toIso(endOfPeriod(ctx.now, interval, 1)));

/**
 * Returns the future charges after a payment on a page: one sentence for each subscription that the payment started.
 */
export function renewalsOf(ctx: Context, transaction: Transaction, printing: Printing): string[] {
  const { subscription_id, further_subscription_ids = [], status } = transaction;
  if (subscription_id === null || status === 'failed') return [];
  const begun = [subscription_id, ...further_subscription_ids].flatMap((id) => ctx.find(subscriptions, id) ?? []);
  return begun.map((subscription) => {
    const name = begun.length === 1 ? undefined : ctx.find(products, subscription.product_id)?.name;
    const renewal = renewalOf(subscription, printing);
    return name === undefined ? renewal : printing.printed.renewalOf(name, renewal);
  });
}

/** Returns the future charges of a subscription in words. */
function renewalOf(subscription: Subscription, printing: Printing): string {
  const { amount, currency, current_period_end } = subscription;
  const { printed } = printing;
  const money = printing.money(amount, currency);
  const state = subscriptionLifecycle.stateOf(subscription);
  if (state === 'active' && current_period_end !== null) {
    return printed.renews(money, termsOf(printing, subscription, current_period_end));
  }
  if (state === 'cancellation_pending' || state === 'cancelled') return printed.renewalCancelled;
  if (state === 'paused') return printed.renewalPaused;
  return printed.renews(money, printed.openTerms(rhythmOf(printing, subscription)));
}
