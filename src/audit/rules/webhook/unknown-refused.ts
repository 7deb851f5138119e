import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { type Finding, incomplete, pass, type Rule, violation } from '../../rule.ts';
import { underUnknownTypes } from '../../trial/trial-parts.ts';
import { ifAccepting } from './accepting-receiver.ts';

export const unknownRefused: Rule = {
  id: 'webhook/unknown-refused',
  level: 'warning',
  ways: ['probe', 'trial'],
  wrong: 'An event of an unknown type, about an unknown object or with an additional field is not answered 2xx.',
  why: 'The platform adds types and fields without notice. Each refused event is sent three times and counts as a failure of the endpoint, and an alarm goes off at night for an event that you do not need.',
  mend: 'Answer 200 to unknown events and ignore them; read the fields that you need and ignore the others.',
  says: 'Additive changes are made without changing existing fields (specification, "Versioning" 2).',
  trial: underUnknownTypes,
  probe: (answers) => ifAccepting(answers, () => judge(answers)),
};

const words = {
  unknown_type: 'an event of an unknown type',
  unknown_object: 'an event about an unknown object',
  added_field: 'an event with an additional field',
} as const;

function judge(answers: ProbeAnswers) {
  const kinds = ['unknown_type', 'unknown_object', 'added_field'] as const;
  const refused = kinds.filter((kind) => answers.refused(kind).length > 0);
  if (refused.length === 0) return pass;
  const findings = refused.map((kind): Finding => {
    const answer = answers.of(kind);
    return {
      message: `${answer.url} returned ${answerText(answer)} for ${words[kind]} (${answer.event_type}).`,
      where: answer.url,
      adversity: null,
      evidence: probeEvidence([answer]),
    };
  });
  // If an event can arrive before the response about its object, the receiver may ask for a retry.
  const isOnlyObject = refused.length === 1 && refused[0] === 'unknown_object' && isLater(answers.of('unknown_object'));
  return isOnlyObject
    ? incomplete(
        'The receiver requests a retry of an event about an unknown object, which is right if the event can arrive before its object',
        'check that this ends: after three attempts the platform sends nothing more',
        findings,
      )
    : violation(findings);
}

/** Whether a response asks for a retry, instead of rejecting the event. */
const isLater = ({ status }: { status: number | null }): boolean => status === 409 || status === 425 || status === 503;
