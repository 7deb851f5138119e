import { defineResource } from '../../engine/resource.ts';
import { disputeEvents } from './events.ts';
import { disputeJobs } from './jobs.ts';
import { disputeLifecycle } from './lifecycle.ts';
import { DisputeModel, disputes } from './model.ts';
import { getDispute, listDisputes } from './operations.ts';
import { disputeReactions } from './reactions.ts';
import { disputeTrigger } from './trigger.ts';

/** Disputes and alerts; merchants read them, everything else happens outside the API. */
export const dispute = defineResource({
  name: 'dispute',
  models: { Dispute: DisputeModel },
  collections: [disputes],
  lifecycle: disputeLifecycle,
  operations: [listDisputes, getDispute],
  events: disputeEvents,
  jobs: disputeJobs,
  reactions: disputeReactions,
  trigger: disputeTrigger,
});
