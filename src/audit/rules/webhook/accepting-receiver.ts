import type { DeliveryView } from '../../observed/observed-run.ts';
import { answerText, isAccepted, type ProbeAnswers } from '../../receiver/probe-answers.ts';
import { incomplete, type Verdict } from '../../rule.ts';
import type { Run } from '../../trial/run.ts';

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

/** Whether a receiver was still running after an attempt without a response. One that ends with its test is not. */
export const isThereAfter = (
  { record, outlived }: Run,
  at: string,
  { sent = 0, latency_ms, error }: DeliveryView['attempts'][number],
): boolean =>
  outlived ||
  record.deliveries.some(
    ({ url, attempts }) =>
      url === at &&
      attempts.some(
        (later) => (later.sent ?? 0) > sent + latency_ms && (later.status !== null || later.error === error),
      ),
  );
