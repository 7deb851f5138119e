import { lifecycle, shownAs } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of a subscription (specification, "States and transitions", Subscription); the specification does not name
 * the literal statuses. A pending cancellation at the period's end is shown as `active`. A `past_due` subscription was
 * active before, or is `unstarted`: the first payment at its start date was declined. The consequences of a declined
 * payment are assumed.
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
      about: 'the first payment is taken at once',
    },
    begin: {
      from: null,
      to: 'active',
      by: 'reaction',
      about: 'a recurring product is paid for on the page of a checkout session or a payment link',
    },
    schedule: {
      from: null,
      to: 'scheduled',
      by: 'api',
      emits: ['subscription.scheduled'],
      about: 'it is made with a start date in the future',
    },
    activate: {
      from: 'scheduled',
      to: 'active',
      by: 'clock',
      emits: ['subscription.activated'],
      about: 'its start date arrives and the first payment is taken',
      role: 'settle',
    },
    miss_start: {
      from: 'scheduled',
      to: 'unstarted',
      by: 'clock',
      about: 'its start date arrives and the first payment is declined',
    },
    start_late: {
      from: 'unstarted',
      to: 'active',
      by: 'clock',
      emits: ['subscription.activated'],
      about: 'a declined first payment succeeds when it is tried again',
    },
    renew: {
      from: 'active',
      to: 'active',
      by: 'clock',
      emits: ['subscription.renewed'],
      about: 'the next period is paid for',
      role: 'settle',
    },
    miss: { from: 'active', to: 'past_due', by: 'clock', about: 'a payment is declined, or fails later', role: 'fail' },
    recover: {
      from: 'past_due',
      to: 'active',
      by: 'clock',
      emits: ['subscription.renewed'],
      about: 'a declined payment succeeds when it is tried again',
    },
    cancel: {
      from: ['active', 'cancellation_pending', 'scheduled', 'paused', 'past_due', 'unstarted'],
      to: 'cancelled',
      usually: 'active',
      by: 'api',
      emits: ['subscription.cancelled'],
      about: 'it is cancelled at once',
      role: 'void',
    },
    give_up: {
      from: ['past_due', 'unstarted'],
      to: 'cancelled',
      usually: 'past_due',
      by: 'clock',
      emits: ['subscription.cancelled'],
      about: 'the last try of a declined payment is declined',
    },
    schedule_cancel: {
      from: 'active',
      to: 'cancellation_pending',
      by: 'api',
      emits: ['subscription.cancel_scheduled'],
      about: "it is to be cancelled at its period's end",
    },
    keep: {
      from: 'cancellation_pending',
      to: 'active',
      by: 'api',
      about: 'a pending cancellation is taken back',
      harmless: true,
    },
    end: {
      from: 'cancellation_pending',
      to: 'cancelled',
      by: 'clock',
      emits: ['subscription.cancelled'],
      about: "its last period's end is reached",
    },
    pause: {
      from: 'active',
      to: 'paused',
      by: 'api',
      emits: ['subscription.paused'],
      about: 'billing stops',
      harmless: true,
    },
    resume: { from: 'paused', to: 'active', by: 'api', emits: ['subscription.resumed'], about: 'billing goes on' },
  },
});
