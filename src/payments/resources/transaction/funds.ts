import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { type Account, moveMoney } from '../../platform/ledger.ts';
import { type Transaction, transactionSettings, transactions } from './model.ts';

/** The reason for a movement of a transaction's money, and the object that the movement belongs to. */
interface Movement {
  readonly kind: string;
  readonly subject: string;
}

/** Moves an amount in cents of a transaction from one account to another. Does nothing for 0 cents. */
export function moveCents(
  ctx: Context,
  { currency }: Transaction,
  { kind, subject }: Movement,
  [from, to]: readonly [from: Account, to: Account],
  amount: number,
): void {
  if (amount > 0) moveMoney(ctx, { kind, subject, currency, from, to, amount });
}

/** Returns the shares of a settled charge in cents: the fee and the remaining amount. */
export function shareOf(ctx: Context, { amount }: Transaction): { fee: number; net: number } {
  const { percent, fixed } = transactionSettings.of(ctx).fee;
  const fee = Math.min(amount, Math.round((amount * percent) / 100) + fixed);
  return { fee, net: amount - fee };
}

/**
 * Takes an amount in cents of a settled charge out of the balance: first from pending money, then from available
 * money. The fee is not returned.
 */
export function takeBack(ctx: Context, transaction: Transaction, movement: Movement, amount: number): Transaction {
  const { unavailable } = transaction;
  const pending = Math.min(unavailable ?? 0, amount);
  moveCents(ctx, transaction, movement, ['pending', 'external'], pending);
  moveCents(ctx, transaction, movement, ['available', 'external'], amount - pending);
  if (unavailable === undefined) return transaction;
  return ctx.update(transactions, transaction, { unavailable: unavailable - pending });
}

/** Gives an amount in cents back to the balance. It is pending if the charge's own money would be pending. */
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
