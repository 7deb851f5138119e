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

/** The code of an instant debit that its buyer refuses at the bank: the other party cancelled the debit. */
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
 * Whether a payment is the customer's first instant debit of its bank account (specification, "Pay responses",
 * `bankAuthUrl`). Debits that failed, or that the customer has not authorized, do not count.
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
 * Whether two debits have the same bank account. If an account's number is unknown, as in a fixture's transaction, the
 * last four digits decide.
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
 * Whether a debit needs no further authorization. A debit without a question to the bank, such as a debit of a saved
 * account, needed no authorization.
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
 * The payment of a confirmation token, with its slug and the buyer's decision at the bank; null for an unknown token.
 */
export function confirmedPayment(ctx: Context, token: string): ConfirmedPayment | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation === undefined) return null;
  const { slug, bank_auth, transaction_id } = confirmation;
  return { transaction: ctx.get(transactions, transaction_id), slug, bank_auth };
}

/** The path at which the buyer of a payment can still authorize its debit; null if no authorization is needed. */
export function bankAuthOf(ctx: Context, transaction_id: string): string | null {
  const confirmation = ctx.of(confirmations).newest({ transaction_id: [transaction_id] });
  return confirmation !== undefined && awaitsBankAuth(ctx, confirmation) ? bankAuthPath(confirmation) : null;
}

/** The path at which the buyer authorizes an instant debit. */
export const bankAuthPath = ({ slug, id }: Pick<Confirmation, 'slug' | 'id'>): string =>
  `/pay/${slug}/bank-auth?token=${encodeURIComponent(id)}`;

/**
 * The page where the buyer can still authorize the debit of a payment; null if no authorization is needed. From this
 * call on, the debit waits for the buyer.
 */
export function openBankAuth(ctx: Context, token: string): string | null {
  const confirmation = ctx.find(confirmations, token);
  if (confirmation === undefined || !awaitsBankAuth(ctx, confirmation)) return null;
  awaitBankAuth(ctx, confirmation);
  return bankAuthPath(confirmation);
}

/** How long a bank waits for its customer's answer (assumed), in milliseconds. */
const bankAuthLasts = dayMs;

/**
 * Makes a debit wait for a buyer who was sent to the bank: the debit now settles when the buyer authorizes it, and
 * fails if the buyer refuses or does not answer for 24 hours. Without a visit to the bank, the debit settles on time.
 */
function awaitBankAuth(ctx: Context, confirmation: Confirmation): void {
  if (confirmation.bank_auth !== 'asked' || !awaitsBankAuth(ctx, confirmation)) return;
  const { id, transaction_id } = confirmation;
  const planned = holdSettlement(ctx, transaction_id);
  ctx.schedule(bankAuthExpiry, transaction_id, bankAuthLasts, { id, ...(planned === null ? {} : { planned }) });
  ctx.put(confirmations, { ...confirmation, bank_auth: 'awaited' });
}

/** Executes the buyer's decision at the bank. */
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
  about: 'fail a debit that its buyer did not authorize at the bank',
  params: T.Object({ id: T.String(), planned: T.Optional(EffectModel) }),
  run: (ctx, transaction_id, { id }) => {
    failTransaction(ctx, ctx.get(transactions, transaction_id), refusalCode);
    ctx.put(confirmations, { ...ctx.get(confirmations, id), bank_auth: 'expired' });
  },
});

/** A developer's trigger on a debit counts as the buyer's answer too. */
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
