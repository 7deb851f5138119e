/**
 * What the specification says, typed from its tables by hand, to hold the interface description to: whatever is not
 * here is this emulator's own and must be marked as assumed.
 */

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/** "Endpoints": method, path, success status, refusals that the row names. */
export const specifiedRoutes: readonly string[] = `
GET /products 200 401
POST /products 201 400 403
GET /products/{id} 200 404
PATCH /products/{id} 200 404
POST /inventory/adjust 200 404 409
GET /invoices 200
POST /invoices 201 400 403
GET /invoices/{id} 200 404
POST /invoices/{id}/send 200 400 404
POST /invoices/{id}/void 200 400 404
GET /customers 200
POST /customers 201 400
GET /customers/{id} 200 404
PATCH /customers/{id} 200 404
GET /customers/{id}/payment-methods 200
POST /customers/{id}/payment-methods 201 400
DELETE /customers/{id}/payment-methods/{billingId} 200 400
POST /charges 201 400 402 409 503
POST /wallets/prepare 200 400
POST /wallets/wallet-a-session 200 400
GET /wallets/wallet-a/domains 200
POST /wallets/wallet-a/domains 201 400
DELETE /wallets/wallet-a/domains/{domain} 200 400
GET /transactions 200
GET /transactions/{id} 200 404
POST /transactions/{id}/void 200 400 404
POST /transactions/{id}/refund 200 400 404
GET /disputes 200
GET /disputes/{id} 200 404
GET /subscriptions 200
POST /subscriptions 201 400 404
GET /subscriptions/{id} 200 404
POST /subscriptions/{id}/cancel 200 404
POST /subscriptions/{id}/pause 200 400 404
POST /subscriptions/{id}/resume 200 400 404
POST /checkout-sessions 201 400 404
GET /checkout-sessions/{id} 200 404
GET /payouts 200
POST /payouts 200 400 409
GET /payouts/{id} 200 404
GET /payout-links 200
POST /payout-links 201 400 409
GET /payout-links/{id} 200 404
POST /payout-links/{id}/cancel 200 404 409
GET /payout-requests 200
GET /payout-requests/{id} 200 404
POST /payout-requests/{id}/approve 200 400 409
POST /payout-requests/{id}/reject 200 409
GET /balance 200 400
POST /account-checks 200 400
GET /tokenization-key 200 401
POST /tokens 200 400
POST /three-ds/initialize 200 400
POST /three-ds/authenticate 200 400
POST /three-ds/finish 200 400
GET /payment-links 200
GET /payment-links/{id} 200 404
GET /fulfillments 200 400 404
POST /fulfillments 200 400 404
GET /account 200 404
PATCH /account 200 400
GET /members 200
GET /storefronts 200
GET /pixels 200 404
PATCH /pixels 200 400
POST /blocks 200 400 403 404
GET /blocks 200 403
DELETE /blocks/{id} 200
`
  .trim()
  .split('\n');

/** "Conventions" 2: what is not wrapped in `data`. */
export const bareRoutes = [
  'GET /disputes/{id}',
  'GET /payment-links/{id}',
  'POST /fulfillments',
  'GET /account',
  'PATCH /account',
  'GET /pixels',
  'PATCH /pixels',
  'POST /blocks',
];

/** Routes whose answer has more than `data`, or is none of the resources. */
export const ownShapes = [
  'POST /customers',
  'GET /fulfillments',
  'POST /wallets/wallet-a-session',
  'DELETE /blocks/{id}',
];

const billing = 'billing_address_1 billing_address_2 billing_city billing_state billing_postal_code billing_country';

/** "Resources and their fields", by the name of the model: the fields that are named exactly. */
export const specifiedFields: Readonly<Record<string, readonly string[]>> = {
  PaymentToken: list('token card'),
  PaymentMethod: list('id object billing_id customer_vault_id payout_eligible type'),
  Customer: list(`id object email processor ${billing}`),
  Transaction: list(
    `id object status amount currency order_number customer_id processorType rail metadata wallet_type wallet_eci ${billing}`,
  ),
  Dispute: list(
    'id object dispute_id transaction_id kind status network reason reason_code amount currency card_last4 due_at sandbox',
  ),
  Payout: list(`
    id object payout_number amount currency status rail rtp_network card_last_four card_brand descriptor customer_id
    purpose refund_for_transaction_id reference_id error_code error_message returned returned_at return_code
    return_reason metadata livemode created_at updated_at`),
  Balance: list('object currency'),
};

