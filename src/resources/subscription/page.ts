import type { MetadataValues } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { products } from '../product/model.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { recurringLines } from '../transaction/page-payment.ts';
import { newSubscription } from './actions.ts';
import { bookRenewal } from './billing.ts';
import { subscriptionLifecycle } from './lifecycle.ts';
import { nextPeriod } from './periods.ts';

/**
 * Begins the subscriptions that a payment on a page is the first one of: one for each recurring product that was ordered,
 * renewed at its full price, under the ids that the payment's event tells (specification, payload of
 * `payment.completed`). No event of their own: `subscription.created` tells of POST /subscriptions.
 */
export function beginSubscriptions(ctx: Context, transactionId: string): void {
  const transaction = ctx.get(transactions, transactionId);
  const { customer_id, payment_method_id, currency, subscription_id, line_items } = transaction;
  if (transaction.checkout_session_id === null && transaction.payment_link_id === null) return;
  if (subscription_id === null || customer_id === null || payment_method_id === null) return;
  const ids = [subscription_id, ...(transaction.further_subscription_ids ?? [])];
  for (const [index, line] of recurringLines(ctx, line_items).entries()) {
    const { product_id, variant_id, quantity, amount } = line;
    const { recurring } = ctx.get(products, product_id);
    const id = ids[index];
    if (recurring === null || id === undefined) continue;
    const { interval, interval_count } = recurring;
    const metadata = ownMetadata(transaction);
    const terms = { customer_id, product_id, payment_method_id, amount, currency, interval, interval_count, metadata };
    const order = variant_id === null && quantity === 1 ? {} : { variant_id, quantity };
    const period = nextPeriod(ctx, terms, ctx.at, 0);
    const fresh = newSubscription(ctx, id, { ...terms, ...order }, ctx.at, period, transaction.id);
    bookRenewal(ctx, ctx.open(subscriptionLifecycle, 'begin', fresh));
  }
}

/** What the merchant gave; what the page noted of the client is the payment's alone. */
const ownMetadata = ({ metadata }: Transaction): MetadataValues =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      (entry): entry is [string, MetadataValues[string]] => typeof entry[1] !== 'object' || entry[1] === null,
    ),
  );
