import { dayMs } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import type { EventView, ObservedRun } from '../observed/observed-run.ts';
import { pagesLeftOpen, pagesUnpaid } from '../observed/open-pages.ts';
import { inapplicable, incomplete, type UntriedVerdict } from '../rule.ts';
import { type Adversity, apart, type LaterStep, together, typesDelivered } from './fault-plans.ts';
import { afterSuccess, charged, makingsOf } from './payments.ts';

/** Adversities long after a success: money is lost again, a subscription ends, or an event falls in another month. */

export const disputeLost: Adversity = {
  name: 'dispute-lost',
  does: 'a card payment is charged back, and the cardholder wins the dispute',
  permittedBy: 'a dispute can be lost (dispute.lost)',
  rules: ['async/lost-dispute-kept'],
  beside: ['payment-disputed'],
  each: 'each card payment',
  ...afterSuccess(
    { ...charged.back, then: { once: 'dispute.created', trigger: 'dispute.lost' } },
    charged.eventsOf,
    charged.otherwise,
  ),
};

export const pagePaidTwice: Adversity = {
  name: 'page-paid-twice',
  does: 'after the scenario, the buyer pays a page that is still open, although the order was already paid on another page, and the clock moves forward 10 days',
  permittedBy: 'a session stays open until it is paid or expires, regardless of other sessions',
  rules: ['async/paid-twice'],
  each: 'each page that is still open',
  ...afterSuccess(
    { once: 'payment.completed', trigger: 'checkout_session.complete', onPagesLeft: true },
    (control) => control.events.filter((event) => pagesLeftOpen(control, event).length > 0),
    inapplicable(
      'No page was still open for an order that was paid on another page',
      'open the page of one order twice in the scenario, as in two tabs, and pay only one; put the order id in the metadata of the session (order_id)',
    ),
    // The scenario itself may pay the page, after the other one.
    { rulesBehind: [], kinds: ['payment.completed'] },
  ),
};

/** How many types of events another product brings about in one run. */
const mostTypes = 6;

export const otherProduct: Adversity = {
  name: 'other-product',
  does: 'after the scenario, another product of the account takes payments, whose events go to all endpoints',
  permittedBy: 'an endpoint gets the events of all objects of the account ("Events")',
  rules: ['webhook/unknown-refused'],
  each: 'each type of event that the application answered with 2xx',
  needs: 'deliveries',
  targets: (control) => together(typesDelivered(control).slice(0, mostTypes)),
  arm: (targets) => ({
    afterwards: targets.reduceRight<LaterStep | undefined>(
      (then, { kind: trigger }) => ({ trigger, onNewObject: true, ...(then === undefined ? {} : { then }) }),
      undefined,
    )!,
    rulesBehind: [],
    kinds: targets.map(({ kind }) => kind),
  }),
};

/** How many runs the unpaid pages get. The last run takes all that are left. */
const mostPages = 3;

export const pagePaidLate: Adversity = {
  name: 'page-paid-late',
  does: 'after the scenario, the buyer pays a page that is still open, although the application may have closed its order, and the clock moves forward 10 days; other runs pay another page',
  permittedBy: 'a session stays open until it is paid or expires, whatever becomes of its order',
  rules: ['async/paid-after-end'],
  each: 'unpaid pages, one at a time',
  needs: 'outcomes',
  targets: (control) => {
    const all = pagesUnpaid(control).map((_, at) => at);
    const runs = all.slice(0, mostPages).map((at) => (at < mostPages - 1 ? [at] : all.slice(at)));
    return apart(runs.map((places) => ({ kind: 'payment.completed', places })));
  },
  otherwise: inapplicable(
    'No unpaid page was still open at the end of the scenario',
    'open a page in the scenario, cancel its order or let it expire, and leave the page unpaid',
  ),
  arm: ([target]) => ({
    afterwards: { trigger: 'checkout_session.complete', onPagesUnpaid: target?.places ?? [] },
    // The scenario itself may still pay the page.
    rulesBehind: [],
    kinds: ['payment.completed'],
  }),
};

export const subscriptionEnded: Adversity = {
  name: 'subscription-ended',
  does: 'after the scenario, a subscription is renewed and ended; in another run, the payment for that renewal settles only after the end',
  permittedBy: 'a payment is pending settlement until payment.completed, whatever happens to its subscription',
  rules: ['async/paid-after-end'],
  each: 'a subscription that ends, and a subscription whose payment settles after the end',
  needs: 'outcomes',
  targets: (control) => {
    const ended = new Set(eventsIn(control, 'subscription.cancelled').map(({ subject }) => subject));
    const left = startsOf(control).filter(({ subject }) => !ended.has(subject));
    return apart(
      makingsOf(control, left).flatMap((of) => ['ended', 'late'].map((way) => ({ kind: 'ended', way, of }))),
    );
  },
  otherwise: (control) =>
    startsOf(control).length === 0
      ? noneStarted(control)
      : incomplete(
          'The scenario itself ends every subscription',
          'keep one subscription active in the scenario, so that the audit can renew and end it afterwards',
        ),
  arm: ([target], { control }) => {
    const { of, way } = target!;
    const isOnly = makingsOf(control, startsOf(control)).length === 1;
    const afterwards = {
      once: startsOf(control)[0]!.type,
      trigger: 'subscription.renewed',
      then: { once: 'subscription.renewed', trigger: 'subscription.cancelled' },
      ...(isOnly || of === undefined ? {} : { of }),
    };
    const when = { operation: 'subscriptions.renew', gateway: 'debit_payouts' };
    return way === 'ended'
      ? { afterwards, rulesBehind: [], kinds: ['subscription.cancelled'] }
      : {
          afterwards,
          rulesBehind: [{ when, then: { kind: 'late', after: 5 * dayMs } }],
          kinds: ['subscription.cancelled', 'payment.completed'],
        };
  },
};

const eventsIn = ({ events }: ObservedRun, type: string): EventView[] => events.filter((event) => event.type === type);

/** The first events about subscriptions. */
function startsOf(control: ObservedRun): EventView[] {
  const created = eventsIn(control, 'subscription.created');
  return created.length > 0 ? created : eventsIn(control, 'subscription.renewed');
}

/** A page that starts subscriptions sends no event about them, but the payments contain their ids. */
function noneStarted({ events }: ObservedRun): UntriedVerdict {
  const isOnPage = events.some(
    ({ data }) => isObject(data) && Array.isArray(data.subscription_ids) && data.subscription_ids.length > 0,
  );
  return isOnPage
    ? incomplete(
        'Every subscription was started on a page, and none was renewed',
        'let the scenario run for a full billing period: npx payments-emulator clock advance 32d',
      )
    : inapplicable('No subscription was created in the control runs', 'create a subscription in the scenario');
}

export const monthEnd: Adversity = {
  name: 'month-end',
  does: 'the scenario starts half an hour before the month ends in UTC, once on a machine in UTC and once on a machine 14 hours ahead',
  permittedBy: 'timestamps are in UTC, in whatever time zone a machine is ("Resources" 3)',
  rules: ['async/local-month'],
  isOfContents: true,
  each: 'a machine in UTC, and a machine 14 hours ahead',
  targets: ({ events }) =>
    apart(events.some(({ unsent }) => unsent !== 'history') ? ['UTC', 'Pacific/Kiritimati'] : []),
  otherwise: inapplicable('The control runs had no events', 'add a charge, a refund or a payout to the scenario'),
  arm: ([target]) => ({ atMonthEnd: true, env: { TZ: target!.kind }, kinds: [target!.kind] }),
};
