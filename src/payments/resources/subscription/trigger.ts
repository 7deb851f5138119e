import { dayMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import type { MoveOf } from '../../../core/kernel/declare/lifecycle.ts';
import { Words } from '../../../core/kernel/declare/schema.ts';
import { CommittedRefusal, wrongState } from '../../../core/kernel/errors.ts';
import type { JobKind } from '../../../core/kernel/time/jobs.ts';
import { Cents } from '../../platform/fields.ts';
import { Code, codeIn, declineCodes } from '../../simulation/codes.ts';
import { whileNetworkSays } from '../../simulation/network.ts';
import { createProduct } from '../product/changes.ts';
import { demoBuyer } from '../transaction/demo-buyer.ts';
import { cancelSubscription, pauseSubscription, resumeSubscription } from './actions.ts';
import { activateJob, endJob, giveUp, renewJob, retryJob } from './billing.ts';
import type { subscriptionLifecycle } from './lifecycle.ts';
import { type Subscription, subscriptions } from './model.ts';
import { createSubscriptionOperation } from './operations.ts';

/** The moves of subscriptions that require a future start date. */
const needsStartDate: ReadonlySet<MoveOf<typeof subscriptionLifecycle>> = new Set([
  'schedule',
  'activate',
  'miss_start',
  'start_late',
]);

/** The time until a subscription that a trigger scheduled starts, in milliseconds. */
const startsIn = 7 * dayMs;

/** A trigger that runs a scheduled job of a subscription now, without moving the clock. */
const due =
  (job: JobKind) =>
  (ctx: Context, { id }: Subscription) => {
    if (ctx.runDue(job, id)) return;
    throw wrongState(
      `${id} has no scheduled ${job.kind} job, because the outcome of its last charge is not known yet.`,
    );
  };

/** A trigger that runs a scheduled job of a subscription while the network declines payments. */
const declined = (job: JobKind) =>
  taking({ code: Code(declineCodes) }, (ctx, subscription: Subscription, { code = 'declined' }) =>
    whileNetworkSays(ctx, { kind: 'decline', code: codeIn(declineCodes, 'card', code) }, () =>
      due(job)(ctx, subscription),
    ),
  );

function resume(ctx: Context, subscription: Subscription): void {
  const resumed = resumeSubscription(ctx, subscription);
  if (resumed instanceof CommittedRefusal) throw resumed.error;
}

export const subscriptionTrigger = triggers(subscriptions, {
  create: {
    operation: createSubscriptionOperation,
    takes: { amount: Cents() },
    body: (ctx, { move, given: { amount = 1900 } }) => {
      const { customer, method } = demoBuyer(ctx, 'card');
      const product = createProduct(ctx, { name: 'Coffee club', price: amount, recurring: { interval: 'month' } });
      return {
        customer_id: customer.id,
        payment_method_id: method.id,
        product_id: product.id,
        ...(needsStartDate.has(move) ? { start_date: ctx.later(startsIn) } : {}),
      };
    },
  },
  moves: {
    activate: due(activateJob),
    miss_start: declined(activateJob),
    start_late: due(retryJob),
    renew: due(renewJob),
    miss: declined(renewJob),
    recover: due(retryJob),
    give_up: giveUp,
    schedule_cancel: taking({ reason: Words() }, (ctx, subscription, { reason }) =>
      cancelSubscription(ctx, subscription, { reason }),
    ),
    cancel: taking({ reason: Words() }, (ctx, subscription, { reason }) =>
      cancelSubscription(ctx, subscription, { reason, immediate: true }),
    ),
    end: due(endJob),
    pause: pauseSubscription,
    resume,
    keep: resume,
  },
});
