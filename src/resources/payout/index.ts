import { defineResource } from '../../engine/resource.ts';
import { payoutEvents } from './events.ts';
import { payoutJobs } from './jobs.ts';
import { payoutLifecycle } from './lifecycle.ts';
import { PayoutModel, payouts } from './model.ts';
import { createPayoutOperation, getPayout, listPayouts } from './operations.ts';
import { payoutTrigger } from './trigger.ts';

/** Money that goes out to cards and bank accounts. */
export const payout = defineResource({
  name: 'payout',
  models: { Payout: PayoutModel },
  collections: [payouts],
  lifecycle: payoutLifecycle,
  operations: [createPayoutOperation, listPayouts, getPayout],
  events: payoutEvents,
  jobs: payoutJobs,
  trigger: payoutTrigger,
});
