import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import { failTransaction } from '../transaction/actions.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { type Confirmation, confirmations } from './model.ts';

/** What an instant debit fails with that the buyer refuses at the bank: cancelled by the other party. */
const refusalCode = 'M021';

/** Where the buyer authorizes an instant debit. */
export const bankAuthPath = ({ slug, id }: Pick<Confirmation, 'slug' | 'id'>): string =>
  `/pay/${slug}/bank-auth?token=${encodeURIComponent(id)}`;

/**
 * Whether a payment is the first instant debit of that bank account by its customer (specification, "Pay responses",
 * `bankAuthUrl`). Those that failed do not count.
 */
export function needsBankAuth(ctx: Context, { id, rail, processorType, customer_id, bank_last_four }: Transaction) {
  if (rail !== 'ach' || processorType !== 'debit_payouts' || customer_id === null) return false;
  for (const other of ctx.of(transactions).newestFirst({ customer_id: [customer_id] })) {
    const isSameAccount = other.rail === 'ach' && other.bank_last_four === bank_last_four;
    if (isSameAccount && other.id !== id && other.status !== 'failed') return false;
  }
  return true;
}

/**
 * What the buyer decides at the bank. The sandbox's network does not wait for it: a debit settles when its time has
 * come; refusing fails one that has not.
 */
export function decideBankAuth(ctx: Context, confirmation: Confirmation, decision: 'given' | 'refused'): Confirmation {
  const transaction = ctx.get(transactions, confirmation.transaction_id);
  if (confirmation.bank_auth !== 'asked' || !may(transactionLifecycle, transaction, 'fail')) return confirmation;
  if (decision === 'refused') failTransaction(ctx, transaction, refusalCode);
  return ctx.put(confirmations, { ...confirmation, bank_auth: decision });
}

/** Where the debit of a payment can still be authorized; null where nothing is to be authorized. */
export function openBankAuth(ctx: Context, token: string): string | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation?.bank_auth !== 'asked') return null;
  const transaction = ctx.get(transactions, confirmation.transaction_id);
  return may(transactionLifecycle, transaction, 'fail') ? bankAuthPath(confirmation) : null;
}
