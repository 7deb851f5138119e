import { answerText, isAccepted, type ProbeAnswers } from '../../receiver/probe-answers.ts';
import { incomplete, type Verdict } from '../../rule.ts';

/** Judges a receiver that accepts a true delivery; the refusals of any other receiver say nothing. */
export function ifAccepting(answers: ProbeAnswers, judge: () => Verdict): Verdict {
  const valid = answers.of('valid');
  return isAccepted(valid)
    ? judge()
    : incomplete(
        `${valid.url} answers a true delivery with ${answerText(valid)}`,
        'start the receiver, give it the secret of this endpoint, and let it answer 2xx to correctly signed deliveries',
      );
}
