import { dayMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { type DetailsOf, may, moveRefused, type TransitionOf } from '../../../core/kernel/declare/lifecycle.ts';
import { invalid, wrongState } from '../../../core/kernel/errors.ts';
import { outstandingOf, refundTransaction, reinstateTransaction } from '../transaction/actions.ts';
import { giveBack, takeBack } from '../transaction/funds.ts';
import type { DisputeKind, transactionLifecycle } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { disputeLifecycle } from './lifecycle.ts';
import { type Dispute, disputes, type Kind, type TimelineType } from './model.ts';

/** How long the merchant has to respond, in milliseconds (assumed). */
const answerWithin = 10 * dayMs;

type DisputeMove = TransitionOf<typeof disputeLifecycle>;

/** The entries that each move adds to the timeline. */
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

/** Returns whether a dispute of this kind takes back its payment when it opens. */
export const takesBack = (kind: unknown): kind is DisputeKind => kind === 'chargeback' || kind === 'ach_return';

interface NewDispute {
  kind: Kind;
  transaction: Transaction | null;
  amount: number;
  currency: string;
  reason: string;
  reason_code: string;
}

/** Returns the network that sends a dispute. A bank return comes from ACH, even if the payment is unknown. */
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

/**
 * Opens the dispute of a transaction that was just charged back or returned. The amount that was not refunded leaves
 * the balance.
 */
export function openDispute(
  ctx: Context,
  transaction: Transaction,
  { dispute_kind, dispute_reason, dispute_code }: DetailsOf<typeof transactionLifecycle, 'dispute'>,
): Dispute {
  const amount = outstandingOf(transaction);
  const { currency } = transaction;
  const fresh = newDispute(ctx, {
    kind: dispute_kind,
    transaction,
    amount,
    currency,
    reason: dispute_reason,
    reason_code: dispute_code,
  });
  const timeline = noted(ctx, ['created', 'matched']);
  const dispute = ctx.open(disputes, 'open', { ...fresh, timeline, debited: true });
  takeBack(ctx, transaction, { kind: 'dispute', subject: dispute.id }, amount);
  ctx.schedule(expireJob, dispute.id, answerWithin);
  return dispute;
}

/** Receives an alert, or a dispute of an unknown transaction. No money moves. */
export function receiveDispute(ctx: Context, input: Omit<NewDispute, 'transaction'>): Dispute {
  const dispute = ctx.open(disputes, 'receive', newDispute(ctx, { ...input, transaction: null }));
  ctx.schedule(expireJob, dispute.id, answerWithin);
  return dispute;
}

/**
 * Matches a dispute with a transaction; by default, the newest transaction of the same amount.
 * @throws 400 `parameter_invalid` if no transaction matches, or `invalid_state`
 */
export function matchDispute(ctx: Context, dispute: Dispute, transaction = newestLike(ctx, dispute)): Dispute {
  if (!may(disputeLifecycle, dispute, 'match')) throw moveRefused(disputeLifecycle, dispute, 'match');
  if (transaction === undefined) {
    throw invalid('transaction_id', `No transaction has the same amount as dispute ${dispute.id}.`);
  }
  return moveDispute(ctx, dispute, 'match', {
    transaction_id: transaction.id,
    card_last4: transaction.card_last_four,
    network: transaction.rail === 'ach' ? 'ach' : (transaction.card_brand ?? dispute.network),
  });
}

/**
 * Returns the newest payment of the same amount. It prefers a payment that was neither refunded nor disputed. Failed
 * and voided payments cannot be disputed.
 */
function newestLike(ctx: Context, { amount, currency }: Dispute): Transaction | undefined {
  let takenBack: Transaction | undefined;
  let looked = 0;
  for (const transaction of ctx.of(transactions).newestFirst()) {
    const { status } = transaction;
    const alike = transaction.amount === amount && transaction.currency === currency;
    if (alike && status !== 'failed' && status !== 'voided') {
      if (status !== 'refunded' && status !== 'disputed') return transaction;
      takenBack ??= transaction;
    }
    if (looked++ === 1_000) break;
  }
  return takenBack;
}

/**
 * The merchant refunds a dispute. For an alert, the payment is refunded. For a chargeback, the money has already left
 * the balance.
 */
export function refundDispute(ctx: Context, dispute: Dispute): Dispute {
  const refunded = moveDispute(ctx, dispute, 'refund');
  const transaction = dispute.transaction_id === null ? undefined : ctx.find(transactions, dispute.transaction_id);
  if (transaction !== undefined && !dispute.debited) {
    if (transaction.status !== 'settled' && transaction.status !== 'partially_refunded') {
      throw wrongState(
        `Transaction ${transaction.id} is ${transaction.status}; only a settled transaction can be refunded.`,
      );
    }
    refundTransaction(ctx, transaction, Math.min(dispute.amount, outstandingOf(transaction)));
  }
  return refunded;
}

/**
 * The merchant wins a dispute: the money returns to the balance, and the transaction returns to its former status.
 */
export function winDispute(ctx: Context, dispute: Dispute): Dispute {
  const won = moveDispute(ctx, dispute, 'win');
  const { id, amount, transaction_id, debited } = won;
  if (debited && transaction_id !== null) {
    const transaction = ctx.get(transactions, transaction_id);
    reinstateTransaction(ctx, giveBack(ctx, transaction, { kind: 'dispute_won', subject: id }, amount));
  }
  return won;
}

/** Makes a move and adds it to the timeline. */
export function moveDispute(
  ctx: Context,
  dispute: Dispute,
  name: DisputeMove,
  patch: Partial<Pick<Dispute, 'transaction_id' | 'card_last4' | 'network'>> = {},
): Dispute {
  const timeline = [...dispute.timeline, ...noted(ctx, timelineOf[name])];
  const moved = ctx.transition(disputeLifecycle, dispute, name, { ...patch, timeline });
  if (!may(disputeLifecycle, moved, 'expire')) ctx.cancelJobs(moved.id, expireJob);
  return moved;
}

export const expireJob = job('dispute.expire', {
  about: 'expire a dispute that the merchant did not respond to in time',
  run: (ctx, id) => void moveDispute(ctx, ctx.get(disputes, id), 'expire'),
});
