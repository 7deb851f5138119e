import type { JobDef } from '../../engine/resource.ts';
import { expireLink } from './actions.ts';
import { payoutLinks } from './model.ts';

export const payoutLinkJobs: Readonly<Record<string, JobDef>> = {
  'payout_link.expire': {
    about: 'end a directed link that nobody claimed in time',
    run: (ctx, { subject }) => {
      expireLink(ctx, ctx.get(payoutLinks, subject));
    },
  },
};