/** "Endpoints": the fields of bodies and queries that are named exactly, by route. */
export const specifiedInputs: Readonly<Record<string, readonly string[]>> = {
  'POST /charges': list(`
    customer_id payment_method_id payment_token gateway_b_payment_method_id amount product_id line_items currency
    reference_id rail gateway email ${billing} return_url service_wallet wallet three_ds metadata`),
  'POST /payouts': list('amount customer_id payment_method_id payment_token bank_account rail reference_id metadata'),
  'POST /tokens': list('number exp_month exp_year cvv'),
  'POST /transactions/{id}/refund': list('amount'),
  'GET /customers': list('limit starting_after processor'),
  'GET /transactions': list('limit starting_after customer_id subscription_id'),
  'GET /disputes': list('limit starting_after status kind transaction_id'),
  'GET /payouts': list('limit starting_after customer_id status'),
  'GET /balance': list('currency'),
};

/** "Errors": statuses and their types. */
export const specifiedErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'card_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'idempotency_error',
  429: 'rate_limit_error',
  500: 'api_error',
};

export const specifiedCodes = list(`
  resource_missing parameter_missing blocked insufficient_funds domain_not_registered already_fulfilled app_required
  ACCOUNT_NOT_ELIGIBLE`);

/** "Limits" 3: requests a minute. */
export const specifiedLimits: Readonly<Record<string, number>> = {
  'POST /charges': 100,
  'POST /payouts': 30,
  'POST /tokens': 60,
  'POST /three-ds/authenticate': 20,
};

/** "Endpoints": the tables of the merchant API, and the first part of the paths that stand in each. */
export const specifiedSections: Readonly<Record<string, readonly string[]>> = {
  'Products and inventory': list('products inventory'),
  Invoices: list('invoices'),
  'Customers and payment methods': list('customers'),
  Charges: list('charges'),
  'Wallet routes': list('wallets'),
  Transactions: list('transactions'),
  Disputes: list('disputes'),
  Subscriptions: list('subscriptions'),
  'Checkout sessions': list('checkout-sessions'),
  'Payouts, payout links, payout requests, balance, account checks': list(
    'payouts payout-links payout-requests balance account-checks',
  ),
  'Tokens and 3-D Secure': list('tokenization-key tokens three-ds'),
  'Payment links, fulfillments, account, members, storefronts, pixels': list(
    'payment-links fulfillments account members storefronts pixels',
  ),
  'App routes': list('blocks oauth'),
};

/** "Authentication" 5, and the routes that name a scope. */
export const specifiedScopes: Readonly<Record<string, readonly string[]>> = {
  'inventory:write': ['POST /inventory/adjust'],
  'payment_links:read': ['GET /payment-links', 'GET /payment-links/{id}'],
  'fulfillments:read': ['GET /fulfillments'],
  'fulfillments:write': ['POST /fulfillments'],
  'account:read': ['GET /account'],
  'account:write': ['PATCH /account'],
  'members:read': ['GET /members'],
  'storefronts:read': ['GET /storefronts'],
  'pixels:read': ['GET /pixels'],
  'pixels:write': ['PATCH /pixels'],
};

/** "Failed charges". */
export const specifiedCategories = list(
  'declined insufficient_funds invalid_card cvc unsupported_card duplicate configuration gateway_unavailable unknown',
);

/** The values that the specification enumerates, by model and field. */
export const specifiedValues: Readonly<Record<string, readonly string[]>> = {
  'Customer.processor': list('gateway_a gateway_b debit_payouts'),
  'Invoice.status': list('draft sent viewed processing paid void'),
  'Transaction.status': list('pending_settlement settled failed disputed'),
  'Transaction.rail': list('card ach'),
  'Dispute.kind': list('alert_ethoca alert_cdrn alert_rdr chargeback tc40 ach_return reversal'),
  'Dispute.status': list('new matched unmatched refunded accepted fighting response_submitted won lost expired'),
  'Payout.status': list('pending paid failed canceled'),
  'PayoutLink.type': list('directed request'),
  'PayoutRequest.status': list('pending approved rejected failed'),
  'WalletPrepare.three_ds_reason': list('already_authenticated three_ds_disabled vault_disabled card_unavailable'),
  'ThreeDsResult.status': list('Y A N U R SKIPPED'),
  'Block.object_type': list('transaction customer subscription'),
  'CheckoutSession.email_field_mode': list('read_only'),
  'CheckoutSession.phone_field_mode': list('hidden'),
  'CheckoutSession.quick_checkout_behavior': list('on_load'),
};
