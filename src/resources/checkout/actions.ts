import type { Context } from '../../engine/context.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { confirmations } from './model.ts';

/** The payment that a buyer may see the confirmation of, and the slug that it was made at; null for an unknown token. */
export function confirmedPayment(ctx: Context, token: string): { transaction: Transaction; slug: string } | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation === undefined) return null;
  return { transaction: ctx.get(transactions, confirmation.transaction_id), slug: confirmation.slug };
}

/** The `confirmationToken` of a payment that was made on a page; null for others. */
export const confirmationOf = (ctx: Context, { id }: Transaction): string | null =>
  ctx.of(confirmations).newest({ transaction_id: [id] })?.id ?? null;
