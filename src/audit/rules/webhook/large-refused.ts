import { markedAttempts } from '../../adversities/adversity-marks.ts';
import { isAnsweredAnyway } from '../../alibi.ts';
import { isTaken } from '../../observed/deliveries.ts';
import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { findingOf, noOccasion, overFullRuns } from '../../trial/judge-run.ts';
import type { TrialRun } from '../../trial/trial-result.ts';
import { ifAccepting, isThereAfter } from './accepting-receiver.ts';

export const largeRefused: Rule = {
  id: 'webhook/large-refused',
  level: 'warning',
  ways: ['probe', 'trial'],
  wrong: 'A correctly signed delivery is refused because its body is large (100 KB).',
  why: 'Metadata describes an order, and the platform adds fields. One day a body is larger than any that you tested; it is refused three times, and its event is lost.',
  fix: ({ route }) =>
    `Let ${route} accept bodies of 1 MB: raise the limits of its body parser, of the proxy in front of it, and of the column that stores the body.`,
  source:
    'The platform does not promise a maximum body size; additive changes are made without changing existing fields (specification, "Versioning" 2).',
  trial: (trial) => overFullRuns(trial, ['webhook-large'], judge),
  probe: (answers) => ifAccepting(answers, () => probed(answers)),
};

/** Statuses that refuse the body. A 5xx may come from the handler if the receiver accepts other deliveries. */
const refusals: readonly number[] = [400, 401, 403, 411, 413, 414, 422, 431];

function judge(trialRun: TrialRun): Verdict {
  const grown = trialRun.run.record.deliveries.flatMap((delivery) =>
    markedAttempts(delivery, trialRun.adversity.name).map((attempt) => ({ delivery, attempt })),
  );
  if (grown.length === 0) return noOccasion(trialRun);
  const taking = new Set(grown.filter(({ attempt }) => isTaken(attempt)).map(({ delivery }) => delivery.url));
  const refused = grown.filter(({ delivery, attempt }) => {
    const { url } = delivery;
    if (isAnsweredAnyway(trialRun.controls, trialRun.run.record, delivery, attempt.status)) return false;
    if (attempt.status === null) return isThereAfter(trialRun.run, url, attempt);
    return !isTaken(attempt) && (refusals.includes(attempt.status) || !taking.has(url));
  });
  const [first] = refused;
  if (first === undefined) return pass;
  const { url, event_type } = first.delivery;
  const answer = first.attempt.status === null ? `not at all (${first.attempt.error})` : `with ${first.attempt.status}`;
  return violation([
    findingOf(trialRun, url, `${url} answered a correctly signed 100 KB ${event_type} ${answer}.`, {
      requests: [],
      deliveries: [...new Set(refused.map(({ delivery }) => delivery))],
      effects: false,
      state: [],
    }),
  ]);
}

function probed(answers: ProbeAnswers): Verdict {
  const answer = answers.of('large');
  if (isTaken(answer)) return pass;
  return violation([
    {
      message: `${answer.url} returned ${answerText(answer)} for a correctly signed 100 KB ${answer.event_type}.`,
      where: answer.url,
      adversity: null,
      evidence: probeEvidence([answer]),
    },
  ]);
}
