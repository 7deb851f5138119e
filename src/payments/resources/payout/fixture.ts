import type { Context } from '../../../core/kernel/context.ts';
import { paymentMethods } from '../payment-method/model.ts';

/** Adds a destination to a payout without one: the newest saved instrument of the customer. */
export function withDestination(ctx: Context, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { customer_id, payment_method_id, payment_token, bank_account } = fields;
  if ([payment_method_id, payment_token, bank_account].some((given) => given !== undefined)) return { ...fields };
  const saved = ctx.of(paymentMethods).newest({ customer_id: [String(customer_id)] });
  return saved === undefined ? { ...fields } : { ...fields, payment_method_id: saved.id };
}
