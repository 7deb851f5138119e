import { dayMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { job, on } from '../../../core/kernel/declare/declarations.ts';
import { may } from '../../../core/kernel/declare/lifecycle.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { EffectModel } from '../../platform/outcome-rules.ts';
import { bookSettlement, failTransaction, holdSettlement } from '../transaction/actions.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { type Confirmation, confirmations } from './model.ts';

/** The error code of an instant debit that the buyer declines at the bank: the other party cancelled the debit. */
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
 * Returns whether a payment is the customer's first instant debit from its bank account (specification, "Pay
 * responses", `bankAuthUrl`). Debits that failed or that the customer has not authorized do not count.
 */
function needsBankAuth(ctx: Context, transaction: Transaction): boolean {
  const { id, rail, processorType, customer_id } = transaction;
  if (rail !== 'ach' || processorType !== 'debit_payouts' || customer_id === null) return false;
  for (const other of ctx.of(transactions).newestFirst({ customer_id: [customer_id] })) {
    if (other.id !== id && isSameAccount(other, transaction) && isAuthorized(ctx, other)) return false;
  }
  return true;
}

/**
 * Returns whether two debits use the same bank account. If the account number is unknown, as for a transaction from a
 * fixture, the function compares the last four digits.
 */
function isSameAccount(one: Transaction, other: Transaction): boolean {
  if (one.rail !== 'ach' || one.bank_last_four !== other.bank_last_four) return false;
  return (
    one.account_fingerprint === undefined ||
    other.account_fingerprint === undefined ||
    one.account_fingerprint === other.account_fingerprint
  );
}

/**
 * Returns whether a debit needs no further authorization. A debit that never required authorization at the bank, such
 * as a debit from a saved account, counts as authorized.
 */
function isAuthorized(ctx: Context, { id, status, settled_at }: Transaction): boolean {
  if (status === 'failed') return false;
  const bank_auth = ctx.of(confirmations).newest({ transaction_id: [id] })?.bank_auth ?? 'given';
  return bank_auth === 'given' || settled_at !== null;
}

export interface ConfirmedPayment extends Pick<Confirmation, 'slug' | 'bank_auth'> {
  readonly transaction: Transaction;
}

/**
 * Returns the payment for a confirmation token, with its slug and the buyer's decision at the bank; null for an
 * unknown token.
 */
export function confirmedPayment(ctx: Context, token: string): ConfirmedPayment | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation === undefined) return null;
  const { slug, bank_auth, transaction_id } = confirmation;
  return { transaction: ctx.get(transactions, transaction_id), slug, bank_auth };
}

/**
 * Returns the path where the buyer can still authorize the debit of a payment; null if no authorization is needed.
 */
export function bankAuthOf(ctx: Context, transaction_id: string): string | null {
  const confirmation = ctx.of(confirmations).newest({ transaction_id: [transaction_id] });
  return confirmation !== undefined && awaitsBankAuth(ctx, confirmation) ? bankAuthPath(confirmation) : null;
}

/** Returns the path where the buyer authorizes an instant debit. */
export const bankAuthPath = ({ slug, id }: Pick<Confirmation, 'slug' | 'id'>): string =>
  `/pay/${slug}/bank-auth?token=${encodeURIComponent(id)}`;

/**
 * Returns the path of the page where the buyer can still authorize the debit of a payment; null if no authorization
 * is needed. After this call, the debit waits for the buyer.
 */
export function openBankAuth(ctx: Context, token: string): string | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation === undefined || !awaitsBankAuth(ctx, confirmation)) return null;
  awaitBankAuth(ctx, confirmation);
  return bankAuthPath(confirmation);
}

/** How long a bank waits for its customer's decision (assumed), in milliseconds. */
const bankAuthLasts = dayMs;

/**
 * Makes a debit wait for a buyer who was sent to the bank. The debit then settles when the buyer authorizes it. It
 * fails if the buyer declines it or does not decide within 24 hours. If the buyer never visits the bank, the debit
 * settles on time.
 */
function awaitBankAuth(ctx: Context, confirmation: Confirmation): void {
  if (confirmation.bank_auth !== 'asked' || !awaitsBankAuth(ctx, confirmation)) return;
  const { id, transaction_id } = confirmation;
  const planned = holdSettlement(ctx, transaction_id);
  ctx.schedule(bankAuthExpiry, transaction_id, bankAuthLasts, { id, ...(planned === null ? {} : { planned }) });
  ctx.put(confirmations, { ...confirmation, bank_auth: 'awaited' });
}

/** Applies the buyer's decision at the bank. */
export function decideBankAuth(ctx: Context, confirmation: Confirmation, decision: 'given' | 'refused'): void {
  awaitBankAuth(ctx, confirmation);
  const transaction = ctx.get(transactions, confirmation.transaction_id);
  const waiting = ctx.takeJob(bankAuthExpiry, transaction.id);
  if (waiting === undefined) return;
  if (decision === 'given') bookSettlement(ctx, transaction, waiting.params.planned ?? null);
  else failTransaction(ctx, transaction, refusalCode);
  ctx.put(confirmations, { ...confirmation, bank_auth: decision });
}

export const bankAuthExpiry = job('checkout.bank_auth_expire', {
  about: 'fail a bank debit that the buyer did not authorize in time',
  params: T.Object({ id: T.String(), planned: T.Optional(EffectModel) }),
  run: (ctx, transaction_id, { id }) => {
    failTransaction(ctx, ctx.get(transactions, transaction_id), refusalCode);
    ctx.put(confirmations, { ...ctx.get(confirmations, id), bank_auth: 'expired' });
  },
});

/** A trigger on a debit also counts as the buyer's decision. */
export const answeredElsewhere = on(transactionLifecycle, ['complete', 'fail', 'void'], (ctx, transaction_id) => {
  const waiting = ctx.takeJob(bankAuthExpiry, transaction_id);
  if (waiting === undefined) return;
  const { status, error_code } = ctx.get(transactions, transaction_id);
  const bank_auth = error_code === refusalCode ? 'refused' : status === 'settled' ? 'given' : 'expired';
  ctx.put(confirmations, { ...ctx.get(confirmations, waiting.params.id), bank_auth });
});

const awaitsBankAuth = (ctx: Context, { bank_auth, transaction_id }: Confirmation): boolean =>
  (bank_auth === 'asked' || bank_auth === 'awaited') &&
  may(transactionLifecycle, ctx.get(transactions, transaction_id), 'fail');
