import type { ObservedRun } from '../../observed/observed-run.ts';
import { lacksReference, repeatFinding, unknownOutcomes } from '../../observed/repeats.ts';
import { inapplicable, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { underLostAnswers } from '../../trial/trial-parts.ts';

export const retryWithNewReference: Rule = {
  id: 'request/retry-with-new-reference',
  level: 'error',
  ways: ['lint', 'trial'],
  wrong:
    'After an unknown outcome the same charge, payout, refund or other write is sent again as a new one: with another reference_id or Idempotency-Key, or with none.',
  why: 'The first one may have been performed. Then the second is an additional one: the buyer pays twice, the payee or the buyer gets the money twice.',
  mend: 'Store the reference_id before the first attempt and repeat with the same one until the answer is not 503. Before a refund is repeated, read the transaction, or send the same Idempotency-Key.',
  says: 'After a 503 the outcome is unknown: do not charge with a new reference_id, retry with the same one (specification, "Failed charges" 2).',
  trial: (trial) => underLostAnswers(trial, { lint, isMeant: (asked) => !lacksReference(asked) }),
  lint,
};

function lint(record: ObservedRun): Verdict {
  // request/no-reference covers writes without a reference.
  const judged = unknownOutcomes(record, (asked) => !lacksReference(asked));
  if (judged.length === 0) {
    return inapplicable(
      'No charge or payout with a reference_id, and no refund, ended with an unknown outcome',
      'npx payments-emulator faults add unavailable --on charges.create --times 1 (or answer_lost on payouts.create, transactions.refund)',
    );
  }
  const repeats = judged.filter((each) => each !== null);
  const sure = repeats.filter(({ isSure }) => isSure).map(repeatFinding);
  if (sure.length > 0) return violation(sure);
  if (repeats.length === 0) return pass;
  return incomplete(
    'After an unknown outcome a request like it was made under another reference, which may be another purchase',
    'name the order in metadata, so that two attempts at one are told from two orders; or run a trial: npx payments-emulator audit -- COMMAND',
    repeats.map(repeatFinding),
  );
}
