import { defineResource } from '../../engine/resource.ts';
import { receiptJobs } from './jobs.ts';
import { receiptReactions } from './reactions.ts';

/** The e-mails by which a customer has in writing what was paid on a page, and what was paid back of it. */
export const receipt = defineResource({
  name: 'receipt',
  models: {},
  collections: [],
  operations: [],
  jobs: receiptJobs,
  reactions: receiptReactions,
});
