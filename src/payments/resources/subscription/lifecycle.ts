import { lifecycle, shownAs } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of a subscription (specification, "States and transitions", Subscription). The specification does not
 * give the literal statuses. A subscription with a pending cancellation at the end of the period is shown as
 * `active`. A `past_due` subscription was active before, or it is `unstarted`: the first payment at its start date
 * was declined. The consequences of a declined payment are assumed.
 */
export const subscriptionLifecycle = lifecycle('subscription', {
  states: {
    active: 'active',
    cancellation_pending: shownAs(
      'active',
      ({ cancel_at_period_end }: { cancel_at_period_end: boolean }) => cancel_at_period_end,
    ),
    scheduled: 'scheduled',
    paused: 'paused',
    past_due: 'past_due',
    unstarted: shownAs(
      'past_due',
      ({ current_period_start }: { current_period_start: string | null }) => current_period_start === null,
    ),
    cancelled: 'cancelled',
  },
  moves: {
    create: {
      from: null,
      to: 'active',
      by: 'api',
      emits: ['subscription.created'],
      about: 'the first payment is taken immediately',
    },
    begin: {
      from: null,
      to: 'active',
      by: 'reaction',
      about: 'the customer pays for a recurring product on the page of a checkout session or a payment link',
    },
    schedule: {
      from: null,
      to: 'scheduled',
      by: 'api',
      emits: ['subscription.scheduled'],
      about: 'the subscription is created with a start date in the future',
    },
    activate: {
      from: 'scheduled',
      to: 'active',
      by: 'clock',
      emits: ['subscription.activated'],
      about: 'the start date arrives and the first payment is taken',
      role: 'settle',
    },
    miss_start: {
      from: 'scheduled',
      to: 'unstarted',
      by: 'clock',
      about: 'the start date arrives and the first payment is declined',
    },
    start_late: {
      from: 'unstarted',
      to: 'active',
      by: 'clock',
      emits: ['subscription.activated'],
      about: 'a retry of a declined first payment succeeds',
    },
    renew: {
      from: 'active',
      to: 'active',
      by: 'clock',
      emits: ['subscription.renewed'],
      about: 'the next period is paid',
      role: 'settle',
    },
    miss: { from: 'active', to: 'past_due', by: 'clock', about: 'a payment is declined or fails later', role: 'fail' },
    recover: {
      from: 'past_due',
      to: 'active',
      by: 'clock',
      emits: ['subscription.renewed'],
      about: 'a retry of a declined payment succeeds',
    },
    cancel: {
      from: ['active', 'cancellation_pending', 'scheduled', 'paused', 'past_due', 'unstarted'],
      to: 'cancelled',
      usually: 'active',
      by: 'api',
      emits: ['subscription.cancelled'],
      about: 'the subscription is cancelled immediately',
      role: 'void',
    },
    give_up: {
      from: ['past_due', 'unstarted'],
      to: 'cancelled',
      usually: 'past_due',
      by: 'clock',
      emits: ['subscription.cancelled'],
      about: 'the last retry of a payment is declined',
    },
    schedule_cancel: {
      from: 'active',
      to: 'cancellation_pending',
      by: 'api',
      emits: ['subscription.cancel_scheduled'],
      about: 'a cancellation is scheduled for the end of the period',
    },
    keep: {
      from: 'cancellation_pending',
      to: 'active',
      by: 'api',
      about: 'a pending cancellation is revoked',
      harmless: true,
    },
    end: {
      from: 'cancellation_pending',
      to: 'cancelled',
      by: 'clock',
      emits: ['subscription.cancelled'],
      about: 'the last period ends',
    },
    pause: {
      from: 'active',
      to: 'paused',
      by: 'api',
      emits: ['subscription.paused'],
      about: 'billing stops',
      harmless: true,
    },
    resume: { from: 'paused', to: 'active', by: 'api', emits: ['subscription.resumed'], about: 'billing resumes' },
  },
});
