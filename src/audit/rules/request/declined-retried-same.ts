import { groupedBy } from '../../../core/base/maps.ts';
import { findingOfRequests } from '../../findings.ts';
import type { ObservedRequest } from '../../observed/observed-run.ts';
import { purposeOf, referenceOf } from '../../observed/same-request.ts';
import { type Finding, inapplicable, pass, type Rule, violation } from '../../rule.ts';

/** How often a declined charge may be retried unchanged, and the period in which retries count, in milliseconds. */
const mostTries = 2;
const counted = 24 * 3_600_000;

export const declinedRetriedSame: Rule = {
  id: 'request/declined-retried-same',
  level: 'warning',
  ways: ['lint'],
  wrong: 'A declined charge is retried with the same reference_id, or retried unchanged more than twice.',
  why: 'The reference is used up, so the retry is refused even if the card would now be accepted. Card schemes fine merchants for repeating declined charges.',
  fix: ({ call }) =>
    `After a 402, do not send ${call} again as it is: ask the buyer for another card, or to fix the problem; then charge with a new reference_id.`,
  source:
    'A 402 is a definite failure: retry only with a new reference_id once the customer has fixed the problem (specification, "Failed charges" 1).',
  lint: (record) => {
    const charges = record.of('charges.create', 'subscriptions.create');
    const declined = charges.filter(({ status }) => status === 402);
    if (declined.length === 0) {
      return inapplicable('No charge or subscription was declined', 'charge the test card 4000000000000002');
    }
    const findings = [...sameReference(charges, declined), ...unchanged(declined)];
    if (findings.length > 0) return violation(findings);
    return declined.some((first) => isRetried(charges, first))
      ? pass
      : inapplicable('No declined charge or subscription was retried', 'retry a charge that was declined');
  },
};

const nounOf = ({ operation }: ObservedRequest): string =>
  operation === 'subscriptions.create' ? 'subscription' : 'charge';

/** Whether a charge of the same amount for the same buyer followed, with whatever card. */
const isRetried = (charges: readonly ObservedRequest[], first: ObservedRequest): boolean =>
  charges.some(
    (later) =>
      later.received > first.answered &&
      later.body?.amount === first.body?.amount &&
      later.body?.customer_id === first.body?.customer_id,
  );

/** Retries with the reference of a declined charge. */
function sameReference(charges: readonly ObservedRequest[], declined: readonly ObservedRequest[]): Finding[] {
  const byReference = new Map(declined.map((asked) => [referenceOf(asked), asked] as const).reverse());
  return charges.flatMap((again) => {
    const reference = referenceOf(again);
    const first = reference === null ? undefined : byReference.get(reference);
    if (first === undefined || again.received < first.answered || again.view.replayed) return [];
    const message = `The ${nounOf(again)} ${reference} was declined, and retried with the same reference_id, which was answered ${again.status}.`;
    return [findingOfRequests([first, again], message)];
  });
}

/** Declined charges that were retried unchanged too often within a day. */
function unchanged(declined: readonly ObservedRequest[]): Finding[] {
  return [...groupedBy(declined, purposeOf).values()].flatMap((all) => {
    const [first] = all;
    const since = first!.at;
    const soon = all.filter(({ at }) => at - since < counted);
    if (soon.length - 1 <= mostTries) return [];
    const message = `The same ${nounOf(first!)} was declined ${soon.length} times within a day; only its reference_id changed.`;
    return [findingOfRequests(soon, message)];
  });
}
