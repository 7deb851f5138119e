import { defineCollection } from '../../engine/collection.ts';
import { baseFields, internal, nullable, OneOf, SignedCents, T, Timestamp } from '../../engine/schema.ts';

export const disputeKinds = [
  'alert_ethoca',
  'alert_cdrn',
  'alert_rdr',
  'chargeback',
  'tc40',
  'ach_return',
  'reversal',
] as const;
export type Kind = (typeof disputeKinds)[number];

export const disputeStatuses = [
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
] as const;

export const timelineTypes = [
  'created',
  'matched',
  'refunded',
  'outcome_sent',
  'accepted',
  'fight_started',
  'evidence_submitted',
  'represented',
  'won',
  'lost',
] as const;

const TimelineModel = T.Array(T.Object({ type: OneOf(timelineTypes), created_at: Timestamp() }));

/** A dispute or an alert (specification, "Dispute"). */
export const DisputeModel = T.Object({
  ...baseFields('dispute'),
  dispute_id: T.String(),
  transaction_id: nullable(T.String()),
  kind: OneOf(disputeKinds),
  status: OneOf(disputeStatuses),
  network: T.String(),
  reason: T.String(),
  reason_code: T.String(),
  amount: SignedCents(),
  currency: T.String(),
  card_last4: nullable(T.String()),
  due_at: Timestamp(),
  sandbox: T.Boolean(),
  /** What happened, oldest first. The single read shows it newest first. */
  timeline: internal(TimelineModel),
  /** Whether its amount was taken from the balance when it was opened. */
  debited: internal(T.Boolean()),
});
export type Dispute = T.Static<typeof DisputeModel>;

/** What the single read adds: the time line, newest first. */
export const DisputeEvents = { events: TimelineModel };

export const disputes = defineCollection<Dispute>({
  name: 'dispute',
  prefix: 'dp',
  indexes: [['transaction_id'], ['status'], ['kind'], ['status', 'kind'], ['card_last4', 'amount']],
});
