import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of a dispute. The specification names the statuses and the events. The moves are assumed, except the
 * moves that follow from the events.
 */
export const disputeLifecycle = lifecycle('dispute', {
  states: [
    'new',
    'matched',
    'unmatched',
    'refunded',
    'accepted',
    'fighting',
    'response_submitted',
    'won',
    'lost',
    'expired',
  ],
  moves: {
    receive: {
      from: null,
      to: 'new',
      by: 'network',
      emits: ['dispute.created'],
      about: 'the network sends an alert, or a dispute about an unknown transaction',
    },
    open: {
      from: null,
      to: 'matched',
      by: 'network',
      emits: ['dispute.created'],
      about: 'the network sends a chargeback or return for a known transaction',
    },
    fight: {
      from: ['new', 'matched'],
      to: 'fighting',
      by: 'developer',
      emits: ['dispute.updated'],
      about: 'the merchant fights the dispute',
      role: 'dispute',
      harmless: true,
    },
    match: {
      from: ['new', 'unmatched'],
      to: 'matched',
      by: 'developer',
      emits: ['dispute.updated'],
      about: 'the transaction is found',
      role: 'settle',
      harmless: true,
    },
    unmatch: {
      from: 'new',
      to: 'unmatched',
      by: 'developer',
      emits: ['dispute.updated'],
      about: 'no matching transaction is found',
      harmless: true,
    },
    refund: {
      from: ['new', 'matched'],
      to: 'refunded',
      by: 'developer',
      emits: ['dispute.updated'],
      about: 'the merchant refunds the payment',
      role: 'refund',
    },
    accept: {
      from: ['new', 'matched'],
      to: 'accepted',
      by: 'developer',
      emits: ['dispute.updated'],
      about: 'the merchant accepts the dispute',
    },
    submit: {
      from: 'fighting',
      to: 'response_submitted',
      by: 'developer',
      emits: ['dispute.updated', 'dispute.evidence_submitted'],
      about: "the merchant's response is sent to the network",
      role: 'settle',
      harmless: true,
    },
    win: {
      from: 'response_submitted',
      to: 'won',
      by: 'network',
      emits: ['dispute.updated', 'dispute.won'],
      about: 'the dispute is decided for the merchant',
    },
    lose: {
      from: ['response_submitted', 'matched', 'fighting'],
      usually: 'response_submitted',
      to: 'lost',
      by: 'network',
      emits: ['dispute.updated', 'dispute.lost'],
      about: 'the dispute is decided for the cardholder',
      role: 'fail',
    },
    // `expire` comes after `lose`, so that the key that they share makes the move `lose` if both moves are legal.
    expire: {
      from: ['new', 'matched', 'unmatched'],
      to: 'expired',
      by: 'clock',
      emits: ['dispute.updated'],
      about: 'the merchant does not respond in time',
      role: 'fail',
    },
  },
});
