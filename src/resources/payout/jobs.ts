import type { OutcomeEffect } from '../../engine/outcomes.ts';
import type { JobDef } from '../../engine/resource.ts';
import { payPayout, returnPayout, transitAsPlanned } from './actions.ts';
import { payouts } from './model.ts';

const planned = (params: Readonly<Record<string, unknown>>) => (params.planned as OutcomeEffect | undefined) ?? null;

export const payoutJobs: Readonly<Record<string, JobDef>> = {
  'payout.transit': {
    about: 'send a payout on its way, or reject it where that was planned',
    run: (ctx, { subject, params }) => {
      transitAsPlanned(ctx, ctx.get(payouts, subject), planned(params));
    },
  },
  'payout.pay': {
    about: 'settle a payout',
    run: (ctx, { subject, params }) => {
      payPayout(ctx, ctx.get(payouts, subject), planned(params));
    },
  },
  'payout.return': {
    about: 'return a settled bank payout',
    run: (ctx, { subject, params }) => {
      returnPayout(ctx, ctx.get(payouts, subject), String(params.code));
    },
  },
};
