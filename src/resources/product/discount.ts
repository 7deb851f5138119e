import type { Context } from '../../engine/context.ts';
import { invalid } from '../../engine/errors.ts';

/** What is left to pay of an order, and what was taken off by which code. */
export interface Discounted {
  /** Cents. */
  readonly amount: number;
  readonly discount_code: string | null;
  /** Cents. */
  readonly discount_amount: number;
}

/**
 * What is left to pay of an amount with a discount code of the workspace's settings; at least 1 cent, because nothing
 * is charged for less.
 * @param subtotal cents
 * @throws 400 `parameter_invalid` for a code that the workspace does not have
 */
export function discounted(ctx: Context, subtotal: number, code: string | null, param = 'discount_code'): Discounted {
  if (code === null) return { amount: subtotal, discount_code: null, discount_amount: 0 };
  const discount = ctx.settings.discounts.find((each) => each.code === code);
  if (discount === undefined) throw invalid(param, `No such discount code: '${code}'.`);
  const off = 'amount_off' in discount ? discount.amount_off : Math.round((subtotal * discount.percent_off) / 100);
  const discount_amount = Math.min(off, subtotal - 1);
  return { amount: subtotal - discount_amount, discount_code: code, discount_amount };
}
