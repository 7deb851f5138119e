/** What the specification says of events, outcomes, limits and keys, typed from its tables by hand, row by row. */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** One row of "Event types" with its row of "Payloads". */
export interface EventRow {
  readonly when: string;
  /** Fields that are always there. */
  readonly fields: readonly string[];
  /** Fields that are there only under a condition that the row names. */
  readonly sometimes?: readonly string[];
}

const payment = 'transaction_id amount currency';
const disputeFields = list(
  'dispute_id transaction_id kind status network reason reason_code amount currency card_last4 due_at sandbox',
);
const payoutFields = list(`
  id object payout_number amount currency status rail rtp_network card_last_four card_brand descriptor customer_id
  purpose refund_for_transaction_id reference_id error_code error_message returned returned_at return_code
  return_reason metadata livemode created_at updated_at`);
const begun = list('subscription_id customer_id product_id transaction_id amount currency metadata');

export const specifiedEvents: Readonly<Record<string, EventRow>> = {
  'payment.completed': {
    when: 'a payment is processed; on the debit-and-payouts rail at settlement, elsewhere at approval',
    fields: list(`${payment} status customer_email order_number source metadata`),
    sometimes: list('customer_id payment_link_id checkout_session_id processor rail subscription_ids'),
  },
  'payment.refunded': {
    when: 'a transaction is refunded, fully or partly',
    fields: list(`${payment} refunded_amount total_refunded payment_link_id`),
  },
  'payment.voided': { when: 'an unsettled transaction is voided', fields: list(`${payment} payment_link_id`) },
  'payment.failed': {
    when: 'a pending payment is rejected by the network',
    fields: list(`${payment} status rail error_code error_message processor`),
  },
  'payment.disputed': {
    when: 'a settled payment is charged back or ACH-returned',
    fields: list(`${payment} status rail dispute_kind dispute_code dispute_reason processor`),
  },
  'dispute.created': { when: 'a dispute or alert is received', fields: disputeFields },
  'dispute.updated': { when: 'a dispute changes status', fields: disputeFields },
  'dispute.evidence_submitted': { when: 'a chargeback response goes to the network', fields: disputeFields },
  'dispute.won': { when: 'a fought chargeback is decided for the merchant', fields: disputeFields },
  'dispute.lost': { when: 'a chargeback is decided for the cardholder', fields: disputeFields },
  'payout.created': { when: 'POST /payouts accepts a payout', fields: payoutFields },
  'payout.updated': { when: 'a payout is approved and in transit', fields: payoutFields },
  'payout.paid': { when: 'a payout settles', fields: payoutFields },
  'payout.failed': { when: 'the network rejects a payout before settlement', fields: payoutFields },
  'payout.returned': { when: 'the receiving bank sends back a settled ACH payout; once', fields: payoutFields },
  'subscription.created': { when: 'created through POST /subscriptions', fields: begun },
  'subscription.renewed': {
    when: 'automatic renewal charge succeeded',
    fields: list('subscription_id transaction_id amount currency'),
  },
  'subscription.cancel_scheduled': {
    when: 'cancellation set for period end',
    fields: list('subscription_id reason cancel_at'),
  },
  'subscription.cancelled': {
    when: 'cancelled, immediately or at the scheduled end',
    fields: list('subscription_id reason'),
  },
  'subscription.paused': { when: 'paused', fields: list('subscription_id') },
  'subscription.resumed': { when: 'a paused subscription resumed', fields: list('subscription_id') },
  'subscription.scheduled': {
    when: 'created with a future start_date',
    fields: list('subscription_id customer_id product_id start_date metadata'),
  },
  'subscription.activated': {
    when: 'a scheduled subscription reached its start date, was charged and became active',
    fields: begun,
  },
};

/** "Operation to event", and what "States and transitions" says of charges on other rails. */
export const specifiedCauses: readonly (readonly [route: string, type: string])[] = [
  ['POST /charges', 'payment.completed'],
  ['POST /transactions/{id}/void', 'payment.voided'],
  ['POST /transactions/{id}/refund', 'payment.refunded'],
  ['POST /payouts', 'payout.created'],
  ['POST /subscriptions', 'subscription.created'],
  ['POST /subscriptions', 'subscription.scheduled'],
  ['POST /subscriptions/{id}/cancel', 'subscription.cancel_scheduled'],
  ['POST /subscriptions/{id}/cancel', 'subscription.cancelled'],
  ['POST /subscriptions/{id}/pause', 'subscription.paused'],
  ['POST /subscriptions/{id}/resume', 'subscription.resumed'],
];

