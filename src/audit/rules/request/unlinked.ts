import { findingsOfLacking } from '../../findings.ts';
import type { ObservedRequest } from '../../observed/observed-run.ts';
import { metadataOf, referenceOf } from '../../observed/same-request.ts';
import { inapplicable, type Rule, verdictOf } from '../../rule.ts';

export const unlinked: Rule = {
  id: 'request/unlinked',
  level: 'note',
  ways: ['lint'],
  wrong:
    "Payments are not linked to the application's own orders: a checkout session has no metadata, or a charge or payout has neither metadata nor a reference_id.",
  why: 'If the response or the database is lost, you cannot tell what a payment was for. A webhook that arrives before the response finds no order.',
  fix: ({ call }) => `Send the id of the order in the metadata of ${call}; its events carry it.`,
  source: 'Transactions, payouts, checkout sessions and charges carry metadata (specification, "Resources" 5).',
  lint: (record) => {
    const made = record.of(...payments).filter(({ isAccepted }) => isAccepted);
    if (made.length === 0) {
      return inapplicable(
        'No payment was made',
        'have the application create a checkout session, a charge or a payout',
      );
    }
    const loose = made.filter((asked) => Object.keys(metadataOf(asked)).length === 0 && referenceOf(asked) === null);
    const isSession = ({ operation }: ObservedRequest): boolean => operation === 'checkout_sessions.create';
    return verdictOf([
      ...findingsOfLacking(loose.filter(isSession), 'metadata'),
      ...findingsOfLacking(
        loose.filter((asked) => !isSession(asked)),
        'metadata and no reference_id',
      ),
    ]);
  },
};

const payments = ['checkout_sessions.create', 'charges.create', 'payouts.create'] as const;
