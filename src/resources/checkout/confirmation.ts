import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import { failTransaction } from '../transaction/actions.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { type Confirmation, confirmations } from './model.ts';

/** The code of an instant debit that its buyer refuses at the bank: cancelled by the other party. */
const refusalCode = 'M021';

/** Records that a buyer paid on a page, and whether the buyer must authorize the debit at the bank. */
export const confirmPayment = (ctx: Context, slug: string, transaction: Transaction): Confirmation =>
  ctx.add(confirmations, {
    id: ctx.newSecret(confirmations.prefix),
    transaction_id: transaction.id,
    slug,
    bank_auth: needsBankAuth(ctx, transaction) ? 'asked' : null,
    created_at: ctx.at,
  });

/**
 * Whether a payment is the first instant debit of that bank account by its customer (specification, "Pay responses",
 * `bankAuthUrl`). Those that failed do not count.
 */
function needsBankAuth(ctx: Context, { id, rail, processorType, customer_id, bank_last_four }: Transaction): boolean {
  if (rail !== 'ach' || processorType !== 'debit_payouts' || customer_id === null) return false;
  for (const other of ctx.of(transactions).newestFirst({ customer_id: [customer_id] })) {
    const isSameAccount = other.rail === 'ach' && other.bank_last_four === bank_last_four;
    if (isSameAccount && other.id !== id && other.status !== 'failed') return false;
  }
  return true;
}

export interface ConfirmedPayment extends Pick<Confirmation, 'slug' | 'bank_auth'> {
  readonly transaction: Transaction;
}

/**
 * The payment that a buyer may see the confirmation of, the slug that it was made at, and what the buyer decided at the
 * bank; null for an unknown token.
 */
export function confirmedPayment(ctx: Context, token: string): ConfirmedPayment | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation === undefined) return null;
  const { slug, bank_auth, transaction_id } = confirmation;
  return { transaction: ctx.get(transactions, transaction_id), slug, bank_auth };
}

/** Where the buyer authorizes an instant debit. */
export const bankAuthPath = ({ slug, id }: Pick<Confirmation, 'slug' | 'id'>): string =>
  `/pay/${slug}/bank-auth?token=${encodeURIComponent(id)}`;

/** Where the debit of a payment can still be authorized; null where nothing is to be authorized. */
export function openBankAuth(ctx: Context, token: string): string | null {
  const confirmation = ctx.find(confirmations, token);
  return confirmation !== undefined && awaitsBankAuth(ctx, confirmation) ? bankAuthPath(confirmation) : null;
}

/**
 * Records what the buyer decides at the bank. The sandbox's network does not wait for it: a pending debit settles on
 * time unless the buyer refuses it before.
 */
export function decideBankAuth(ctx: Context, confirmation: Confirmation, decision: 'given' | 'refused'): void {
  if (!awaitsBankAuth(ctx, confirmation)) return;
  if (decision === 'refused') failTransaction(ctx, ctx.get(transactions, confirmation.transaction_id), refusalCode);
  ctx.put(confirmations, { ...confirmation, bank_auth: decision });
}

const awaitsBankAuth = (ctx: Context, { bank_auth, transaction_id }: Confirmation): boolean =>
  bank_auth === 'asked' && may(transactionLifecycle, ctx.get(transactions, transaction_id), 'fail');
