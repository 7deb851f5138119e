import { defineLifecycle } from '../../engine/lifecycle.ts';
import { type Dispute, disputes } from './model.ts';

const updated = ['dispute.updated'];

/**
 * The states of a dispute. The specification names the statuses and the events; which move leads from one to another
 * is assumed, but for what follows from the events.
 */
export const disputeLifecycle = defineLifecycle({
  of: disputes,
  noun: 'dispute',
  states: {
    new: 'new',
    matched: 'matched',
    unmatched: 'unmatched',
    refunded: 'refunded',
    accepted: 'accepted',
    fighting: 'fighting',
    response_submitted: 'response_submitted',
    won: 'won',
    lost: 'lost',
    expired: 'expired',
  },
  stateOf: (dispute: Dispute) => dispute.status,
  verbs: {
    receive: {
      from: null,
      to: 'new',
      by: 'network',
      emits: ['dispute.created'],
      about: 'an alert or a dispute without its transaction is received',
    },
    open: {
      from: null,
      to: 'matched',
      by: 'network',
      emits: ['dispute.created'],
      about: 'a chargeback or return is received with its transaction',
    },
    fight: {
      from: ['new', 'matched'],
      to: 'fighting',
      by: 'developer',
      emits: updated,
      about: 'the merchant fights it',
    },
    match: {
      from: ['new', 'unmatched'],
      to: 'matched',
      by: 'developer',
      emits: updated,
      about: 'its transaction is found',
    },
    unmatch: { from: 'new', to: 'unmatched', by: 'developer', emits: updated, about: 'no transaction is found for it' },
    refund: {
      from: ['new', 'matched'],
      to: 'refunded',
      by: 'developer',
      emits: updated,
      about: 'the merchant refunds the payment',
    },
    accept: {
      from: ['new', 'matched'],
      to: 'accepted',
      by: 'developer',
      emits: updated,
      about: 'the merchant accepts it',
    },
    expire: {
      from: ['new', 'matched', 'unmatched'],
      to: 'expired',
      by: 'clock',
      emits: updated,
      about: 'nobody answered until it was due',
    },
    submit: {
      from: 'fighting',
      to: 'response_submitted',
      by: 'developer',
      emits: [...updated, 'dispute.evidence_submitted'],
      about: 'the response goes to the network',
    },
    win: {
      from: 'response_submitted',
      to: 'won',
      by: 'network',
      emits: [...updated, 'dispute.won'],
      about: 'it is decided for the merchant',
    },
    lose: {
      from: ['response_submitted', 'matched', 'fighting'],
      usually: 'response_submitted',
      to: 'lost',
      by: 'network',
      emits: [...updated, 'dispute.lost'],
      about: 'it is decided for the cardholder',
    },
  },
});

export type DisputeMove = Exclude<keyof typeof disputeLifecycle.verbs, 'receive' | 'open'>;
