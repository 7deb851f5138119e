import type { EventDef } from '../../engine/resource.ts';
import { T } from '../../engine/schema.ts';
import { type Dispute, DisputeModel } from './model.ts';

const { properties } = DisputeModel;

/** All five dispute events have the same payload (specification, "Payloads"). */
const payload = T.Object({
  dispute_id: properties.dispute_id,
  transaction_id: properties.transaction_id,
  kind: properties.kind,
  status: properties.status,
  network: properties.network,
  reason: properties.reason,
  reason_code: properties.reason_code,
  amount: properties.amount,
  currency: properties.currency,
  card_last4: properties.card_last4,
  due_at: properties.due_at,
  sandbox: properties.sandbox,
});

const data = (dispute: Dispute): T.Static<typeof payload> => ({
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
  'dispute.created': { about: 'a dispute or alert is received', payload, data },
  'dispute.updated': { about: 'a dispute changes its status', payload, data },
  'dispute.evidence_submitted': { about: 'a chargeback response goes to the network', payload, data },
  'dispute.won': { about: 'a fought chargeback is decided for the merchant', payload, data },
  'dispute.lost': { about: 'a chargeback is decided for the cardholder', payload, data },
};
