/**
 * The state tables of the specification, typed by hand row by row. Beside each row stands the name of the move that it
 * is in the emulator; the test holds the two to each other.
 */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** One row of "States and transitions". */
export interface StateRow {
  readonly state: string;
  readonly trigger: string;
  readonly condition?: string;
  readonly next: string;
  readonly also?: string;
  /** The events that "Also happens" names. */
  readonly events?: readonly string[];
  /** The route that brings it about, where one does. */
  readonly route?: string;
  /** What it is in the emulator: verbs of the lifecycle. */
  readonly moves: readonly string[];
  /** The status of the refusal that the row is, instead of a move. */
  readonly refusal?: 400 | 409;
}

/** The tables, by the noun of the lifecycle. */
export const specifiedStates: Readonly<Record<string, { title: string; rows: readonly StateRow[] }>> = {
  invoice: {
    title: 'Invoice',
    rows: [
      {
        state: '(none)',
        trigger: 'create invoice',
        condition: 'default',
        next: 'draft',
        also: 'nothing is emailed',
        route: 'POST /invoices',
        moves: ['create'],
      },
      {
        state: '(none)',
        trigger: 'create invoice with `send` true',
        next: 'sent',
        also: 'behaves like sending',
        route: 'POST /invoices',
        moves: ['create', 'send'],
      },
      {
        state: 'draft',
        trigger: 'send',
        condition: 'first send',
        next: 'sent',
        also: 'payment link is made; invoice emailed with its PDF',
        route: 'POST /invoices/{id}/send',
        moves: ['send'],
      },
      {
        state: 'sent',
        trigger: 'send again',
        next: 'sent',
        also: 'emailed again, same link',
        route: 'POST /invoices/{id}/send',
        moves: ['send'],
      },
      {
        state: 'unpaid invoice',
        trigger: 'void',
        condition: 'invoice is unpaid',
        next: 'void',
        also: 'its payment link is deactivated',
        route: 'POST /invoices/{id}/void',
        moves: ['void'],
      },
    ],
  },
  transaction: {
    title: 'Transaction',
    rows: [
      {
        state: '(none)',
        trigger: 'charge on the debit-and-payouts rail',
        condition: 'accepted',
        next: 'pending_settlement',
        also: '`payment.completed` waits for settlement',
        route: 'POST /charges',
        moves: ['accept'],
      },
      {
        state: '(none)',
        trigger: 'charge on other rails',
        condition: 'approved',
        next: 'pending_settlement',
        events: ['payment.completed'],
        route: 'POST /charges',
        moves: ['approve'],
      },
      {
        state: 'pending_settlement',
        trigger: 'settlement',
        next: 'settled',
        events: ['payment.completed'],
        moves: ['complete'],
      },
      {
        state: 'pending_settlement',
        trigger: 'network rejection',
        next: 'failed',
        also: 'one of these two events, exactly',
        events: ['payment.failed'],
        moves: ['fail'],
      },
      {
        state: 'settled',
        trigger: 'dispute (chargeback or ACH return)',
        next: 'disputed',
        events: ['payment.disputed'],
        moves: ['dispute'],
      },
      {
        state: 'pending settlement (any rail)',
        trigger: 'void',
        condition: 'only while unsettled',
        next: 'voided',
        events: ['payment.voided'],
        route: 'POST /transactions/{id}/void',
        moves: ['void'],
      },
      {
        state: 'settled',
        trigger: 'refund',
        condition: 'full, or partial repeated up to the original amount',
        next: 'refunded or partially refunded',
        events: ['payment.refunded'],
        route: 'POST /transactions/{id}/refund',
        moves: ['refund', 'refund_part'],
      },
    ],
  },
  payout: {
    title: 'Payout',
    rows: [
      {
        state: '(none)',
        trigger: 'POST /payouts accepted',
        next: 'pending',
        events: ['payout.created'],
        route: 'POST /payouts',
        moves: ['create'],
      },
      {
        state: 'pending',
        trigger: 'approved and in transit',
        next: 'pending',
        events: ['payout.updated'],
        moves: ['transit'],
      },
      { state: 'pending', trigger: 'settlement', next: 'paid', events: ['payout.paid'], moves: ['pay'] },
      {
        state: 'pending',
        trigger: 'network rejection before settlement',
        next: 'failed',
        also: 'the reserve returns to the balance',
        events: ['payout.failed'],
        moves: ['fail'],
      },
      {
        state: 'paid',
        trigger: 'receiving bank returns it',
        next: 'paid',
        also: '`returned` true; `error_code` stays null',
        events: ['payout.returned'],
        moves: ['return'],
      },
    ],
  },
  payout_link: {
    title: 'Payout link',
    rows: [
      {
        state: '(none)',
        trigger: 'create, `type` directed',
        next: 'pending',
        also: 'amount plus fee is held; the recipient is emailed',
        route: 'POST /payout-links',
        moves: ['create'],
      },
      {
        state: '(none)',
        trigger: 'create, `type` request',
        next: 'active',
        route: 'POST /payout-links',
        moves: ['open'],
      },
      {
        state: 'pending',
        trigger: 'cancel',
        condition: 'directed',
        next: 'cancelled',
        also: 'held balance released',
        route: 'POST /payout-links/{id}/cancel',
        moves: ['cancel'],
      },
      {
        state: 'active',
        trigger: 'cancel',
        condition: 'request type',
        next: 'cancelled',
        also: 'held balance released',
        route: 'POST /payout-links/{id}/cancel',
        moves: ['cancel'],
      },
      {
        state: 'other',
        trigger: 'cancel',
        next: 'unchanged',
        route: 'POST /payout-links/{id}/cancel',
        moves: ['cancel'],
        refusal: 409,
      },
    ],
  },
  payout_request: {
    title: 'Payout request',
    rows: [
      {
        state: 'pending',
        trigger: 'approve',
        condition: 'balance sufficient',
        next: 'approved',
        also: 'money sent to the card captured at submit time',
        route: 'POST /payout-requests/{id}/approve',
        moves: ['approve'],
      },
      {
        state: 'pending',
        trigger: 'approve',
        condition: 'balance insufficient',
        next: 'pending',
        route: 'POST /payout-requests/{id}/approve',
        moves: ['approve'],
        refusal: 400,
      },
      {
        state: 'not pending',
        trigger: 'approve',
        next: 'unchanged',
        route: 'POST /payout-requests/{id}/approve',
        moves: ['approve'],
        refusal: 409,
      },
      {
        state: 'pending',
        trigger: 'reject',
        next: 'rejected',
        route: 'POST /payout-requests/{id}/reject',
        moves: ['reject'],
      },
      {
        state: 'not pending',
        trigger: 'reject',
        next: 'unchanged',
        route: 'POST /payout-requests/{id}/reject',
        moves: ['reject'],
        refusal: 409,
      },
    ],
  },
  subscription: {
    title: 'Subscription',
    rows: [
      {
        state: '(none)',
        trigger: 'create',
        condition: 'start_date absent or not in the future',
        next: 'active',
        also: 'first payment at once',
        events: ['subscription.created'],
        route: 'POST /subscriptions',
        moves: ['create'],
      },
      {
        state: '(none)',
        trigger: 'create',
        condition: 'start_date in the future',
        next: 'scheduled',
        also: 'no charge until the date',
        events: ['subscription.scheduled'],
        route: 'POST /subscriptions',
        moves: ['schedule'],
      },
      {
        state: 'scheduled',
        trigger: 'start date arrives',
        next: 'active',
        also: 'first charge',
        events: ['subscription.activated'],
        moves: ['activate'],
      },
      {
        state: 'active',
        trigger: 'automatic renewal succeeds',
        next: 'active',
        events: ['subscription.renewed'],
        moves: ['renew'],
      },
      {
        state: 'active',
        trigger: 'cancel',
        condition: 'default (not immediate)',
        next: 'active, cancellation pending for period end',
        events: ['subscription.cancel_scheduled'],
        route: 'POST /subscriptions/{id}/cancel',
        moves: ['schedule_cancel'],
      },
      {
        state: 'active',
        trigger: 'cancel',
        condition: '`immediate` true',
        next: 'cancelled',
        events: ['subscription.cancelled'],
        route: 'POST /subscriptions/{id}/cancel',
        moves: ['cancel'],
      },
      {
        state: 'cancellation pending',
        trigger: 'period end reached',
        next: 'cancelled',
        events: ['subscription.cancelled'],
        moves: ['end'],
      },
      {
        state: 'active',
        trigger: 'pause',
        next: 'paused',
        also: 'billing stops',
        events: ['subscription.paused'],
        route: 'POST /subscriptions/{id}/pause',
        moves: ['pause'],
      },
      {
        state: 'paused',
        trigger: 'resume',
        next: 'active',
        events: ['subscription.resumed'],
        route: 'POST /subscriptions/{id}/resume',
        moves: ['resume'],
      },
      {
        state: 'active with pending cancellation',
        trigger: 'resume',
        next: 'active',
        also: 'pending cancellation cleared',
        route: 'POST /subscriptions/{id}/resume',
        moves: ['keep'],
      },
    ],
  },
  three_ds: {
    title: '3-D Secure authentication',
    rows: [
      {
        state: '(none)',
        trigger: 'initialize',
        next: 'initialized',
        route: 'POST /three-ds/initialize',
        moves: ['initialize'],
      },
      {
        state: 'initialized',
        trigger: 'authenticate',
        condition: 'frictionless',
        next: 'terminal: Y, A, N, U or R',
        route: 'POST /three-ds/authenticate',
        moves: ['authenticate', 'attempt', 'deny', 'miss', 'reject'],
      },
      {
        state: 'initialized',
        trigger: 'authenticate',
        condition: 'challenge',
        next: 'not terminal, `challenge_required` true',
        route: 'POST /three-ds/authenticate',
        moves: ['challenge'],
      },
      {
        state: 'initialized',
        trigger: 'authenticate',
        condition: 'brand without acquirer profile',
        next: 'SKIPPED',
        route: 'POST /three-ds/authenticate',
        moves: ['skip'],
      },
      {
        state: 'challenged',
        trigger: 'the cardholder answers the challenge',
        next: 'terminal: Y, A, N, U or R',
        also: 'shown by POST /three-ds/finish',
        moves: ['approve', 'refuse', 'cancel'],
      },
    ],
  },
};

/** What the specification's words for a state are called in a lifecycle; every other word is one itself. */
export const stateWords: Readonly<Record<string, readonly string[]>> = {
  'unpaid invoice': list('draft sent viewed'),
  'pending settlement (any rail)': list('pending_settlement approved'),
  'refunded or partially refunded': list('refunded partially_refunded'),
  'active, cancellation pending for period end': ['cancellation_pending'],
  'cancellation pending': ['cancellation_pending'],
  'active with pending cancellation': ['cancellation_pending'],
  'terminal: Y, A, N, U or R': list('Y A N U R'),
  'not terminal, `challenge_required` true': ['challenged'],
  'not pending': list('approved rejected failed'),
};

/** The status values that the specification enumerates, by the noun of the lifecycle. */
export const specifiedStatuses: Readonly<Record<string, readonly string[]>> = {
  invoice: list('draft sent viewed processing paid void'),
  transaction: list('pending_settlement settled failed disputed'),
  dispute: list('new matched unmatched refunded accepted fighting response_submitted won lost expired'),
  payout: list('pending paid failed canceled'),
  payout_request: list('pending approved rejected failed'),
  three_ds: list('Y A N U R SKIPPED'),
};
