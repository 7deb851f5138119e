import type { Context } from '../../../core/kernel/context.ts';
import { job } from '../../../core/kernel/declare/declarations.ts';
import { may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, refusal, wrongState } from '../../../core/kernel/errors.ts';
import { EffectModel, type OutcomeEffect } from '../../platform/outcome-rules.ts';
import { lateDelay, meaningOf } from '../../simulation/built-in-rules.ts';
import { chargeFailureCodes, disputeCodes, fittingCode } from '../../simulation/codes.ts';
import { lateStepDelay, returnDelay, scheduleSettlement } from '../../simulation/settlement.ts';
import { giveBackSpent } from '../common/spending.ts';
import { availableJob, moveCents, shareOf, takeBack } from './funds.ts';
import { type DisputeKind, disputeKinds, transactionLifecycle } from './lifecycle.ts';
import { type Transaction, transactionSettings, transactions } from './model.ts';

/**
 * Returns the kind of dispute that a transaction can have: a chargeback for a card payment, a return for a bank
 * debit.
 */
export const disputeKindOf = ({ rail }: Transaction): DisputeKind => (rail === 'ach' ? 'ach_return' : 'chargeback');

/**
 * Settles a pending charge. The fee is deducted, and the remaining money becomes available, immediately or after the
 * workspace's `available_after`.
 */
export function settleTransaction(ctx: Context, transaction: Transaction): Transaction {
  const move = transactionLifecycle.stateOf(transaction) === 'approved' ? 'settle' : 'complete';
  const { available_after } = transactionSettings.of(ctx);
  const { fee, net } = shareOf(ctx, transaction);
  const settled = ctx.transition(transactionLifecycle, transaction, move, {
    settled_at: ctx.at,
    ...(available_after === 0 ? {} : { unavailable: net }),
  });
  const { id } = settled;
  ctx.cancelJobs(id, settleJob);
  moveCents(ctx, settled, { kind: 'fee', subject: id }, ['pending', 'external'], fee);
  if (available_after > 0) ctx.schedule(availableJob, id, available_after);
  else moveCents(ctx, settled, { kind: 'settlement', subject: id }, ['pending', 'available'], net);
  return settled;
}

/** Applies the network's response when a settlement is due, as planned when the charge was accepted. */
function settleAsPlanned(ctx: Context, transaction: Transaction, planned: OutcomeEffect | null): void {
  if (planned?.kind === 'fail') {
    failTransaction(ctx, transaction, fittingCode(chargeFailureCodes, transaction.rail, planned.code));
    return;
  }
  settleTransaction(ctx, transaction);
  if (planned?.kind !== 'dispute' && planned?.kind !== 'return') return;
  const code = fittingCode(disputeCodes, transaction.rail, planned.code);
  ctx.schedule(
    disputeJob,
    transaction.id,
    returnDelay(ctx, transaction.rail, { code: code ?? 'R01', after: planned.after, isDebit: true }),
    {
      kind: disputeKindOf(transaction),
      ...(code === undefined ? {} : { code }),
    },
  );
}

/** Records that the network rejects a pending charge, with the network's code. */
export function failTransaction(
  ctx: Context,
  transaction: Transaction,
  code = transaction.rail === 'ach' ? 'D021' : 'M003',
): Transaction {
  const failed = ctx.transition(transactionLifecycle, transaction, 'fail', {
    failed_at: ctx.at,
    error_code: code,
    error_message: meaningOf(code),
  });
  ctx.cancelJobs(failed.id, settleJob);
  returnPending(ctx, failed, 'failure');
  giveBackSpent(ctx, failed.spent ?? {}, 'failed');
  return failed;
}

/**
 * Voids a charge that has not settled.
 * @throws 400 `invalid_state`
 */
export function voidTransaction(ctx: Context, transaction: Transaction): Transaction {
  const voided = ctx.transition(transactionLifecycle, transaction, 'void', { voided_at: ctx.at });
  ctx.cancelJobs(voided.id, settleJob);
  returnPending(ctx, voided, 'void');
  giveBackSpent(ctx, voided.spent ?? {}, 'voided');
  return voided;
}

/** Returns the amount of a transaction that is not refunded, in cents. */
export const outstandingOf = (transaction: Transaction): number => transaction.amount - transaction.total_refunded;

/**
 * Refunds a settled charge, in whole or in part.
 * @param amount the amount in cents; default: the full remaining amount
 * @throws 400 `invalid_state`, or `parameter_invalid` if the amount exceeds the remaining amount
 */
