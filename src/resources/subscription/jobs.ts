import type { Context } from '../../engine/context.ts';
import type { Job } from '../../engine/jobs.ts';
import type { JobDef } from '../../engine/resource.ts';
import { endSubscription, openPaid } from './actions.ts';
import { bill, fallBehind, goOn, outcomeOf, type Terms } from './billing.ts';
import { subscriptions } from './model.ts';

const run = (ctx: Context, { subject }: Job): void => {
  bill(ctx, ctx.get(subscriptions, subject));
};

export const subscriptionJobs: Readonly<Record<string, JobDef>> = {
  'subscription.activate': { about: 'take the first payment of a subscription at its start date', run },
  'subscription.renew': { about: 'take the payment of the next period', run },
  'subscription.retry': { about: 'try a missed payment again', run },
  'subscription.end': {
    about: "cancel a subscription at its period's end",
    run: (ctx, { subject }) => {
      endSubscription(ctx, ctx.get(subscriptions, subject));
    },
  },
  'subscription.resolve': {
    about: 'go on when the outcome of a charge that was unknown is known',
    run: (ctx, job) => {
      const { subject, params } = job;
      const transactionId = outcomeOf(ctx, job);
      const subscription = ctx.find(subscriptions, subject);
      if (subscription === undefined) {
        if (transactionId !== null) openPaid(ctx, subject, params.terms as Terms, transactionId);
      } else if (transactionId !== null) {
        goOn(ctx, subscription, transactionId);
      } else {
        fallBehind(ctx, subscription, subscription.latest_transaction_id);
      }
    },
  },
};
