import {
  about,
  baseFields,
  fixed,
  internal,
  nullable,
  OneOf,
  T,
  Timestamp,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { SignedCents } from '../../platform/fields.ts';
import { Currency, IdOf, IdOfAny } from '../common/fields.ts';
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

/** The payload of all five dispute events (specification, "Payloads"). */
export const DisputePayload = T.Object({
  dispute_id: fixed(IdOf('dispute'), 'cannot be edited, because it is the same as the id'),
  transaction_id: fixed(
    IdOfAny('disputed transaction', 'null while the dispute is unmatched'),
    'is set when the dispute is matched. To match the dispute, run npx payments-emulator trigger dispute.match --id ID',
  ),
  kind: about(
    fixed(
      OneOf(disputeKinds),
      'cannot be edited, because it determines the possible outcomes; create another dispute instead',
    ),
    'The kind of dispute or alert.',
  ),
  status: disputeLifecycle.status,
  network: about(T.String(), 'The network that sent the dispute.'),
  reason: about(T.String(), 'Why the cardholder or the bank disputes the payment.'),
  reason_code: about(T.String(), "The network's reason code."),
  amount: about(SignedCents(), 'The disputed amount, in cents.'),
  currency: Currency(),
  card_last4: about(nullable(T.String()), 'The last four digits of the card; null for a bank account.'),
  due_at: about(Timestamp(), 'The response deadline (ISO 8601).'),
  sandbox: about(
    fixed(T.Boolean(), 'cannot be edited, because the mode determines it'),
    'Whether the dispute belongs to test mode.',
  ),
});

const TimelineModel = T.Array(
  T.Object({
    type: about(OneOf(timelineTypes), 'What happened.'),
    created_at: about(Timestamp(), 'When the event occurred (ISO 8601).'),
  }),
);

/** A dispute or an alert (specification, "Dispute"). */
export const DisputeModel = T.Object({
  ...baseFields('dispute'),
  ...DisputePayload.properties,
  /** The events of the dispute, oldest first. */
  timeline: internal(TimelineModel),
  /** Whether the disputed amount left the balance when the dispute opened. */
  debited: internal(T.Boolean()),
});
export type Dispute = Readonly<T.Static<typeof DisputeModel>>;

/** The response to a read of one dispute, which adds the timeline, newest first. */
export const DetailedDispute = T.Object({
  ...DisputeModel.properties,
  events: about(TimelineModel, 'The timeline of the dispute, newest first.'),
});
export const withEvents = (dispute: Dispute) => ({ ...dispute, events: dispute.timeline.toReversed() });

export const disputes = collection('dispute', {
  model: DisputeModel,
  lifecycle: disputeLifecycle,
  prefix: 'dp',
  indexes: [['transaction_id'], ['status'], ['kind'], ['status', 'kind'], ['card_last4', 'amount']],
});
