import { minuteMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { about, Id, T } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, type Param, refusal } from '../../../core/kernel/errors.ts';
import { cardForms, readCard } from '../../simulation/read-card.ts';
import { spend } from '../common/spending.ts';
import { type PaymentToken, paymentTokens } from './model.ts';

export const tokenUsed = refusal(400, 'token_used');
export const tokenExpired = refusal(400, 'token_expired');

/** How long a token is valid, in milliseconds (specification, "Limits" 6). */
const lifetime = 15 * minuteMs;

/**
 * Creates a token for a card. The number and the security code are not stored.
 * @throws 400 `parameter_invalid`
 */
export function createToken(
  ctx: Context,
  input: { number: string; exp_month: string; exp_year: string; cvv?: string | null },
): PaymentToken {
  const { card, behaviour } = readCard(ctx, input, { number: 'number', exp_month: 'exp_month', exp_year: 'exp_year' });
  if (input.cvv && !cardForms.securityCode.test(input.cvv)) throw invalid('cvv', 'cvv must have 3 or 4 digits.');
  return ctx.put(paymentTokens, {
    id: ctx.newSecret(paymentTokens.prefix),
    card,
    behaviour,
    cvc_given: Boolean(input.cvv),
    created_at: ctx.at,
    used_at: null,
  });
}

/**
 * Returns a token that can still be used. Reading a token does not use it up.
 * @param param the field of the request that contains the token
 * @throws 400 `parameter_invalid`, `token_used` or `token_expired`
 */
export function usableToken(ctx: Context, id: string, param: Param = 'payment_token'): PaymentToken {
  const token = ctx.find(paymentTokens, id);
  if (token === undefined) throw invalid(param, `No such payment token: '${id}'.`);
  if (token.used_at !== null) {
    throw errorOf(tokenUsed, `The payment token '${id}' was already used; each token works only once.`, { param });
  }
  if (ctx.isOver(token.created_at, lifetime)) {
    throw errorOf(tokenExpired, `The payment token '${id}' has expired; it is valid for 15 minutes.`, { param });
  }
  return token;
}

/** Marks a token as used. */
export function useToken(ctx: Context, token: PaymentToken): void {
  ctx.put(paymentTokens, { ...token, used_at: ctx.at });
}

export const PaymentTokenInput = () =>
  about(T.Optional(Id()), 'A one-time card token, which a charge attempt consumes.');

/**
 * An attempt to charge a token uses it up, whatever the outcome, unless the outcome was unknown and no charge was
 * made.
 */
export const spentToken = spend('token', {
  asks: {
    merchant: {
      fields: T.Object({ payment_token: PaymentTokenInput() }),
      refuses: [tokenUsed, tokenExpired],
    },
  },
  backAfter: ['not_charged'],
  check: (ctx, { given: { payment_token } }) =>
    payment_token === undefined ? null : { what: usableToken(ctx, payment_token).id },
  take: (ctx, id) => useToken(ctx, ctx.get(paymentTokens, id)),
  giveBack: (ctx, id) => void ctx.put(paymentTokens, { ...ctx.get(paymentTokens, id), used_at: null }),
});
