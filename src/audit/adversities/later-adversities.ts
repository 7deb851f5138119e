import { dayMs } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { notDelivered } from '../observed/deliveries.ts';
import { pagesLeftOpen } from '../observed/open-pages.ts';
import { inapplicable, incomplete } from '../rule.ts';
import { type Adversity, armLaterStep, canLearnOutcomes, ifLearnt, isRail } from './fault-plans.ts';

/** Adversities long after a success: money is lost again, a subscription ends, or an event falls in another month. */

export const disputeLost: Adversity = {
  name: 'dispute-lost',
  does: 'a card payment is charged back, and the cardholder wins the dispute',
  permittedBy: 'a dispute can be lost (dispute.lost)',
  rules: ['async/lost-dispute-kept'],
  beside: ['payment-disputed'],
  each: 'each card payment',
  arm: armLaterStep(
    {
      once: 'payment.completed',
      trigger: 'payment.disputed',
      with: { kind: 'chargeback' },
      then: { once: 'dispute.created', trigger: 'dispute.lost' },
    },
    (event) => !isRail(event, 'ach'),
    'No card payment was completed in the control runs',
    'settle a card payment in the scenario',
  ),
};

export const pagePaidTwice: Adversity = {
  name: 'page-paid-twice',
  does: 'after the scenario, the buyer pays a page that is still open, although the order was already paid on another page, and the clock moves forward 10 days',
  permittedBy: 'a session stays open until it is paid or expires, regardless of other sessions',
  rules: ['async/paid-twice'],
  each: 'each page that is still open',
  arm: ifLearnt(
    (control) => control.events.some((event) => pagesLeftOpen(control, event).length > 0),
    {
      afterwards: { once: 'payment.completed', trigger: 'checkout_session.complete', onPagesLeft: true },
      // The scenario itself may pay the page, after the other one.
      rulesBehind: [],
      kinds: ['payment.completed'],
    },
    inapplicable(
      'No page was still open for an order that was paid on another page',
      'open the page of one order twice in the scenario, as in two tabs, and pay only one; put the order id in the metadata of the session (order_id)',
    ),
  ),
};

export const subscriptionEnded: Adversity = {
  name: 'subscription-ended',
  does: 'after the scenario, a subscription is renewed and ended; in another run, the payment for that renewal settles only after the end',
  permittedBy: 'a payment is pending settlement until payment.completed, whatever happens to its subscription',
  rules: ['async/paid-after-end'],
  each: 'a subscription that ends, and a subscription whose payment settles after the end',
  arm: (control) => {
    if (!canLearnOutcomes(control)) return notDelivered(control);
    const of = (type: string) => control.events.filter((event) => event.type === type).map(({ subject }) => subject);
    // A page that starts subscriptions sends no event about them, but the payments contain their ids.
    const onPages = control.events.flatMap(({ data }) =>
      isObject(data) && Array.isArray(data.subscription_ids) ? data.subscription_ids : [],
    );
    const created = of('subscription.created');
    const once = created.length > 0 ? 'subscription.created' : 'subscription.renewed';
    const made = of(once);
    const ended = new Set(of('subscription.cancelled'));
    if (made.length === 0) {
      return onPages.length === 0
        ? inapplicable('No subscription was created in the control runs', 'create a subscription in the scenario')
        : incomplete(
            'Every subscription was started on a page, and none was renewed',
            'let the scenario run for a full billing period: npx payments-emulator clock advance 32d',
          );
    }
    if (made.every((id) => ended.has(id))) {
      return incomplete(
        'The scenario itself ends every subscription',
        'keep one subscription active in the scenario, so that the audit can renew and end it afterwards',
      );
    }
    const afterwards = {
      once,
      trigger: 'subscription.renewed',
      then: { once: 'subscription.renewed', trigger: 'subscription.cancelled' },
    };
    const when = { operation: 'subscriptions.renew', gateway: 'debit_payouts' };
    return [
      { afterwards, rulesBehind: [], kinds: ['subscription.cancelled'] },
      {
        afterwards,
        rulesBehind: [{ when, then: { kind: 'late', after: 5 * dayMs } }],
        kinds: ['subscription.cancelled', 'payment.completed'],
      },
    ];
  },
};

export const monthEnd: Adversity = {
  name: 'month-end',
  does: 'the scenario starts half an hour before the month ends in UTC, once on a machine in UTC and once on a machine 14 hours ahead',
  permittedBy: 'timestamps are in UTC, in whatever time zone a machine is ("Resources" 3)',
  rules: ['async/local-month'],
  each: 'a machine in UTC, and a machine 14 hours ahead',
  arm: (control) =>
    control.events.some(({ unsent }) => unsent !== 'history')
      ? ['UTC', 'Pacific/Kiritimati'].map((TZ) => ({ atMonthEnd: true, env: { TZ }, kinds: [TZ] }))
      : inapplicable('The control runs had no events', 'add a charge, a refund or a payout to the scenario'),
};
