import type { Context } from '../../../core/kernel/context.ts';
import { invalid, type Param } from '../../../core/kernel/errors.ts';
import { checkMetadata } from '../../platform/checks.ts';
import type { MetadataValues } from '../../platform/fields.ts';
import { type Customer, customers } from '../customer/model.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { priceOrder } from '../product/actions.ts';
import { products } from '../product/model.ts';
import { canCharge, usualMethod, whyUnusable } from '../transaction/instrument.ts';
import type { Subscription, Terms } from './model.ts';
import type { Period } from './periods.ts';

/** When a subscription begins, and what pays for its first period. */
interface Beginning {
  readonly start_date: string;
  readonly period: Period;
  readonly payment: Pick<Subscription, 'latest_transaction_id' | 'reference_id'>;
}

/** Builds a new subscription. Its opening move sets its status. */
export function newSubscription(
  ctx: Context,
  id: string,
  terms: Terms,
  { start_date, period, payment }: Beginning,
): Omit<Subscription, 'status'> {
  return {
    id,
    object: 'subscription',
    livemode: ctx.livemode,
    created_at: ctx.at,
    updated_at: ctx.at,
    ...terms,
    start_date,
    ...period,
    cancel_at_period_end: false,
    cancel_at: null,
    cancelled_at: null,
    cancel_reason: null,
    paused_at: null,
    ...payment,
    past_due_since: null,
    retries: 0,
  };
}

export interface SubscriptionFields {
  customer_id: string;
  product_id: string;
  payment_method_id?: string;
  /** The start date in ISO 8601. */
  start_date?: string;
  reference_id?: string;
  metadata?: MetadataValues;
}

/**
 * Checks the fields of a new subscription.
 * @throws 400 `parameter_invalid`, 404
 */
export function checkTerms(ctx: Context, fields: SubscriptionFields): Terms {
  const { product_id } = fields;
  const customer = ctx.get(customers, fields.customer_id);
  const { recurring } = ctx.get(products, product_id);
  if (recurring === null) {
    throw invalid('product_id', `The product ${product_id} is not recurring; set the product's recurring interval.`);
  }
  const { amount, currency } = priceOrder(ctx, [{ product_id, quantity: 1 }], { list: null, unknown: 404 });
  const metadata = checkMetadata(fields.metadata);
  const payment_method_id = findMethod(ctx, customer, fields.payment_method_id, currency).id;
  return { customer_id: customer.id, product_id, payment_method_id, amount, currency, ...recurring, metadata };
}

/** Returns the saved instrument with an id, or the customer's default instrument (specification, "Subscriptions"). */
function findMethod(ctx: Context, customer: Customer, id: string | undefined, currency: string): PaymentMethod {
  if (id === undefined) {
    const usual = usualMethod(ctx, customer.id, { rail: 'any', currency });
    if (usual !== undefined && canCharge(ctx, usual, currency)) return usual;
    throw invalid(
      'customer_id',
      `The customer ${customer.id} has no saved payment method that can be charged here; save one first.`,
    );
  }
  const method = ctx.get(paymentMethods, id);
  if (method.customer_id !== customer.id) {
    throw invalid('payment_method_id', `The payment method ${id} belongs to another customer.`);
  }
  requireUsable(ctx, method, currency, 'payment_method_id');
  return method;
}

/**
 * Rejects an instrument that the workspace cannot charge.
 * @throws 400 `parameter_invalid`
 */
export function requireUsable(ctx: Context, method: PaymentMethod, currency: string, param: Param): void {
  const why = whyUnusable(ctx, method, currency);
  if (why !== null) throw invalid(param, `The payment method ${method.id} ${why}.`);
}
