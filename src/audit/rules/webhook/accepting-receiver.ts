import { answerText, isAccepted, type ProbeAnswers } from '../../receiver/probe-answers.ts';
import { incomplete, type Verdict } from '../../rule.ts';

/** Judges a receiver that accepts a genuine delivery. Refusals by any other receiver prove nothing. */
export function ifAccepting(answers: ProbeAnswers, judge: () => Verdict): Verdict {
  const valid = answers.of('valid');
  return isAccepted(valid)
    ? judge()
    : incomplete(
        `${valid.url} returned ${answerText(valid)} for a genuine delivery`,
        'start the receiver, give it the secret of this endpoint, and return 2xx for correctly signed deliveries',
      );
}
