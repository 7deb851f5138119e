import { collection } from '../../engine/collection.ts';
import { baseFields, internal, nullable, OneOf, SignedCents, T, Timestamp } from '../../engine/schema.ts';
import { disputeLifecycle } from './lifecycle.ts';

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

const timelineTypes = [
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
export type TimelineType = (typeof timelineTypes)[number];

/** What all five dispute events tell (specification, "Payloads"). */
export const DisputePayload = T.Object({
  dispute_id: T.String(),
  transaction_id: nullable(T.String()),
  kind: OneOf(disputeKinds),
  status: disputeLifecycle.status,
  network: T.String(),
  reason: T.String(),
  reason_code: T.String(),
  amount: SignedCents(),
  currency: T.String(),
  card_last4: nullable(T.String()),
  due_at: Timestamp(),
  sandbox: T.Boolean(),
});

const TimelineModel = T.Array(T.Object({ type: OneOf(timelineTypes), created_at: Timestamp() }));

/** A dispute or an alert (specification, "Dispute"). */
export const DisputeModel = T.Object({
  ...baseFields('dispute'),
  ...DisputePayload.properties,
  /** What happened, oldest first. */
  timeline: internal(TimelineModel),
  /** Whether its amount was taken from the balance when it was opened. */
  debited: internal(T.Boolean()),
});
export type Dispute = Readonly<T.Static<typeof DisputeModel>>;

/** The single read adds the time line, newest first. */
export const DetailedDispute = T.Object({ ...DisputeModel.properties, events: TimelineModel });
export const withEvents = (dispute: Dispute) => ({ ...dispute, events: dispute.timeline.toReversed() });

export const disputes = collection('dispute', {
  model: DisputeModel,
  lifecycle: disputeLifecycle,
  prefix: 'dp',
  indexes: [['transaction_id'], ['status'], ['kind'], ['status', 'kind'], ['card_last4', 'amount']],
});
