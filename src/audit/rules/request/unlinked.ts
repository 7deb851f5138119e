import { findingsOfLacking } from '../../findings.ts';
import { inapplicable, pass, type Rule, violation } from '../../rule.ts';
import { metadataOf } from '../../same-request.ts';

export const unlinked: Rule = {
  id: 'request/unlinked',
  level: 'note',
  ways: ['lint'],
  wrong: "Nothing ties a checkout session to the application's own order: it has no metadata.",
  why: 'Where the answer or the database is lost, nobody can tell what a payment was for; a webhook that comes before the answer finds no order.',
  mend: "Send the order's id in metadata with every session; its events carry it.",
  says: 'Transactions, payouts, checkout sessions and charges carry metadata (specification, "Resources" 5).',
  lint: (record) => {
    // What has no reference where one belongs is told by the rule for that.
    const made = record.of('checkout_sessions.create').filter(({ isAccepted }) => isAccepted);
    if (made.length === 0) return inapplicable('No checkout session was made', 'let the application make one');
    const found = made.filter((asked) => Object.keys(metadataOf(asked)).length === 0);
    if (found.length === 0) return pass;
    return violation(findingsOfLacking(found, 'metadata'));
  },
};