/** "Sandbox outcome triggers" 2: cents, and the code on `payout.failed`. */
export const specifiedPayoutFailures: Readonly<Record<number, string>> = {
  51: 'M001',
  52: 'M002',
  53: 'M003',
  54: 'M004',
  55: 'M005',
  56: 'M006',
  57: 'M007',
  58: 'M008',
  59: 'M009',
  60: 'M010',
  61: 'M011',
  62: 'M012',
  63: 'M013',
  64: 'M014',
  65: 'M015',
  66: 'M016',
  67: 'M017',
  68: 'M018',
  69: 'M019',
  72: 'M021',
};

/** "Sandbox outcome triggers" 3: cents, and the code on `payment.failed`. */
export const specifiedDebitFailures: Readonly<Record<number, string>> = { 19: 'D019', 21: 'M021', 22: 'D021' };

/** "Sandbox outcome triggers" 4. */
export const specifiedReturnCodes = list('R01 R02 R03 R04 R07 R08 R10 R16');
export const specifiedInstantCodes = list('AC04 AM04 NOAT');

/** "Limits": the rows with a number. The names are those of what measures them in the emulator. */
export const specifiedNumbers = [
  ['1', 'least', 'pagination `limit`, least', 1],
  ['1', 'most', 'pagination `limit`, most', 100],
  ['1', 'page', 'pagination `limit`, default', 10],
  ['3', 'POST /charges', 'POST /charges a minute', 100],
  ['3', 'POST /payouts', 'POST /payouts a minute', 30],
  ['3', 'POST /tokens', 'POST /tokens a minute', 60],
  ['3', 'POST /three-ds/authenticate', 'POST /three-ds/authenticate a minute', 20],
  ['4', 'new', 'tier `new`, times the base', 1],
  ['4', 'established', 'tier `established` (50 or more in 30 days), times the base', 3],
  ['4', 'scaled', 'tier `scaled` (500 or more), times the base', 8],
  ['4', 'high_volume', 'tier `high_volume` (5,000 or more), times the base', 20],
  ['6', 'token', 'lifetime of a payment token, minutes', 15],
  ['6', 'prepared', 'lifetime of a prepared wallet credential, minutes', 15],
  ['6', 'session', 'lifetime of a wallet_a merchant session, minutes', 5],
  ['7', 'timeout', 'webhook delivery timeout, seconds', 10],
  ['7', 'attempts', 'webhook attempts in all', 3],
  ['7', 'second attempt', 'wait before the second attempt, minutes', 5],
  ['7', 'third attempt', 'wait before the third attempt, minutes', 30],
  ['8', 'approval', 'payout request approval `amount`, least (cents)', 1],
  ['8', 'stock', 'inventory `quantity`, least', 0],
  ['9', 'shortest account', 'digits of a bank account number, least', 4],
  ['9', 'longest account', 'digits of a bank account number, most', 17],
] as const;
export type NumberName = (typeof specifiedNumbers)[number][1];

/** "Authentication": the rules for the merchant API. The names are those of what tries them in the emulator. */
export const specifiedRules = [
  ['1', 'no key', 'without a key', '401 authentication_error'],
  ['1', 'wrong key', 'with an invalid key', '401 authentication_error'],
  ['2', 'sk_live_', '`sk_live_`: secret, production, full access', 'live reads and writes'],
  ['2', 'sk_test_', '`sk_test_`: secret, sandbox', 'test reads and writes'],
  ['2', 'pk_live_', '`pk_live_`: publishable, production, reads and tokenizes', 'live reads and tokenizes'],
  ['2', 'pk_test_', '`pk_test_`: publishable, sandbox', 'test reads and tokenizes'],
  ['3', 'apart', 'the prefix selects the mode, at one base address', 'live and test apart'],
  ['4', 'publishable write', 'a write with a publishable key', '403 permission_error'],
  ['5', 'scoped', 'a scoped key on a route whose scope it lacks', '403 permission_error'],
  ['6', 'merchant key', 'a merchant key on an app route', '403 app_required'],
  ['6', 'app token', 'an app access token (`pat_`) from POST /oauth/token', 'pat_ works on /blocks'],
  ['8', 'signature', '`Service-Signature`: t, and v1 as lowercase hex HMAC-SHA256 of `<t>.<raw body>`', 'matches'],
] as const;
export type RuleName = (typeof specifiedRules)[number][1];
