import { findingsOfLacking } from '../../findings.ts';
import type { ObservedRun } from '../../observed/observed-run.ts';
import { lacksReference, repeatFinding, unknownOutcomes } from '../../observed/repeats.ts';
import { combine, type Finding, inapplicable, type Rule, type Verdict, verdictOf, violation } from '../../rule.ts';
import { underLostAnswers } from '../../trial/trial-parts.ts';

export const noReference: Rule = {
  id: 'request/no-reference',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong:
    'Charges or payouts are sent without a reference_id. If one of them is sent again after an unknown outcome, this is an error.',
  why: 'If the response is lost or the outcome is unknown, the application cannot repeat the request safely: a retry may take or send the money twice.',
  fix: ({ call }) =>
    `Send a reference_id with ${call}: create it before the first attempt (from the order, or random), store it with the order, and send it with every retry. An Idempotency-Key is not enough: it stores no unknown outcome.`,
  source: 'After a 503, the outcome is unknown: retry with the same reference_id (specification, "Failed charges" 2).',
  trial: (trial) => underLostAnswers(trial, { lint: madeAgain, isMeant: lacksReference, level: 'error' }),
  lint: (record) => {
    const made = withoutReference(record);
    return made.state === 'violation' ? combine([madeAgain(record), made]) : made;
  },
};

/** Writes that were repeated without a reference although the first write may have succeeded. */
function madeAgain(record: ObservedRun): Verdict {
  const found = unknownOutcomes(record, lacksReference).filter((repeat) => repeat?.isSure === true);
  return found.length === 0
    ? inapplicable(
        'No charge or payout without a reference_id ended with an unknown outcome',
        'no change is needed if every charge and payout has a reference_id',
      )
    : violation(found.map((repeat): Finding => ({ ...repeatFinding(repeat!), level: 'error' })));
}

function withoutReference(record: ObservedRun): Verdict {
  const made = record.of('charges.create', 'payouts.create').filter(({ status }) => status !== 400 && status !== 429);
  const judged = made.filter(({ body }) => body !== null);
  if (judged.length === 0) {
    return inapplicable('No charge or payout was made', 'have the application charge or pay out');
  }
  return verdictOf(findingsOfLacking(judged.filter(lacksReference), 'reference_id'));
}
