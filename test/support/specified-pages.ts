/** What the specification says of pages, the browser SDK and the mobile SDK, and the test that shows it. */

/** The line of a table: what it is, where or how it is called, and a sentence of the test that shows it. */
export type Shown = readonly [row: string, what: string, test: string];

export const specifiedPages: readonly Shown[] = [
  ['hosted checkout', 'GET /pay/{slug}', 'test/browser/checkout.test.ts'],
  ['embedded checkout', 'GET /embed/{secret}', 'test/browser/embedded.test.ts'],
  ['wallets on the embedded checkout', 'GET /sdk/v1/wallet', 'test/browser/checkout-wallets.test.ts'],
  ['hosted invoice', 'GET /invoice/{slug}', 'test/browser/invoice.test.ts'],
  ['payout claim', 'GET /claim/{slug}', 'test/browser/claim.test.ts'],
  ['payout request form', 'GET /request/{slug}', 'test/browser/request.test.ts'],
  ['3-D Secure challenge', 'POST /acs/{id}', 'test/browser/acs.test.ts'],
  ['return from a challenge', 'POST /pay/{slug}/3ds', 'test/browser/checkout-three-ds.test.ts'],
];

/** Calls of the browser SDK, by the member that its public types must have. */
export const specifiedCalls: readonly Shown[] = [
  ['factory(publishableKey, options?)', 'PaymentsFactory', 'test/browser/sdk.test.ts'],
  ['options.apiBase', 'apiBase', 'test/browser/sdk.test.ts'],
  ['mountCheckout(target, opts)', 'mountCheckout', 'test/browser/sdk-checkout.test.ts'],
  ['mountCardInputs(target, opts?)', 'mountCardInputs', 'test/browser/sdk.test.ts'],
  ['createToken(cardData?)', 'createToken', 'test/browser/sdk.test.ts'],
  ['elements().mountWallets(target, opts)', 'mountWallets', 'test/browser/sdk-wallets.test.ts'],
  ['updateAmount(amount)', 'updateAmount', 'test/browser/sdk-wallets.test.ts'],
  ['threeDS().authenticate(opts)', 'authenticate', 'test/browser/sdk-three-ds.test.ts'],
  ['threeDS().cancel()', 'cancel', 'test/browser/sdk-three-ds.test.ts'],
  ['threeDS().reset()', 'reset', 'test/browser/sdk-three-ds.test.ts'],
  ['threeDS().getStatus()', 'getStatus', 'test/browser/sdk-three-ds.test.ts'],
];

/** Specification, "Client SDK error codes". */
export const specifiedSdkCodes: readonly string[] = [
  'invalid_fields',
  'billing_address_required',
  'contact_required',
  'three_ds_failed',
  'three_ds_cancelled',
  'three_ds_timeout',
  'declined',
  'session_expired',
  'session_invalid',
  'rate_limited',
  'network',
  'unknown',
  'vault_unavailable',
  'not_configured',
];
