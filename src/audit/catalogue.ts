import type { Rule } from './rule.ts';
import { fulfilledEarly } from './rules/async/fulfilled-early.ts';
import { fulfilledOnRedirect } from './rules/async/fulfilled-on-redirect.ts';
import { amountScale } from './rules/request/amount-scale.ts';
import { declinedRetriedSame } from './rules/request/declined-retried-same.ts';
import { modesMixed } from './rules/request/modes-mixed.ts';
import { noReference } from './rules/request/no-reference.ts';
import { pageNotFollowed } from './rules/request/page-not-followed.ts';
import { rateLimitIgnored } from './rules/request/rate-limit-ignored.ts';
import { retryWithNewReference } from './rules/request/retry-with-new-reference.ts';
import { stockOverwritten } from './rules/request/stock-overwritten.ts';
import { unknownFields } from './rules/request/unknown-fields.ts';
import { unlinked } from './rules/request/unlinked.ts';
import { endpointTwice } from './rules/webhook/endpoint-twice.ts';
import { failedButAcknowledged } from './rules/webhook/failed-but-acknowledged.ts';
import { forgedAccepted } from './rules/webhook/forged-accepted.ts';
import { ignored } from './rules/webhook/ignored.ts';
import { redirects } from './rules/webhook/redirects.ts';
import { slow } from './rules/webhook/slow.ts';
import { staleAccepted } from './rules/webhook/stale-accepted.ts';
import { unknownRefused } from './rules/webhook/unknown-refused.ts';
import { validRefused } from './rules/webhook/valid-refused.ts';

/** Every rule, as the manual and the reports list them. */
export const rules: readonly Rule[] = [
  forgedAccepted,
  staleAccepted,
  validRefused,
  unknownRefused,
  failedButAcknowledged,
  redirects,
  slow,
  endpointTwice,
  ignored,
  fulfilledEarly,
  fulfilledOnRedirect,
  retryWithNewReference,
  noReference,
  declinedRetriedSame,
  rateLimitIgnored,
  pageNotFollowed,
  amountScale,
  modesMixed,
  stockOverwritten,
  unknownFields,
  unlinked,
];