export function refundTransaction(ctx: Context, transaction: Transaction, amount?: number): Transaction {
  if (!may(transactionLifecycle, transaction, 'refund')) throw moveRefused(transactionLifecycle, transaction, 'refund');
  const outstanding = outstandingOf(transaction);
  const refunded = amount ?? outstanding;
  if (refunded > outstanding) {
    throw invalid('amount', `Only ${outstanding} cents of ${transaction.id} can still be refunded.`);
  }
  const after = ctx.transition(
    transactionLifecycle,
    transaction,
    refunded === outstanding ? 'refund' : 'refund_part',
    { total_refunded: transaction.total_refunded + refunded },
    { refunded_amount: refunded },
  );
  if (refunded === outstanding) {
    // No amount remains to charge back.
    ctx.cancelJobs(after.id, disputeJob);
    giveBackSpent(ctx, after.spent ?? {}, 'refunded');
  }
  return takeBack(ctx, after, { kind: 'refund', subject: after.id }, refunded);
}

/**
 * Charges back a settled charge, or records its return by the bank. The dispute of the charge contains the details.
 * @throws 400 `invalid_state`, or `parameter_invalid` for a kind that the rail of the charge does not support
 */
export function disputeTransaction(
  ctx: Context,
  transaction: Transaction,
  { kind, code, reason }: { kind: DisputeKind; code?: string; reason?: string },
): Transaction {
  if (kind !== disputeKindOf(transaction)) {
    throw invalid(
      'kind',
      `Transaction ${transaction.id} used the ${transaction.rail} rail, which does not support disputes of the kind ${kind}.`,
    );
  }
  const dispute_code = code ?? (kind === 'ach_return' ? 'R01' : 'M013');
  const dispute_reason = reason ?? meaningOf(dispute_code);
  ctx.cancelJobs(transaction.id, disputeJob);
  return ctx.transition(
    transactionLifecycle,
    transaction,
    'dispute',
    { disputed_at: ctx.at },
    { dispute_kind: kind, dispute_code, dispute_reason },
  );
}

/** Restores the former status of a transaction after its dispute was won. */
export function reinstateTransaction(ctx: Context, transaction: Transaction): Transaction {
  return ctx.transition(
    transactionLifecycle,
    transaction,
    transaction.total_refunded > 0 ? 'reinstate_part' : 'reinstate',
  );
}

/** The statuses in which a payment's order cannot be fulfilled: failed, voided, or fully refunded. */
const unfulfillable: readonly Transaction['status'][] = ['failed', 'voided', 'refunded'];

export const alreadyFulfilled = refusal(400, 'already_fulfilled', { origin: 'specified' });

/**
 * Marks the full order of a transaction as fulfilled, once.
 * @throws 400 `already_fulfilled` or `invalid_state`
 */
export function markFulfilled(ctx: Context, transaction: Transaction): Transaction {
  const { id, status } = transaction;
  if (transaction.fulfillment_status === 'fulfilled') {
    throw errorOf(alreadyFulfilled, `The order of ${id} is already fulfilled.`, { param: 'transaction_id' });
  }
  if (unfulfillable.includes(status)) {
    throw wrongState(`Transaction ${id} is ${status}; its order cannot be fulfilled.`);
  }
  return ctx.update(transactions, transaction, { fulfillment_status: 'fulfilled' });
}

/** Takes the full amount of a charge that does not settle out of the pending balance. */
const returnPending = (ctx: Context, transaction: Transaction, kind: 'failure' | 'void'): void =>
  moveCents(ctx, transaction, { kind, subject: transaction.id }, ['pending', 'external'], transaction.amount);

export const settleJob = job('transaction.settle', {
  about: 'settle a pending charge, or reject it if a rejection was planned',
  noun: 'settlement',
  params: T.Object({ planned: T.Optional(EffectModel) }),
  run: (ctx, id, { planned = null }) => settleAsPlanned(ctx, ctx.get(transactions, id), planned),
});

/** Schedules the settlement of a pending charge, starting now. `planned` is the network's planned response. */
export function bookSettlement(ctx: Context, { id, rail }: Transaction, planned: OutcomeEffect | null): void {
  if (planned?.kind !== 'late') {
    scheduleSettlement(ctx, settleJob, id, { step: rail, rail }, planned === null ? {} : { planned });
    return;
  }
  ctx.schedule(settleJob, id, lateStepDelay(ctx, rail, rail, planned.after ?? lateDelay), { planned });
}

/**
 * Cancels the scheduled settlement of a pending charge.
 * @returns the network's planned response
 */
export const holdSettlement = (ctx: Context, id: string): OutcomeEffect | null =>
  ctx.takeJob(settleJob, id)?.params.planned ?? null;

export const disputeJob = job('transaction.dispute', {
  about: 'charge back or return a settled payment',
  noun: 'chargeback',
  params: T.Object({ kind: OneOf(disputeKinds), code: T.Optional(T.String()) }),
  run: (ctx, id, params) => void disputeTransaction(ctx, ctx.get(transactions, id), params),
});
