import type { Rule } from './rule.ts';
import { failureIgnored } from './rules/async/failure-ignored.ts';
import { fulfilledEarly } from './rules/async/fulfilled-early.ts';
import { fulfilledOnRedirect } from './rules/async/fulfilled-on-redirect.ts';
import { localMonth } from './rules/async/local-month.ts';
import { lostDisputeKept } from './rules/async/lost-dispute-kept.ts';
import { paidAfterEnd } from './rules/async/paid-after-end.ts';
import { paidTwice } from './rules/async/paid-twice.ts';
import { amountFraction } from './rules/request/amount-fraction.ts';
import { amountScale } from './rules/request/amount-scale.ts';
import { amountUnchecked } from './rules/request/amount-unchecked.ts';
import { declinedRetriedSame } from './rules/request/declined-retried-same.ts';
import { deprecated } from './rules/request/deprecated.ts';
import { errorTakenForMissing } from './rules/request/error-taken-for-missing.ts';
import { modesMixed } from './rules/request/modes-mixed.ts';
import { noReference } from './rules/request/no-reference.ts';
import { pageNotFollowed } from './rules/request/page-not-followed.ts';
import { rateLimitIgnored } from './rules/request/rate-limit-ignored.ts';
import { refundBeyondLeft } from './rules/request/refund-beyond-left.ts';
import { retryWithNewReference } from './rules/request/retry-with-new-reference.ts';
import { secretInText } from './rules/request/secret-in-text.ts';
import { stockOverwritten } from './rules/request/stock-overwritten.ts';
import { unknownFields } from './rules/request/unknown-fields.ts';
import { unlinked } from './rules/request/unlinked.ts';
import { effectRepeated } from './rules/webhook/effect-repeated.ts';
import { endpointTwice } from './rules/webhook/endpoint-twice.ts';
import { failedButAcknowledged } from './rules/webhook/failed-but-acknowledged.ts';
import { forgedAccepted } from './rules/webhook/forged-accepted.ts';
import { ignored } from './rules/webhook/ignored.ts';
import { largeRefused } from './rules/webhook/large-refused.ts';
import { lostUpdate } from './rules/webhook/lost-update.ts';
import { neverReconciled } from './rules/webhook/never-reconciled.ts';
import { orderAssumed } from './rules/webhook/order-assumed.ts';
import { raceWithAnswer } from './rules/webhook/race-with-answer.ts';
import { redirects } from './rules/webhook/redirects.ts';
import { retryIgnored } from './rules/webhook/retry-ignored.ts';
import { slow } from './rules/webhook/slow.ts';
import { staleAccepted } from './rules/webhook/stale-accepted.ts';
import { unknownRefused } from './rules/webhook/unknown-refused.ts';
import { validRefused } from './rules/webhook/valid-refused.ts';

/** All rules, as the manual and the reports list them. */
export const rules: readonly Rule[] = [
  effectRepeated,
  forgedAccepted,
  staleAccepted,
  validRefused,
  unknownRefused,
  largeRefused,
  orderAssumed,
  lostUpdate,
  raceWithAnswer,
  failedButAcknowledged,
  retryIgnored,
  redirects,
  slow,
  endpointTwice,
  neverReconciled,
  ignored,
  failureIgnored,
  lostDisputeKept,
  paidAfterEnd,
  paidTwice,
  fulfilledEarly,
  fulfilledOnRedirect,
  localMonth,
  retryWithNewReference,
  noReference,
  declinedRetriedSame,
  rateLimitIgnored,
  pageNotFollowed,
  errorTakenForMissing,
  amountScale,
  amountFraction,
  amountUnchecked,
  refundBeyondLeft,
  modesMixed,
  secretInText,
  stockOverwritten,
  unknownFields,
  unlinked,
  deprecated,
];
