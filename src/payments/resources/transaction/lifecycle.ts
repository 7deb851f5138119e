import { details, lifecycle, shownAs } from '../../../core/kernel/declare/lifecycle.ts';

export const disputeKinds = ['chargeback', 'ach_return'] as const;
/** The ways in which a payment can be taken back (specification, payload of `payment.disputed`). */
export type DisputeKind = (typeof disputeKinds)[number];

/**
 * The states of a transaction (specification, "States and transitions", Transaction). An approved charge of a card
 * gateway is also shown as `pending_settlement`, but its `payment.completed` was already sent, and its settlement
 * sends no event. On the debit-and-payouts rail, every pending charge ends with exactly one of `complete` and `fail`.
 */
export const transactionLifecycle = lifecycle('transaction', {
  states: {
    pending_settlement: 'pending_settlement',
    approved: shownAs(
      'pending_settlement',
      ({ processorType }: { processorType: string }) => processorType !== 'debit_payouts',
    ),
    settled: 'settled',
    failed: 'failed',
    disputed: 'disputed',
    voided: 'voided',
    refunded: 'refunded',
    partially_refunded: 'partially_refunded',
  },
  assumed: ['voided', 'refunded', 'partially_refunded'],
  moves: {
    accept: {
      from: null,
      to: 'pending_settlement',
      by: 'api',
      about: 'a charge is accepted on the debit-and-payouts rail',
    },
    approve: {
      from: null,
      to: 'approved',
      by: 'api',
      emits: ['payment.completed'],
      about: 'a card gateway approves a charge',
    },
    decline: { from: null, to: 'failed', by: 'api', about: 'a charge is declined' },
    complete: {
      from: 'pending_settlement',
      to: 'settled',
      by: 'network',
      emits: ['payment.completed'],
      about: 'a charge on the debit-and-payouts rail settles',
      role: 'settle',
    },
    settle: {
      from: 'approved',
      to: 'settled',
      by: 'network',
      about: 'a card gateway charge settles',
      role: 'settle',
    },
    fail: {
      from: 'pending_settlement',
      to: 'failed',
      by: 'network',
      emits: ['payment.failed'],
      about: 'the network rejects a pending charge',
      role: 'fail',
    },
    void: {
      from: ['pending_settlement', 'approved'],
      to: 'voided',
      by: 'api',
      emits: ['payment.voided'],
      about: 'an unsettled charge is voided',
      role: 'void',
    },
    refund: {
      from: ['settled', 'partially_refunded'],
      to: 'refunded',
      by: 'api',
      emits: ['payment.refunded'],
      about: 'the full remaining amount is refunded',
      role: 'refund',
      tells: details<{ refunded_amount: number }>(),
    },
    refund_part: {
      from: ['settled', 'partially_refunded'],
      to: 'partially_refunded',
      by: 'api',
      emits: ['payment.refunded'],
      about: 'part of the amount is refunded',
      tells: details<{ refunded_amount: number }>(),
    },
    dispute: {
      from: ['settled', 'partially_refunded'],
      to: 'disputed',
      by: 'network',
      emits: ['payment.disputed'],
      about: 'a settled charge is charged back or returned by the bank',
      role: 'dispute',
      tells: details<{ dispute_kind: DisputeKind; dispute_code: string; dispute_reason: string }>(),
    },
    reinstate: { from: 'disputed', to: 'settled', by: 'reaction', about: 'the dispute is won' },
    reinstate_part: {
      from: 'disputed',
      to: 'partially_refunded',
      by: 'reaction',
      about: 'the dispute is won after part of the amount was refunded',
    },
  },
});
