import { type Asked, evidenceOf, type RunRecord } from '../../record.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, violation } from '../../rule.ts';
import { byPurpose, hasKeyOf, ordersIn, purposeOf, referenceOf } from '../../same-request.ts';
import { underLostAnswers } from '../../trial-parts.ts';

/** After how many milliseconds without an answer a repeat is one of somebody who gave up waiting. */
const patience = 900;
/** A repeat without any reference that comes later than this may be another purchase. In milliseconds. */
const soon = 60_000;

export const retryWithNewReference: Rule = {
  id: 'request/retry-with-new-reference',
  level: 'error',
  ways: ['lint', 'trial'],
  wrong:
    'After an unknown outcome the same charge, payout or refund is made again under another reference_id, or under none.',
  why: 'The first one may have been done. The second is then another: the buyer pays twice, the payee or the buyer gets the money twice.',
  mend: 'Store the reference_id before the first attempt and repeat with the same one until the answer is not 503. Before a refund is repeated, read the transaction, or send the same Idempotency-Key.',
  says: 'After a 503 the outcome is unknown: do not charge with a new reference_id, retry with the same one (specification, "Failed charges" 2).',
  trial: (trial) => underLostAnswers(trial, retryWithNewReference),
  lint: (record) => {
    const groups = [record.of('charges.create'), record.of('payouts.create'), record.of('transactions.refund')];
    const unknown = groups.flatMap((all) => unknownOutcomes(all));
    if (unknown.length === 0) {
      return inapplicable(
        'No charge, payout or refund ended with an unknown outcome',
        'emulator faults add unavailable --on charges.create --times 1 (or answer_lost on payouts.create, transactions.refund)',
      );
    }
    const likes = new Map(groups.flatMap((all) => [...byPurpose(all)]));
    const judged = unknown.map((first) => repeatOf(record, first, likes.get(purposeOf(first)) ?? []));
    const sure = judged.filter((each) => each?.isSure === true).map((each) => findingOf(each!));
    if (sure.length > 0) return violation(sure);
    const doubtful = judged.filter((each) => each !== null).map(findingOf);
    if (doubtful.length === 0) return pass;
    return incomplete(
      'After an unknown outcome a request like it was made under another reference, which may be another purchase',
      'name the order in metadata, so that two attempts at one are told from two orders; or run a trial: emulator audit -- COMMAND',
      doubtful,
    );
  },
};

/** Requests whose caller cannot know what became of them: cut off, failed, or not waited for. */
function unknownOutcomes(all: readonly Asked[]): Asked[] {
  return all.filter((asked) => asked.isUnknown || (asked.view.latency_ms > patience && asked.isAccepted));
}

interface Repeat {
  readonly first: Asked;
  readonly again: Asked;
  /** Whether it can be nothing else than the same purchase. */
  readonly isSure: boolean;
}

/** The first request for the same thing that is not the same attempt; null where there is none. */
function repeatOf(record: RunRecord, first: Asked, like: readonly Asked[]): Repeat | null {
  const reference = referenceOf(first);
  const later = like.filter((asked) =>
    first.isUnknown ? asked !== first && asked.received >= first.answered : isGivenUp(first, asked),
  );
  // Who repeats the attempt itself knows how to; what else is like it is another purchase.
  if (later.some((asked) => hasKeyOf(asked, first) || (reference !== null && referenceOf(asked) === reference)))
    return null;
  const again = later[0];
  if (again === undefined) return null;
  const isRefund = first.operation === 'transactions.refund';
  if (isRefund) {
    // The rest of a refund is refused the second time; a part of it is given back again.
    if (!again.isAccepted || first.body?.amount === undefined || hasLooked(record, first, again)) return null;
    return { first, again, isSure: true };
  }
  if (hasLooked(record, first, again)) return { first, again, isSure: false };
  return { first, again, isSure: isSamePurchase(first, again) };
}

const isGivenUp = (first: Asked, later: Asked): boolean =>
  later.received > first.received + patience && later.received < first.answered;

/** Whether the application read in between what there is. */
function hasLooked(record: RunRecord, first: Asked, again: Asked): boolean {
  const reads =
    first.operation === 'payouts.create' ? ['payouts.list', 'payouts.get'] : ['transactions.list', 'transactions.get'];
  return record.of(...reads).some(({ received }) => received > first.received && received < again.received);
}

function isSamePurchase(first: Asked, again: Asked): boolean {
  const [reference, other] = [referenceOf(first), referenceOf(again)];
  if (typeof first.body?.payment_token === 'string') return true;
  if (ordersIn(first).length > 0) return true;
  if (reference === null) return other === null && again.received - first.answered < soon;
  // `order-1` and `order-1-retry` are two attempts at one order; `order-1` and `order-2` may be two orders.
  return other === null || other.startsWith(`${reference}-`) || other.startsWith(`${reference}_`);
}

function findingOf({ first, again }: Repeat): Finding {
  const operation = first.operation ?? '';
  const how = (asked: Asked) => {
    const reference = referenceOf(asked);
    return reference === null ? 'no reference_id' : `reference_id ${reference}`;
  };
  const end = first.isUnknown
    ? first.status === 0
      ? 'was cut off'
      : `was answered ${first.status}`
    : 'was not waited for';
  return {
    message:
      operation === 'transactions.refund'
        ? `${first.view.method} ${first.path} ${end}, and the same refund was made again without a look at the transaction.`
        : `${operation} with ${how(first)} ${end}, and the same was made again with ${how(again)}, which was answered ${again.status}.`,
    where: operation,
    adversity: null,
    evidence: evidenceOf({ requests: [first, again] }),
  };
}
