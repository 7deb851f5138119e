import { event } from '../../../core/kernel/declare/declarations.ts';
import { publicView } from '../../../core/kernel/declare/schema.ts';
import { DisputePayload, disputes } from './model.ts';

const told = { payload: DisputePayload, data: publicView(DisputePayload) };

export const disputeEvents = [
  event(disputes, 'dispute.created', { about: 'a dispute or alert is received', ...told }),
  event(disputes, 'dispute.updated', { about: 'a dispute changes status', ...told }),
  event(disputes, 'dispute.evidence_submitted', { about: 'a chargeback response goes to the network', ...told }),
  event(disputes, 'dispute.won', { about: 'a fought chargeback is decided for the merchant', ...told }),
  event(disputes, 'dispute.lost', { about: 'a chargeback is decided for the cardholder', ...told }),
] as const;
