import type { EventDef } from '../../engine/resource.ts';
import type { Dispute } from './model.ts';

/** All five dispute events have the same payload (specification, "Payloads"). */
const data = (dispute: Dispute) => ({
  dispute_id: dispute.dispute_id,
  transaction_id: dispute.transaction_id,
  kind: dispute.kind,
  status: dispute.status,
  network: dispute.network,
  reason: dispute.reason,
  reason_code: dispute.reason_code,
  amount: dispute.amount,
  currency: dispute.currency,
  card_last4: dispute.card_last4,
  due_at: dispute.due_at,
  sandbox: dispute.sandbox,
});

export const disputeEvents: Readonly<Record<string, EventDef<Dispute>>> = {
  'dispute.created': { about: 'a dispute or alert is received', data },
  'dispute.updated': { about: 'a dispute changes its status', data },
  'dispute.evidence_submitted': { about: 'a chargeback response goes to the network', data },
  'dispute.won': { about: 'a fought chargeback is decided for the merchant', data },
  'dispute.lost': { about: 'a chargeback is decided for the cardholder', data },
};
