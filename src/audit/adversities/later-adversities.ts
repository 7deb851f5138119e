import { dayMs } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import { notDelivered } from '../observed/deliveries.ts';
import { pagesLeftOpen } from '../observed/open-pages.ts';
import { inapplicable, incomplete } from '../rule.ts';
import { type Adversity, armLaterStep, canLearnOutcomes, isRail } from './fault-plans.ts';

/** Adversities long after a success: money is lost again, a subscription ends, or an event falls into another month. */

export const disputeLost: Adversity = {
  name: 'dispute-lost',
  does: 'a payment by card is charged back, and the dispute is decided for the cardholder',
  permittedBy: 'a dispute may be lost (dispute.lost)',
  rules: ['async/lost-dispute-kept'],
  beside: ['payment-disputed'],
  each: 'each payment by card',
  arm: armLaterStep(
    {
      once: 'payment.completed',
      trigger: 'payment.disputed',
      with: { kind: 'chargeback' },
      then: { once: 'dispute.created', trigger: 'dispute.lost' },
    },
    (event) => !isRail(event, 'ach'),
    'No payment by card was completed in the controls',
    'let the scenario settle one',
  ),
};

export const pagePaidTwice: Adversity = {
  name: 'page-paid-twice',
  does: 'after the scenario the buyer also pays a page that was left open for an order that another page has paid, and the clock goes on for 10 days',
  permittedBy: 'a session stays open until it is paid or expires, whatever becomes of others',
  rules: ['async/paid-twice'],
  each: 'each page that was left open',
  arm: (control) => {
    if (!canLearnOutcomes(control)) return notDelivered(control);
    return control.events.some((event) => pagesLeftOpen(control, event).length > 0)
      ? {
          afterwards: { once: 'payment.completed', trigger: 'checkout_session.complete', onPagesLeft: true },
          // The scenario may pay the page itself, later than the other.
          rulesBehind: [],
          kinds: ['payment.completed'],
        }
      : inapplicable(
          'No page was left open for an order that was paid on another',
          'let the scenario open the page of one order twice, as in two tabs, and pay one; name the order in the metadata of the session (order_id)',
        );
  },
};

export const subscriptionEnded: Adversity = {
  name: 'subscription-ended',
  does: 'after the scenario a subscription is renewed and ended; in another run the payment of that renewal settles only after the end',
  permittedBy: 'a payment is pending settlement until payment.completed, whatever happens to its subscription',
  rules: ['async/paid-after-end'],
  each: 'a subscription that is ended, and one whose payment settles after that',
  arm: (control) => {
    if (!canLearnOutcomes(control)) return notDelivered(control);
    const of = (type: string) => control.events.filter((event) => event.type === type).map(({ subject }) => subject);
    // A page that begins subscriptions sends no event about them; their payments name them.
    const onPages = control.events.flatMap(({ data }) =>
      isObject(data) && Array.isArray(data.subscription_ids) ? data.subscription_ids : [],
    );
    const created = of('subscription.created');
    const once = created.length > 0 ? 'subscription.created' : 'subscription.renewed';
    const made = of(once);
    const ended = new Set(of('subscription.cancelled'));
    if (made.length === 0) {
      return onPages.length === 0
        ? inapplicable('Nothing was subscribed to in the controls', 'let the scenario make a subscription')
        : incomplete(
            'Not tried: a page began every subscription, and none was renewed',
            'let the scenario go on for a period: npx payments-emulator clock advance 32d',
          );
    }
    if (made.every((id) => ended.has(id))) {
      return incomplete(
        'Not tried: the scenario ends every subscription itself',
        'let it leave one that goes on, to be renewed and ended behind the scenario',
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
  does: 'the scenario begins half an hour before a month ends in UTC, once where the machine is in UTC and once where it is 14 hours ahead',
  permittedBy: 'instants are told in UTC, wherever a machine stands ("Resources" 3)',
  rules: ['async/local-month'],
  each: 'a machine in UTC, and one that is 14 hours ahead',
  arm: (control) =>
    control.events.some(({ unsent }) => unsent !== 'history')
      ? ['UTC', 'Pacific/Kiritimati'].map((TZ) => ({ atMonthEnd: true, env: { TZ }, kinds: [TZ] }))
      : inapplicable('Nothing happened in the controls', 'let the scenario charge, refund or pay out'),
};
