import { dayMs } from '../../engine/clock.ts';
import type { Context, Details } from '../../engine/context.ts';
import { invalid, wrongState } from '../../engine/errors.ts';
import { may, refusalOf } from '../../engine/lifecycle.ts';
import { move } from '../balance/actions.ts';
import { outstandingOf, refundTransaction, reinstateTransaction } from '../transaction/actions.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { type DisputeMove, disputeLifecycle } from './lifecycle.ts';
import { type Dispute, disputes, type Kind, type timelineTypes } from './model.ts';

/** How long the merchant has to answer, in milliseconds (assumed). */
const answerWithin = 10 * dayMs;

type TimelineType = (typeof timelineTypes)[number];

/** What each move writes into the time line. */
const timelineOf: Readonly<Record<DisputeMove, readonly TimelineType[]>> = {
  match: ['matched'],
  unmatch: [],
  refund: ['refunded', 'outcome_sent'],
  accept: ['accepted'],
  fight: ['fight_started'],
  expire: [],
  submit: ['evidence_submitted', 'represented'],
  win: ['won'],
  lose: ['lost'],
};

const noted = (ctx: Context, types: readonly TimelineType[]) => types.map((type) => ({ type, created_at: ctx.at }));

interface NewDispute {
  kind: Kind;
  transaction: Transaction | null;
  amount: number;
  currency: string;
  reason: string;
  reason_code: string;
}

/** The network that sends a dispute: a bank's return comes by ACH, whether or not its payment is known. */
function networkOf(kind: Kind, transaction: Transaction | null): string {
  if (transaction?.rail === 'ach' || (transaction === null && kind === 'ach_return')) return 'ach';
  return transaction?.card_brand ?? 'visa';
}

function newDispute(ctx: Context, { kind, transaction, amount, currency, reason, reason_code }: NewDispute) {
  const base = ctx.base(disputes, 'dispute');
  return {
    ...base,
    dispute_id: base.id,
    transaction_id: transaction?.id ?? null,
    kind,
    network: networkOf(kind, transaction),
    reason,
    reason_code,
    amount,
    currency,
    card_last4: transaction?.card_last_four ?? null,
    due_at: ctx.later(answerWithin),
    sandbox: !ctx.livemode,
    timeline: noted(ctx, ['created']),
    debited: false,
  };
}

/** Opens the dispute of a transaction that was just taken back: what is not refunded yet leaves the balance. */
export function openDispute(ctx: Context, transaction: Transaction, details: Details): Dispute {
  const amount = outstandingOf(transaction);
  const { currency } = transaction;
  const fresh = newDispute(ctx, {
    kind: details.dispute_kind as Kind,
    transaction,
    amount,
    currency,
    reason: String(details.dispute_reason),
    reason_code: String(details.dispute_code),
  });
  const dispute = ctx.open(disputeLifecycle, 'open', {
    ...fresh,
    timeline: noted(ctx, ['created', 'matched']),
    debited: true,
  });
  move(ctx, { kind: 'dispute', subject: dispute.id, currency, from: 'available', to: 'external', amount });
  ctx.schedule('dispute.expire', dispute.id, answerWithin);
  return dispute;
}

/** Receives an alert, or a dispute whose transaction is not known yet; no money moves. */
export function receiveDispute(ctx: Context, input: Omit<NewDispute, 'transaction'>): Dispute {
  const dispute = ctx.open(disputeLifecycle, 'receive', newDispute(ctx, { ...input, transaction: null }));
  ctx.schedule('dispute.expire', dispute.id, answerWithin);
  return dispute;
}

/**
 * Finds a dispute its transaction.
 * @throws 400 `parameter_invalid` for a transaction that is none; 400 `invalid_state`
 */
export function matchDispute(ctx: Context, dispute: Dispute, transactionId?: string): Dispute {
  if (!may(disputeLifecycle, dispute, 'match')) throw refusalOf(disputeLifecycle, dispute, 'match');
  const transaction = transactionId === undefined ? newestLike(ctx, dispute) : ctx.find(transactions, transactionId);
  if (transaction === undefined) {
    throw invalid('transaction_id', `No transaction ${transactionId ?? 'of this amount'} to match with ${dispute.id}.`);
  }
  return moveDispute(ctx, dispute, 'match', {
    transaction_id: transaction.id,
    card_last4: transaction.card_last_four,
    network: transaction.rail === 'ach' ? 'ach' : (transaction.card_brand ?? dispute.network),
  });
}

/**
 * The newest payment of the same amount, one that still stands rather than one paid back or disputed already; none that
 * failed or was voided, which nobody could dispute.
 */
function newestLike(ctx: Context, { amount, currency }: Dispute): Transaction | undefined {
  let overAlready: Transaction | undefined;
  let looked = 0;
  for (const transaction of ctx.of(transactions).newestFirst()) {
    const { status } = transaction;
    const alike = transaction.amount === amount && transaction.currency === currency;
    if (alike && status !== 'failed' && status !== 'voided') {
      if (status !== 'refunded' && status !== 'disputed') return transaction;
      overAlready ??= transaction;
    }
    if (looked++ === 1_000) break;
  }
  return overAlready;
}

/** The merchant refunds: an alert's payment is paid back; a chargeback's money is already gone. */
export function refundDispute(ctx: Context, dispute: Dispute): Dispute {
  const refunded = moveDispute(ctx, dispute, 'refund');
  const transaction = dispute.transaction_id === null ? undefined : ctx.find(transactions, dispute.transaction_id);
  if (transaction !== undefined && !dispute.debited) {
    if (transaction.status !== 'settled' && transaction.status !== 'partially_refunded') {
      throw wrongState(`Transaction ${transaction.id} is ${transaction.status}; only a settled one can be refunded.`);
    }
    refundTransaction(ctx, transaction, Math.min(dispute.amount, outstandingOf(transaction)));
  }
  return refunded;
}

/** It is decided for the merchant: the money comes back, and the transaction is as it was before. */
export function winDispute(ctx: Context, dispute: Dispute): Dispute {
  const won = moveDispute(ctx, dispute, 'win');
  const { id, amount, currency, transaction_id, debited } = won;
  if (debited) {
    move(ctx, { kind: 'dispute_won', subject: id, currency, from: 'external', to: 'available', amount });
    if (transaction_id !== null) reinstateTransaction(ctx, ctx.get(transactions, transaction_id));
  }
  return won;
}

/** Makes a move that nothing else follows from, and notes it in the time line. */
export function moveDispute(
  ctx: Context,
  dispute: Dispute,
  name: DisputeMove,
  patch: Partial<Pick<Dispute, 'transaction_id' | 'card_last4' | 'network'>> = {},
): Dispute {
  const timeline = [...dispute.timeline, ...noted(ctx, timelineOf[name])];
  const moved = ctx.transition(disputeLifecycle, dispute, name, { ...patch, timeline });
  if (!may(disputeLifecycle, moved, 'expire')) ctx.cancelJobs(moved.id, 'dispute.expire');
  return moved;
}
