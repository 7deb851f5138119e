import type { Context } from '../../../core/kernel/context.ts';
import { errorOf, type Param, refusal } from '../../../core/kernel/errors.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import type { Card } from './card.ts';

export const notEligible = refusal(400, 'ACCOUNT_NOT_ELIGIBLE', { origin: 'specified' });

/**
 * Returns why a card cannot receive payouts (specification, "Account check"); null if it can. The rejection of
 * expired cards is assumed.
 */
export function whyNotEligible(ctx: Context, card: Card): 'it is a credit card' | 'it has expired' | null {
  if (card.funding === 'credit') return 'it is a credit card';
  return hasExpired(card, ctx.at) ? 'it has expired' : null;
}

/**
 * Rejects a card that cannot receive payouts.
 * @throws 400 `ACCOUNT_NOT_ELIGIBLE`
 */
export function requireEligible(ctx: Context, card: Card, param: Param): void {
  const why = whyNotEligible(ctx, card);
  if (why !== null) throw errorOf(notEligible, `This card cannot receive payouts: ${why}.`, { param });
}
