import type { ObservedRun } from '../../observed/observed-run.ts';
import { lacksReference, repeatFinding, unknownOutcomes } from '../../observed/repeats.ts';
import { inapplicable, incomplete, type Rule, type Verdict, verdictOf } from '../../rule.ts';
import { underLostAnswers } from '../../trial/trial-parts.ts';

export const retryWithNewReference: Rule = {
  id: 'request/retry-with-new-reference',
  level: 'error',
  ways: ['lint', 'trial'],
  wrong:
    'After an unknown outcome, the application sends the same charge, payout, refund or other write as a new one: with another reference_id or Idempotency-Key, or without one.',
  why: 'The first write may have succeeded. Then the second is an additional one: the buyer pays twice, or the payee or the buyer receives the money twice.',
  fix: ({ call }) =>
    `Store the reference_id before the first attempt at ${call}, or the Idempotency-Key of a call that accepts no reference_id, and send the same one with every attempt until the response is not 503.`,
  source:
    'After a 503, the outcome is unknown: do not charge with a new reference_id; retry with the same one (specification, "Failed charges" 2).',
  trial: (trial) => underLostAnswers(trial, { lint, isMeant: (asked) => !lacksReference(asked) }),
  lint,
};

function lint(record: ObservedRun): Verdict {
  // request/no-reference covers writes without a reference.
  const judged = unknownOutcomes(record, (asked) => !lacksReference(asked));
  if (judged.length === 0) {
    return inapplicable(
      'No refund, and no charge or payout with a reference_id, ended with an unknown outcome',
      'run npx payments-emulator faults add unavailable --on charges.create --times 1 (or answer_lost on payouts.create or transactions.refund)',
    );
  }
  const repeats = judged.filter((each) => each !== null);
  const sure = repeats.filter(({ isSure }) => isSure).map(repeatFinding);
  const doubt = incomplete(
    'A request with another reference followed a similar request with an unknown outcome, and may be another purchase',
    'name the order in the metadata, so that two attempts at one order differ from two orders; or run a trial: npx payments-emulator audit -- COMMAND',
    repeats.map(repeatFinding),
  );
  return verdictOf(sure, doubt);
}
