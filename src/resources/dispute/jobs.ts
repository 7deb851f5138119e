import type { JobDef } from '../../engine/resource.ts';
import { moveDispute } from './actions.ts';
import { disputes } from './model.ts';

export const disputeJobs: Readonly<Record<string, JobDef>> = {
  'dispute.expire': {
    about: 'end a dispute that nobody answered until it was due',
    run: (ctx, { subject }) => {
      moveDispute(ctx, ctx.get(disputes, subject), 'expire');
    },
  },
};
