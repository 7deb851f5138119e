import { isPaidOnPage } from '../observed/making.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import { inapplicable, incomplete, type UntriedVerdict } from '../rule.ts';
import { withoutPayments } from '../trial/granted.ts';
import { additive, deliveryAdversities } from './delivery-adversities.ts';
import { type Adversity, apart, callsAfter, callsWithin, operationsOf, together } from './fault-plans.ts';
import {
  disputeLost,
  monthEnd,
  otherProduct,
  pagePaidLate,
  pagePaidTwice,
  subscriptionEnded,
} from './later-adversities.ts';
import { afterSuccess, byOutcome, charged, eventsOfType, isRail, onLastRenewal } from './payments.ts';
import { readFailed } from './read-faults.ts';
import { costlyTwice, onOneWriteOfEachForm, onOperations, onWrites, unknownOutcome } from './write-faults.ts';

/** The rules to judge when the application does not learn the outcome of a write. */
const lostAnswers: Adversity['rules'] = ['request/retry-with-new-reference', 'request/no-reference'];
const network = 'a connection can break at any moment';

const noCall = inapplicable(
  'The application made no API call while it handled an event',
  'no change is needed if the application does its work after it has answered; the other adversities judge its retries',
);

/** Why the handlers of an application made no call that could fail. */
function noCallWithin(control: ObservedRun): UntriedVerdict {
  const after = callsAfter(control);
  return after.length === 0
    ? noCall
    : incomplete(
        `The application made no call while it handled an event, and it is unclear whether an event that it had already answered or a user caused ${after.join(', ')}`,
        'have a test refuse such a call (npx payments-emulator faults add status --status 500 --on OPERATION --times 1), and check whether the application repeats it',
      );
}

const refused = onWrites(() => ({ kind: 'rate_limit', every: 2 }));

const isList = (control: ObservedRun, operation: string): boolean =>
  control.of(operation).some(({ answer }) => Array.isArray(answer?.data));

const calls = onOperations(
  (control) => [...operationsOf(control, 'read'), ...operationsOf(control, 'write')],
  (on, control) => ({
    kind: operationsOf(control, 'read').includes(on) && isList(control, on) ? 'short_pages' : 'grown',
  }),
  inapplicable('The application did not call the API', 'add an API call to the scenario'),
);

/** How a payment on a page can differ from what was asked for. */
const otherAmounts: Readonly<Record<string, object>> = {
  'one cent less': { by: -1 },
  'another currency': { currency: 'EUR' },
};

const writesIn = ({ requests }: ObservedRun): number =>
  requests.filter(({ view, isAccepted }) => isAccepted && view.method !== 'GET' && view.path.startsWith('/api/v1/'))
    .length;

