/** "Public checkout client API": its rows, and whether the specification gives their path too. */
export const specifiedClientRoutes = [
  ['Load session', 'GET /api/checkout/{slug}'],
  ['Tokenize', 'POST /vault/{vaultId}/post', 'path assumed'],
  ['Pay', 'POST /api/checkout/{slug}/pay'],
  ['Address suggest', 'GET /api/checkout/address-suggest'],
  ['Address details', 'GET /api/checkout/address-details'],
  ['Client 3-D Secure 1', 'POST /api/vault/3ds/preflight'],
  ['Client 3-D Secure 2', 'POST /api/vault/3ds/create-card'],
  ['Client 3-D Secure 3', 'POST /api/vault/3ds/init'],
  ['Client 3-D Secure 4', 'POST /api/vault/3ds/authenticate'],
  ['Client 3-D Secure 5', 'POST /api/vault/3ds/finish'],
] as const;

/** "Pay responses", each with what tells it from the others. The names are those of what brings them about. */
export const specifiedPayAnswers = [
  ['paid', 'success', '200 success pending_settlement'],
  ['replayed', 'an identical request with the same key', '200 Idempotency-Replayed: true, one transaction'],
  ['declined', 'clean decline, claim released', '400 card_declined declined'],
  ['invalid', 'validation', '400 error only'],
  ['unauthenticated', '3-D Secure is needed', '402 3ds_required'],
  ['failed authentication', 'the token is no good', '402 3ds_failed'],
  ['gone', 'session unavailable', '404 error only'],
  ['in flight', 'same key still in flight', '409 duplicate_request'],
  ['reused', 'same key, different body', '422 idempotency_key_reused'],
  ['limited', 'rate limited', '429 Retry-After'],
  ['unknown', 'outcome unknown', '503'],
] as const;
export type PayAnswerName = (typeof specifiedPayAnswers)[number][0];

/** The other rules of the client API. The names are those of what tries them. */
export const specifiedClientRules = [
  ['no credential', 'the client API takes no credential', 'works without a key'],
  ['sdk', '`X-Service-SDK` is recorded on the transaction', 'ios/1.4.0'],
  ['malformed sdk', 'a malformed `X-Service-SDK` is ignored, never refused', '200, nothing recorded'],
  ['environment', 'an alias of the wrong environment is refused', '400'],
  ['authorization', 'a bank debit without `achAuthorized` true is refused', '400'],
  ['phone', '`phone` is required where the workspace says so', '400'],
  ['suggestions', 'address suggestions are empty where no provider is configured', 'empty'],
  ['client', '`clientMetadata`: what is malformed is dropped', 'web, no appId'],
] as const;
export type ClientRuleName = (typeof specifiedClientRules)[number][0];

/** "Limits" 5 and 6, the rows of the client API. */
export const specifiedClientNumbers = [
  ['5', 'pay', 'public pay endpoint a minute, for a client address and slug', 30],
  ['6', 'cardRef', 'lifetime of a 3-D Secure `cardRef`, minutes', 20],
  ['6', 'replay', 'idempotent replay window, hours', 24],
] as const;
export type ClientNumberName = (typeof specifiedClientNumbers)[number][1];
