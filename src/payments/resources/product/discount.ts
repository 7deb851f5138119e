import type { Context } from '../../../core/kernel/context.ts';
import { about, T, Text } from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { errorOf, invalid, type Param, refusal } from '../../../core/kernel/errors.ts';
import { spend } from '../common/spending.ts';

export const discountNotApplicable = refusal(400, 'discount_not_applicable');

const DiscountModel = T.Unsafe<{ code: string; percent_off: number } | { code: string; amount_off: number }>({
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', minLength: 1, maxLength: 50 },
    percent_off: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
    amount_off: { type: 'integer', minimum: 1, 'x-cents': true },
  },
  oneOf: [{ required: ['percent_off'] }, { required: ['amount_off'] }],
  additionalProperties: false,
});

export const discountSettings = settings({
  discounts: setting(T.Array(DiscountModel), [], 'discount codes, each with `percent_off` or `amount_off` (in cents)'),
});

/** The result of a discount: the remaining amount, the discount and its code. */
export interface DiscountResult {
  /** The amount that remains to pay, in cents. */
  readonly amount: number;
  readonly discount_code: string | null;
  /** The discount in cents. */
  readonly discount_amount: number;
}

/**
 * Applies a discount code from the workspace's settings to an amount.
 * @param subtotal the amount in cents
 * @param code in any case; the workspace's spelling is recorded
 * @throws 400 `parameter_invalid` for an unknown code; `discount_not_applicable` if less than 1 cent would remain,
 * because a charge requires at least 1 cent
 */
export function discounted(
  ctx: Context,
  subtotal: number,
  code: string | null,
  param: Param = 'discount_code',
): DiscountResult {
  if (code === null) return { amount: subtotal, discount_code: null, discount_amount: 0 };
  const discount = discountNamed(discountSettings.of(ctx).discounts, code);
  if (discount === undefined) throw invalid(param, `No such discount code: '${code}'.`);
  const off = 'amount_off' in discount ? discount.amount_off : Math.round((subtotal * discount.percent_off) / 100);
  if (off >= subtotal) {
    const text = `The discount code '${code}' covers the full amount; at least 1 cent must remain to pay.`;
    throw errorOf(discountNotApplicable, text, { param });
  }
  return { amount: subtotal - off, discount_code: discount.code, discount_amount: off };
}

/** A discount code from a buyer; an empty string means that the buyer has no code. */
export const DiscountCodeInput = () => about(T.Optional(Text(50)), 'A discount code from the workspace settings.');

/** A discount reduces the amount to pay. A charge never uses up a discount code. */
export const spentDiscount = spend('discount', {
  asks: {
    client: { fields: T.Object({ discountCode: DiscountCodeInput() }), refuses: [discountNotApplicable] },
  },
  check: (ctx, { amount, given: { discountCode } }) =>
    discountCode ? { off: discounted(ctx, amount, discountCode).discount_amount } : null,
});

/**
 * Finds the discount with a code. The comparison ignores case and surrounding spaces. If two codes differ only in
 * case, the exact spelling wins.
 */
function discountNamed(discounts: readonly T.Static<typeof DiscountModel>[], code: string) {
  const folded = fold(code);
  return discounts.find((each) => each.code === code) ?? discounts.find((each) => fold(each.code) === folded);
}

const fold = (code: string): string => code.trim().toUpperCase();
