import { counted } from '../../../text.ts';
import { findingsBy } from '../../findings.ts';
import { type Asked, evidenceOf } from '../../record.ts';
import { inapplicable, pass, type Rule, violation } from '../../rule.ts';
import { metadataOf, referenceOf } from '../../same-request.ts';

export const unlinked: Rule = {
  id: 'request/unlinked',
  level: 'note',
  ways: ['lint'],
  wrong: "Neither metadata nor a reference_id ties a payment to the application's own order.",
  why: 'Where the answer or the database is lost, nobody can tell what a payment was for; a webhook that comes before the answer finds no order.',
  mend: "Send the order's id in metadata with every charge, session and payout; its events carry it.",
  says: 'Transactions, payouts, checkout sessions and charges carry metadata (specification, "Resources" 5).',
  lint: (record) => {
    const made = record.of('charges.create', 'payouts.create', 'checkout_sessions.create').filter(isJudged);
    if (made.length === 0) {
      return inapplicable('No payment was begun', 'let the application charge, pay out or make a checkout session');
    }
    const found = made.filter((asked) => referenceOf(asked) === null && Object.keys(metadataOf(asked)).length === 0);
    if (found.length === 0) return pass;
    return violation(
      findingsBy(
        found,
        ({ operation }) => operation ?? '',
        (all, operation) => ({
          message: `${counted(all.length, 'request')} of ${operation} had neither metadata nor a reference_id.`,
          evidence: evidenceOf({ requests: all.slice(0, 2) }),
        }),
      ),
    );
  },
};

/** What has no reference where one belongs is told by the rule for that. */
const isJudged = (asked: Asked): boolean =>
  asked.isAccepted &&
  (asked.operation === 'checkout_sessions.create' ||
    referenceOf(asked) !== null ||
    asked.view.idempotency_key !== null);
