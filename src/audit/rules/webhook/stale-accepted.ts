import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { type Finding, pass, type Rule, violation } from '../../rule.ts';
import { underStale } from '../../trial/trial-parts.ts';
import { ifAccepting } from './accepting-receiver.ts';

export const staleAccepted: Rule = {
  id: 'webhook/stale-accepted',
  level: 'warning',
  ways: ['probe', 'trial'],
  wrong: 'A correctly signed delivery with a timestamp that is an hour old, or an hour ahead, is answered 2xx.',
  why: 'Anyone who has read a delivery, in a log or in transit, can send it again at any time.',
  fix: ({ route }) =>
    `In ${route}, compare t of the Service-Signature header with the clock of the machine, and answer 401 if they differ by more than a few minutes, in either direction.`,
  source: 'The signature covers the time at which it was created, t (specification, "Authentication" 8).',
  trial: underStale,
  probe: (answers) => ifAccepting(answers, () => judge(answers)),
};

function judge(answers: ProbeAnswers) {
  const taken = answers.accepted('stale', 'future');
  if (taken.length === 0) return pass;
  return violation(
    taken.map(
      (answer): Finding => ({
        message: `${answer.url} returned ${answerText(answer)} for ${answer.event_type} signed an hour ${answer.kind === 'stale' ? 'ago' : 'ahead'}.`,
        where: answer.url,
        adversity: null,
        evidence: probeEvidence([answer]),
      }),
    ),
  );
}
