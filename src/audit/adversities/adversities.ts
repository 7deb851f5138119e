import { notDelivered } from '../observed/deliveries.ts';
import { inapplicable, incomplete } from '../rule.ts';
import { withoutPayments } from '../trial/granted.ts';
import { additive, deliveryAdversities } from './delivery-adversities.ts';
import {
  type Adversity,
  acceptedDeliveries,
  armLaterStep,
  callsAfter,
  callsWithin,
  canLearnOutcomes,
  isOn,
  isRail,
  onLastRenewal,
  operationsOf,
  paidOnPage,
} from './fault-plans.ts';
import { disputeLost, monthEnd, pagePaidTwice, subscriptionEnded } from './later-adversities.ts';
import { readFailed } from './read-faults.ts';
import { costlyTwice, onOneWriteOfEachForm, onWrites, unknownOutcome } from './write-faults.ts';

/** The rules to judge when the application does not learn the outcome of a write. */
const lostAnswers: Adversity['rules'] = ['request/retry-with-new-reference', 'request/no-reference'];
const network = 'a connection may be cut at any moment';

/** The adversities that a platform may cause, in the order in which they are tried. */
export const adversities: readonly Adversity[] = [
  ...deliveryAdversities,
  {
    name: 'answer-failed',
    does: 'a call that the application makes while it handles an event is refused with 500, now and then; nothing was processed',
    permittedBy: '5xx: a failure on the service’s side ("Errors")',
    rules: ['webhook/failed-but-acknowledged', 'webhook/retry-ignored', 'webhook/effect-repeated'],
    each: 'each call that was made while an event was handled',
    arm: (control) => {
      if (acceptedDeliveries(control).length === 0) return notDelivered(control);
      const operations = callsWithin(control);
      const after = operations.length === 0 ? callsAfter(control) : [];
      if (after.length > 0) {
        return incomplete(
          `Not tried: no call was made while an event was open, and nothing tells whether an event that had been answered or a user caused ${after.join(', ')}`,
          'let a test refuse such a call (npx payments-emulator faults add status --status 500 --on OPERATION --times 1), and look whether it is made again',
        );
      }
      if (operations.length === 0) {
        return inapplicable(
          'The application called nothing while it handled an event',
          'nothing, if it works after it has answered; its own retries are judged by the other adversities',
        );
      }
      return {
        faults: operations.map((on) => ({
          on,
          kind: 'status',
          status: 500,
          times: 2,
          every: 2,
          handling: true,
        })),
      };
    },
  },
  readFailed,
  {
    name: 'answer-lost',
    does: 'a write is done, and the connection is cut before its answer; in other runs, that of a write with other fields or another outcome',
    permittedBy: network,
    rules: lostAnswers,
    each: 'one call of each form of each write',
    arm: onOneWriteOfEachForm({ kind: 'answer_lost', times: 1 }),
  },
  {
    name: 'answer-unknown-charged',
    does: '503, and later the charge turns out to have been made',
    permittedBy: '503 means that the outcome is unknown ("Failed charges" 2)',
    rules: lostAnswers,
    each: 'one call of each form that charges',
    arm: unknownOutcome('approved'),
  },
  {
    name: 'answer-unknown-failed',
    does: '503, and later the charge turns out not to have been made',
    permittedBy: '503 means that the outcome is unknown ("Failed charges" 2)',
    rules: lostAnswers,
    each: 'one call of each form that charges',
    arm: unknownOutcome('failed'),
  },
  {
    name: 'rate-limited',
    does: 'every second call of each write is 429 with Retry-After: 1, the first one too',
    permittedBy: '429 means that nothing was processed ("Limits" 2)',
    rules: ['request/rate-limit-ignored'],
    each: 'each write that was called',
    arm: (control) => {
      const armed = onWrites(() => ({ kind: 'rate_limit', every: 2 }))(control);
      // A retry comes within this time; after it, the application has given up.
      return 'state' in armed ? armed : { ...armed, quiet: 4_500 };
    },
  },
  {
    name: 'answer-slow',
    does: 'the first answer to each write that moves money takes 3 real seconds',
    permittedBy: 'no time is promised for an answer',
    rules: lostAnswers,
    each: 'each write that moves money',
    arm: (control) => {
      const operations = costlyTwice(control);
      if (operations.length === 0) {
        return inapplicable('Nothing moved money in the controls', 'let the scenario charge, refund or pay out');
      }
      return { faults: operations.map((on) => ({ on, kind: 'latency', ms: '3s', times: 1 })) };
    },
  },
  {
    name: 'answer-grown',
    does: 'unknown fields in every answer, and lists of one object a page',
    permittedBy: `${additive}; a list goes on until has_more is false ("Conventions" 3)`,
    rules: ['request/page-not-followed'],
    each: 'each list that was read',
    arm: (control) => {
      const reads = operationsOf(control, 'read');
      const writes = operationsOf(control, 'write');
      if (reads.length + writes.length === 0) return inapplicable('The API was not called', 'let the scenario use it');
      const isList = (on: string) => control.of(on).some(({ answer }) => Array.isArray(answer?.data));
      return {
        faults: [
          ...reads.map((on) => ({ on, kind: isList(on) ? ('short_pages' as const) : ('grown' as const) })),
          ...writes.map((on) => ({ on, kind: 'grown' as const })),
        ],
        // The adversity tests whether lists are read to their end.
        kinds: reads.filter(isList),
      };
    },
  },
  {
    name: 'payment-failed',
    does: 'each payment that was accepted, and settled in the controls, is rejected when it would settle',
    permittedBy: 'a payment that is pending settlement may fail (payment.failed)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'payments that settle later',
    arm: (control) => {
      if (!canLearnOutcomes(control)) return notDelivered(control);
      return control.events.some(({ type, cause }) => type === 'payment.completed' && cause.type === 'job')
        ? {
            rules: [{ when: { direction: 'in', gateway: 'debit_payouts' }, then: { kind: 'fail' } }],
            kinds: ['payment.failed'],
          }
        : inapplicable(
            'No payment was settled after it had been accepted',
            'let the scenario charge a debit card or a bank account, and settle it: npx payments-emulator settle',
          );
    },
  },
  {
    name: 'renewal-failed',
    does: 'the payment of the last renewal of a subscription is accepted, and rejected when it would settle',
    permittedBy: 'a payment that is pending settlement may fail (payment.failed), that of a renewal as well',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'the last renewal',
    arm: onLastRenewal('payment.failed', (when) => {
      // The retry comes after a day and must not look like another renewal. A rule counts only calls that no earlier
      // rule decides.
      const retries = Array.from({ length: 3 }, () => ({ when, then: { kind: 'decline' } }));
      return [{ when, then: { kind: 'fail' } }, ...retries];
    }),
  },
  {
    name: 'renewal-late',
    does: 'the payment of the last renewal of a subscription is accepted, and has not settled when the scenario ends',
    permittedBy: 'a payment is pending settlement until payment.completed, and no time is promised for that',
    rules: ['async/failure-ignored'],
    each: 'the last renewal',
    arm: onLastRenewal('subscription.renewed', (when) => [
      { when, then: { kind: 'late', after: 365 * 24 * 3_600_000 } },
    ]),
  },
  {
    name: 'payout-failed',
    does: 'each payout that was accepted, and paid in the controls, is refused by the receiving bank',
    permittedBy: 'a payout may fail after it was accepted (payout.failed)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'payouts that are paid later',
    arm: (control) => {
      if (!canLearnOutcomes(control)) return notDelivered(control);
      return control.events.some(({ type }) => type === 'payout.paid')
        ? { rules: [{ when: { direction: 'out' }, then: { kind: 'fail' } }], kinds: ['payout.failed'] }
        : inapplicable(
            'No payout was paid in the controls',
            'let the scenario pay one out, and settle it: npx payments-emulator settle',
          );
    },
  },
  {
    name: 'payout-returned',
    does: 'a payout that was paid comes back from the bank, and the clock goes on for 10 days',
    permittedBy: 'the receiving bank may send a settled ACH payout back (payout.returned)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'each payout by ACH',
    arm: armLaterStep(
      { once: 'payout.paid', trigger: 'payout.returned', with: { code: 'R03' } },
      isOn('ach'),
      'No payout by ACH was paid in the controls',
      'let the scenario pay one out to a bank account, and settle it',
    ),
  },
  {
    name: 'payment-disputed',
    does: 'a payment by card is charged back, and the clock goes on for 10 days',
    permittedBy: 'a settled payment may be charged back (payment.disputed)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'each payment by card',
    arm: armLaterStep(
      { once: 'payment.completed', trigger: 'payment.disputed', with: { kind: 'chargeback' } },
      (event) => !isRail(event, 'ach'),
      'No payment by card was completed in the controls',
      'let the scenario settle one',
    ),
  },
  {
    name: 'payment-refunded',
    does: 'a payment is refunded by somebody at the dashboard, and the clock goes on for 10 days',
    permittedBy: 'a refund may be made by others than the application (payment.refunded)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    beside: withoutPayments,
    each: 'each payment',
    arm: armLaterStep(
      { once: 'payment.completed', trigger: 'payment.refunded' },
      () => true,
      'No payment was completed in the controls',
      'let the scenario settle one',
    ),
  },
  disputeLost,
  pagePaidTwice,
  subscriptionEnded,
  {
    name: 'bank-debit-failed',
    does: 'a bank debit that was settled is returned by the bank, and the clock goes on for 10 days',
    permittedBy: 'a settled bank debit may be returned (payment.disputed, ach_return)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'each bank debit',
    arm: armLaterStep(
      { once: 'payment.completed', trigger: 'payment.disputed', with: { kind: 'ach_return' } },
      isOn('ach'),
      'No bank debit was completed in the controls',
      'let the scenario charge a bank account, and settle it',
    ),
  },
  {
    name: 'amount-changed',
    does: 'a payment on a page is one cent less than requested, or in another currency; events and reads both say so',
    permittedBy: "what is paid is what the buyer's side did",
    rules: ['request/amount-unchecked'],
    each: 'another amount, another currency',
    arm: paidOnPage({ 'one cent less': { by: -1 }, 'another currency': { currency: 'EUR' } }),
  },
  monthEnd,
  {
    name: 'restart',
    does: 'the emulator is killed and starts again on its data between two steps',
    permittedBy: 'operations: whatever runs is started again one day',
    rules: ['webhook/effect-repeated', ...lostAnswers],
    each: 'the middle of the scenario',
    arm: (control, choose) => {
      const writes = control.requests.filter(
        ({ view, isAccepted }) => isAccepted && view.method !== 'GET' && view.path.startsWith('/api/v1/'),
      ).length;
      if (writes < 2) {
        return inapplicable('There were no two writes in the controls', 'let the scenario charge, refund or pay out');
      }
      return { restart: { after: 1 + ((Math.floor(writes / 3) + choose(writes - 1)) % (writes - 1)) } };
    },
  },
];
