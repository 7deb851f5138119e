import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { type Account, moveMoney } from '../../platform/ledger.ts';
import { type Transaction, transactionSettings, transactions } from './model.ts';

/** Why the money of a transaction moves, and for which object. */
interface Movement {
  readonly kind: string;
  readonly subject: string;
}

/** Moves cents of a transaction from one account to another; does nothing for 0 cents. */
export function moveCents(
  ctx: Context,
  { currency }: Transaction,
  { kind, subject }: Movement,
  [from, to]: readonly [from: Account, to: Account],
  amount: number,
): void {
  if (amount > 0) moveMoney(ctx, { kind, subject, currency, from, to, amount });
}

/** The shares of a settled charge, in cents: the fee, and the rest. */
export function shareOf(ctx: Context, { amount }: Transaction): { fee: number; net: number } {
  const { percent, fixed } = transactionSettings.of(ctx).fee;
  const fee = Math.min(amount, Math.round((amount * percent) / 100) + fixed);
  return { fee, net: amount - fee };
}

/**
 * Takes cents of a settled charge back out of the balance: first pending cents, then available cents. The fee is not
 * given back.
 */
export function takeBack(ctx: Context, transaction: Transaction, movement: Movement, amount: number): Transaction {
  const { unavailable } = transaction;
  const pending = Math.min(unavailable ?? 0, amount);
  moveCents(ctx, transaction, movement, ['pending', 'external'], pending);
  moveCents(ctx, transaction, movement, ['available', 'external'], amount - pending);
  if (unavailable === undefined) return transaction;
  return ctx.update(transactions, transaction, { unavailable: unavailable - pending });
}

/** Gives taken cents back to the balance: as pending if the charge's own money would be pending. */
export function giveBack(ctx: Context, transaction: Transaction, movement: Movement, amount: number): Transaction {
  const { unavailable } = transaction;
  moveCents(ctx, transaction, movement, ['external', unavailable === undefined ? 'available' : 'pending'], amount);
  if (unavailable === undefined) return transaction;
  return ctx.update(transactions, transaction, { unavailable: unavailable + amount });
}

export const availableJob = job('transaction.available', {
  about: 'make the money of a settled charge available',
  run: (ctx, id) => {
    const { unavailable = 0, ...transaction } = ctx.get(transactions, id);
    moveCents(ctx, transaction, { kind: 'settlement', subject: id }, ['pending', 'available'], unavailable);
    ctx.put(transactions, transaction);
  },
});
