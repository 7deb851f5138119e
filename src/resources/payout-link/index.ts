import { defineResource } from '../../engine/resource.ts';
import { claim, getClaim } from './client.ts';
import { payoutLinkJobs } from './jobs.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';
import { PayoutLinkModel, payoutLinks } from './model.ts';
import { cancelPayoutLink, createPayoutLink, getPayoutLink, listPayoutLinks } from './operations.ts';
import { payoutLinkTrigger } from './trigger.ts';

/** Links by which a recipient claims money, and forms by which one asks for it. */
export const payoutLink = defineResource({
  name: 'payout_link',
  models: { PayoutLink: PayoutLinkModel },
  collections: [payoutLinks],
  lifecycle: payoutLinkLifecycle,
  operations: [createPayoutLink, listPayoutLinks, getPayoutLink, cancelPayoutLink],
  clientOperations: [getClaim, claim],
  jobs: payoutLinkJobs,
  trigger: payoutLinkTrigger,
});
