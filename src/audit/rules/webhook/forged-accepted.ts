import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { type Finding, pass, type Rule, violation } from '../../rule.ts';
import { underForgeries } from '../../trial/trial-parts.ts';
import { ifAccepting } from './accepting-receiver.ts';

export const forgedAccepted: Rule = {
  id: 'webhook/forged-accepted',
  level: 'error',
  ways: ['probe', 'trial'],
  wrong: 'A delivery that is unsigned, wrongly signed or altered after signing is answered 2xx.',
  why: 'Anyone who knows the address can claim that an order is paid, or how much was paid for it.',
  fix: ({ route }) =>
    `In ${route}, first compute the HMAC over the timestamp and the raw body with the secret of the endpoint, compare it in constant time with v1 of the Service-Signature header, and answer 401 if it differs or is missing.`,
  source: 'A receiver that fails verification should answer 401 (specification, "Authentication" 8).',
  trial: underForgeries,
  probe: (answers) => ifAccepting(answers, () => judge(answers)),
};

const words = {
  unsigned: 'without a signature',
  wrong_signature: 'signed with the wrong key',
  altered: 'with another amount than the signed one',
} as const;

function judge(answers: ProbeAnswers) {
  const kinds = ['unsigned', 'wrong_signature', 'altered'] as const;
  const taken = kinds.filter((kind) => answers.accepted(kind).length > 0);
  if (taken.length === 0) return pass;
  return violation(
    taken.map((kind): Finding => {
      const answer = answers.of(kind);
      return {
        message: `${answer.url} returned ${answerText(answer)} for ${answer.event_type} ${words[kind]}.`,
        where: answer.url,
        adversity: null,
        evidence: probeEvidence([answer]),
      };
    }),
  );
}