/** The adversities that a platform can cause, in the order in which the audit tries them. */
export const adversities: readonly Adversity[] = [
  ...deliveryAdversities,
  {
    name: 'answer-failed',
    does: 'some calls that the application makes while it handles an event are refused with 500; the platform processes nothing',
    permittedBy: '5xx: a failure of the service ("Errors")',
    rules: ['webhook/failed-but-acknowledged', 'webhook/retry-ignored', 'webhook/effect-repeated'],
    beside: ['webhook-lost'],
    alsoChanges: ['order'],
    each: 'each call that the application made while it handled an event',
    ...onOperations(
      callsWithin,
      () => ({ kind: 'status', status: 500, times: 2, every: 2, handling: true }),
      noCallWithin,
    ),
    needs: 'deliveries',
  },
  readFailed,
  {
    name: 'answer-lost',
    does: 'the platform performs a write, but the connection is cut before the response; other runs cut the response to a write with other fields or another outcome',
    permittedBy: network,
    rules: lostAnswers,
    alsoChanges: ['order'],
    each: 'one call of each form of each write',
    ...onOneWriteOfEachForm({ kind: 'answer_lost', times: 1 }),
  },
  {
    name: 'answer-unknown-charged',
    does: 'the response to a charge is 503, and the charge later turns out to have succeeded',
    permittedBy: '503 means that the outcome is unknown ("Failed charges" 2)',
    rules: lostAnswers,
    alsoChanges: ['order'],
    each: 'one call of each form of each charge operation',
    ...unknownOutcome('approved'),
  },
  {
    name: 'answer-unknown-failed',
    does: 'the response to a charge is 503, and the charge later turns out to have failed',
    permittedBy: '503 means that the outcome is unknown ("Failed charges" 2)',
    rules: lostAnswers,
    alsoChanges: ['order'],
    each: 'one call of each form of each charge operation',
    ...unknownOutcome('failed'),
  },
  {
    name: 'rate-limited',
    does: 'every second call of each write, starting with the first, is refused with 429 and Retry-After: 1',
    permittedBy: '429 means that nothing was processed ("Limits" 2)',
    rules: ['request/rate-limit-ignored', 'webhook/retry-ignored'],
    alsoChanges: ['order'],
    each: 'each write that the application called',
    ...refused,
    // An application that does not retry within this time has given up.
    arm: (targets, by) => ({ ...refused.arm(targets, by), quiet: 4_500 }),
  },
  {
    name: 'answer-slow',
    does: 'the first response to each write that moves money takes 3 real seconds',
    permittedBy: 'the platform does not promise a response time',
    rules: lostAnswers,
    alsoChanges: ['order'],
    each: 'each write that moves money',
    ...onOperations(
      costlyTwice,
      () => ({ kind: 'latency', ms: '3s', times: 1 }),
      inapplicable(
        'The application moved no money in the control runs',
        'add a charge, a refund or a payout to the scenario',
      ),
    ),
  },
  {
    name: 'answer-grown',
    does: 'every response has unknown fields, and each page of a list has one object',
    permittedBy: `${additive}; a list continues until has_more is false ("Conventions" 3)`,
    rules: ['request/page-not-followed'],
    isOfContents: true,
    alsoChanges: ['order'],
    each: 'each list that the application read',
    ...calls,
    // The adversity tests whether the application reads lists to the end.
    arm: (targets, by) => ({
      ...calls.arm(targets, by),
      kinds: operationsOf(by.control, 'read').filter((on) => isList(by.control, on)),
    }),
  },
  {
    name: 'payment-failed',
    does: 'each payment that was accepted, and that settled in the control runs, fails when it is due to settle',
    permittedBy: 'a payment that is pending settlement can fail (payment.failed)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'the payments of each operation that settle later',
    ...byOutcome(
      { when: { direction: 'in', gateway: 'debit_payouts' }, then: { kind: 'fail' }, kinds: ['payment.failed'] },
      eventsOfType('payment.completed', ({ cause }) => cause.type === 'job'),
      inapplicable(
        'No accepted payment settled later in the control runs',
        'charge a debit card or a bank account in the scenario, and settle the payment: npx payments-emulator settle',
      ),
    ),
  },
  {
    name: 'renewal-failed',
    does: 'the payment for the last renewal of a subscription is accepted, and fails when it is due to settle',
    permittedBy: 'a payment that is pending settlement can fail (payment.failed), and so can the payment for a renewal',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'the last renewal',
    ...onLastRenewal('payment.failed', (when) => {
      // The retry comes after a day and must not look like another renewal. A rule counts only calls that no earlier
      // rule matches.
      const retries = Array.from({ length: 3 }, () => ({ when, then: { kind: 'decline' } }));
      return [{ when, then: { kind: 'fail' } }, ...retries];
    }),
  },
  {
    name: 'renewal-late',
    does: 'the payment for the last renewal of a subscription is accepted, and is not yet settled when the scenario ends',
    permittedBy:
      'a payment is pending settlement until payment.completed, and the platform does not promise when that happens',
    rules: ['async/failure-ignored'],
    each: 'the last renewal',
    ...onLastRenewal('subscription.renewed', (when) => [{ when, then: { kind: 'late', after: 365 * 24 * 3_600_000 } }]),
  },
  {
    name: 'payout-failed',
    does: 'the receiving bank refuses each payout that was accepted, and that was paid in the control runs',
    permittedBy: 'a payout can fail after it was accepted (payout.failed)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'payouts that are paid later',
    ...byOutcome(
      { when: { direction: 'out' }, then: { kind: 'fail' }, kinds: ['payout.failed'] },
      eventsOfType('payout.paid'),
      inapplicable(
        'No payout was paid in the control runs',
        'add a payout to the scenario, and settle it: npx payments-emulator settle',
      ),
    ),
  },
  {
    name: 'payout-returned',
    does: 'the bank returns a payout that was paid, and the clock moves forward 10 days',
    permittedBy: 'the receiving bank can return a settled ACH payout (payout.returned)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'each ACH payout',
    ...afterSuccess(
      { once: 'payout.paid', trigger: 'payout.returned', with: { code: 'R03' } },
      eventsOfType('payout.paid', (event) => isRail(event, 'ach')),
      inapplicable(
        'No ACH payout was paid in the control runs',
        'add a payout to a bank account to the scenario, and settle it',
      ),
    ),
  },
  {
    name: 'payment-disputed',
    does: 'a card payment is charged back, and the clock moves forward 10 days',
    permittedBy: 'a settled payment can be charged back (payment.disputed)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'each card payment',
    ...afterSuccess(charged.back, charged.eventsOf, charged.otherwise),
  },
  {
    name: 'payment-refunded',
    does: 'a person refunds a payment in the dashboard, and the clock moves forward 10 days',
    permittedBy: 'someone other than the application can refund a payment (payment.refunded)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    beside: withoutPayments,
    each: 'each payment',
    ...afterSuccess(
      { once: 'payment.completed', trigger: 'payment.refunded' },
      eventsOfType('payment.completed'),
      inapplicable('No payment was completed in the control runs', 'settle a card payment in the scenario'),
    ),
  },
  disputeLost,
  otherProduct,
  pagePaidTwice,
  pagePaidLate,
  subscriptionEnded,
  {
    name: 'bank-debit-failed',
    does: 'the bank returns a settled bank debit, and the clock moves forward 10 days',
    permittedBy: 'a settled bank debit can be returned (payment.disputed, ach_return)',
    rules: ['async/failure-ignored', 'webhook/ignored'],
    each: 'each bank debit',
    ...afterSuccess(
      { once: 'payment.completed', trigger: 'payment.disputed', with: { kind: 'ach_return' } },
      eventsOfType('payment.completed', (event) => isRail(event, 'ach')),
      inapplicable(
        'No bank debit was completed in the control runs',
        'charge a bank account in the scenario, and settle the payment',
      ),
    ),
  },
  {
    name: 'amount-changed',
    does: 'a payment on a page is one cent less than requested, or in another currency; events and reads both show the paid amount',
    permittedBy: "the buyer's side decides what is paid",
    rules: ['request/amount-unchecked'],
    each: 'another amount, another currency',
    targets: ({ events }) => apart(events.some(isPaidOnPage) ? Object.keys(otherAmounts) : []),
    otherwise: inapplicable(
      'No buyer paid on a page in the control runs',
      'pay a session, a link or an invoice in the scenario: npx payments-emulator trigger checkout_session.complete --id cs_…',
    ),
    arm: (targets) => ({
      rules: targets.map(({ kind }) => ({
        when: { operation: 'checkout.pay' },
        then: { kind: 'other_amount', ...otherAmounts[kind] },
      })),
      kinds: targets.map(({ kind }) => kind),
    }),
  },
  monthEnd,
  {
    name: 'restart',
    does: 'the emulator is killed and restarted with its data between two steps',
    permittedBy: 'operations: every running service is restarted at some point',
    rules: ['webhook/effect-repeated', ...lostAnswers],
    alsoChanges: ['order'],
    each: 'the middle of the scenario',
    targets: (control) => together(writesIn(control) < 2 ? [] : ['restart']),
    otherwise: inapplicable(
      'The control runs had fewer than two writes',
      'add a charge, a refund or a payout to the scenario',
    ),
    arm: (_, { control, choose }) => {
      const writes = writesIn(control);
      return { restart: { after: 1 + ((Math.floor(writes / 3) + choose(writes - 1)) % (writes - 1)) } };
    },
  },
];
