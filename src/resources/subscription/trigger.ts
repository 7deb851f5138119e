import { dayMs } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { Refused, ServiceError, wrongState } from '../../engine/errors.ts';
import { jobs } from '../../engine/jobs.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { createProductOperation } from '../product/operations.ts';
import { demoBuyer } from '../transaction/demo-buyer.ts';
import { cancelSubscription, pauseSubscription } from './actions.ts';
import { giveUp } from './billing.ts';
import { type Subscription, subscriptions } from './model.ts';
import { createSubscriptionOperation, resumeOperation } from './operations.ts';

/** Moves of subscriptions that begin with a start date in the future. */
const ofScheduled: ReadonlySet<string> = new Set(['schedule', 'activate', 'miss_start', 'start_late']);

/** How long after now a scheduled subscription of a trigger starts, in milliseconds. */
const startsIn = 7 * dayMs;

function demoProduct(ctx: Context, price: number): { id: string } {
  const body = { name: 'Coffee club', price, recurring: { interval: 'month' as const } };
  const answer = createProductOperation.handle(ctx, { body, query: {}, params: {} });
  if (answer instanceof Refused) throw answer.error;
  return answer;
}

/** Makes what is due of a subscription due now, and does it; the clock stays. */
function runDue(ctx: Context, { id }: Subscription, kind: string): Subscription {
  for (const job of ctx.of(jobs).newestFirst({ subject: [id] })) {
    if (job.kind !== kind) continue;
    ctx.remove(jobs, job.id);
    ctx.engine.registry.job(kind)?.run(ctx, { ...job, due_at: ctx.at });
    return ctx.get(subscriptions, id);
  }
  throw wrongState(
    `Nothing of the kind ${kind} is to come for ${id}; the outcome of its last charge is not known yet.`,
  );
}

/** The same while the network declines. */
function runDeclined(ctx: Context, subscription: Subscription, kind: string, code = 'declined'): Subscription {
  const forced = ctx.forcedOutcome;
  ctx.forcedOutcome = { kind: 'decline', code };
  try {
    return runDue(ctx, subscription, kind);
  } finally {
    ctx.forcedOutcome = forced;
  }
}

function whole(answer: Subscription | Refused): Subscription {
  if (answer instanceof Refused) throw answer.error;
  return answer;
}

export const subscriptionTrigger: TriggerDef<Subscription> = {
  fresh: (ctx, verb, { amount = 1900, set = {} }) => {
    const { customer, method } = demoBuyer(ctx, 'card');
    const body = {
      customer_id: customer.id,
      payment_method_id: method.id,
      product_id: demoProduct(ctx, amount).id,
      ...(ofScheduled.has(verb) ? { start_date: ctx.later(startsIn) } : {}),
      ...set,
    };
    return whole(createSubscriptionOperation.handle(ctx, { body, query: {}, params: {} }));
  },
  apply: (ctx, subscription, verb, { code, reason }) => {
    switch (verb) {
      case 'activate':
        return runDue(ctx, subscription, 'subscription.activate');
      case 'miss_start':
        return runDeclined(ctx, subscription, 'subscription.activate', code);
      case 'renew':
        return runDue(ctx, subscription, 'subscription.renew');
      case 'miss':
        return runDeclined(ctx, subscription, 'subscription.renew', code);
      case 'start_late':
      case 'recover':
        return runDue(ctx, subscription, 'subscription.retry');
      case 'end':
        return runDue(ctx, subscription, 'subscription.end');
      case 'give_up':
        return giveUp(ctx, subscription);
      case 'schedule_cancel':
        return cancelSubscription(ctx, subscription, { reason });
      case 'cancel':
        return cancelSubscription(ctx, subscription, { reason, immediate: true });
      case 'pause':
        return pauseSubscription(ctx, subscription);
      case 'resume':
      case 'keep':
        return whole(resumeOperation.handle(ctx, { body: {}, query: {}, params: { id: subscription.id } }));
      default:
        throw new ServiceError('invalid_request_error', `A subscription cannot be asked to ${verb}.`);
    }
  },
  options: {
    create: ['amount'],
    schedule: ['amount'],
    miss_start: ['code'],
    miss: ['code'],
    schedule_cancel: ['reason'],
    cancel: ['reason'],
  },
};
