import { groupedBy } from '../../core/base/maps.ts';
import { findingOfRequests } from '../findings.ts';
import type { Fix } from '../fix.ts';
import type { Finding } from '../rule.ts';
import type { ObservedRequest, ObservedRun } from './observed-run.ts';
import { hasKeyOf, ordersIn, purposeOf, referenceOf } from './same-request.ts';

/** A repetition after this many milliseconds without a response counts as a repetition by an impatient caller. */
const patience = 900;
/** After this many milliseconds, a repetition without a reference can be another purchase. */
const soon = 60_000;

/** Writes that have a `reference_id`. */
const named: ReadonlySet<string> = new Set([
  'charges.create',
  'payouts.create',
  'payout_links.create',
  'subscriptions.create',
]);

/** The fix for repeated writes of an operation without `reference_id`; undefined if the operation has one. */
export const fixWithoutReference = (operation: string): Fix | undefined =>
  named.has(operation)
    ? undefined
    : ({ lastCall }) =>
        `Create an Idempotency-Key before the first attempt at ${lastCall}, store it, and send it with every attempt, because this call accepts no reference_id; or read the existing objects before you try again.`;

/**
 * Whether a repetition of the write could not be recognized: its operation accepts a reference_id, but the request
 * has none.
 */
export const lacksReference = (asked: ObservedRequest): boolean =>
  (asked.operation === 'charges.create' || asked.operation === 'payouts.create') && referenceOf(asked) === null;

/**
 * The selected charges, payouts and refunds with an unknown outcome, each with its repetition or null if there is
 * none.
 */
export function unknownOutcomes(record: ObservedRun, isMeant: (asked: ObservedRequest) => boolean): (Repeat | null)[] {
  const groups = [record.of('charges.create'), record.of('payouts.create'), record.of('transactions.refund')];
  const likes = new Map(groups.flatMap((all) => [...groupedBy(all, purposeOf)]));
  return groups
    .flatMap((all) => all.filter((asked) => isMeant(asked) && isUnanswered(asked)))
    .map((first) => repeatOf(record, first, likes.get(purposeOf(first)) ?? []));
}

/**
 * Whether the caller cannot know the outcome of a request: the connection was cut, the request failed, or the caller
 * did not wait.
 */
const isUnanswered = (asked: ObservedRequest): boolean =>
  asked.isUnknown || (asked.view.latency_ms > patience && asked.isAccepted);

/** A request with an unknown outcome, and the first later request for the same purpose that is a separate attempt. */
export interface Repeat {
  readonly first: ObservedRequest;
  readonly again: ObservedRequest;
  /** Whether both requests are certainly for the same purchase. */
  readonly isSure: boolean;
}

/** The repetition of a request with an unknown outcome; null if it was not repeated. */
function repeatOf(record: ObservedRun, first: ObservedRequest, like: readonly ObservedRequest[]): Repeat | null {
  const reference = referenceOf(first);
  const later = like.filter((asked) =>
    first.isUnknown ? asked !== first && asked.received >= first.answered : isGivenUp(first, asked),
  );
  // An application that repeats the same attempt handles this correctly. Then a different, similar request is another
  // purchase.
  if (later.some((asked) => hasKeyOf(asked, first) || (reference !== null && referenceOf(asked) === reference)))
    return null;
  const again = later[0];
  if (again === undefined) return null;
  const isRefund = first.operation === 'transactions.refund';
  if (isRefund) {
    // A second full refund is refused; a second partial refund succeeds.
    if (!again.isAccepted || first.body?.amount === undefined || hasLooked(record, first, again)) return null;
    return { first, again, isSure: true };
  }
  if (hasLooked(record, first, again)) return { first, again, isSure: false };
  return { first, again, isSure: isSamePurchase(first, again) };
}

const isGivenUp = (first: ObservedRequest, later: ObservedRequest): boolean =>
  later.received > first.received + patience && later.received < first.answered;

/** Whether, between the two requests, the application read which objects exist. */
function hasLooked(record: ObservedRun, first: ObservedRequest, again: ObservedRequest): boolean {
  const reads =
    first.operation === 'payouts.create' ? ['payouts.list', 'payouts.get'] : ['transactions.list', 'transactions.get'];
  return record.of(...reads).some(({ received }) => received > first.received && received < again.received);
}

function isSamePurchase(first: ObservedRequest, again: ObservedRequest): boolean {
  const [reference, other] = [referenceOf(first), referenceOf(again)];
  if (typeof first.body?.payment_token === 'string') return true;
  if (ordersIn(first).length > 0) return true;
  if (reference === null) return other === null && again.received - first.answered < soon;
  // `order-1` and `order-1-retry` are two attempts at one order; `order-1` and `order-2` may be two orders.
  if (other === null) return true;
  return (other.startsWith(reference) && /^[-_.:]/.test(other.slice(reference.length))) || isAttempt(reference, other);
}

const attemptWords = /[-_.:](?:retry|again|attempt|try)[-_.:]?\w*$/i;

/** Whether words in two references identify two attempts: `anna-try-one`, `anna-try-two`. */
function isAttempt(reference: string, other: string): boolean {
  const [stem, otherStem] = [reference, other].map((text) => text.replace(attemptWords, ''));
  return stem === otherStem && reference !== other;
}

/** The finding that a write was repeated although the first write may have succeeded. */
export function repeatFinding({ first, again }: Repeat): Finding {
  const operation = first.operation ?? '';
  const how = (asked: ObservedRequest) => {
    const reference = referenceOf(asked);
    return reference === null ? 'no reference_id' : `reference_id ${reference}`;
  };
  const end = first.isUnknown
    ? first.status === 0
      ? 'was cut off'
      : `was answered ${first.status}`
    : 'took longer than the caller waited';
  const message =
    operation === 'transactions.refund'
      ? `${first.view.method} ${first.path} ${end}, and the application made the same refund again without reading the transaction first.`
      : `${operation} with ${how(first)} ${end}, and the application repeated it with ${how(again)}, which was answered ${again.status}.`;
  return { ...findingOfRequests([first, again], message), fix: fixWithoutReference(operation) };
}
