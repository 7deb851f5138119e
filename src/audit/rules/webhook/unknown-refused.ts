import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { type Finding, incomplete, pass, type Rule, violation } from '../../rule.ts';
import { underUnknownTypes } from '../../trial/trial-parts.ts';
import { ifAccepting } from './accepting-receiver.ts';

export const unknownRefused: Rule = {
  id: 'webhook/unknown-refused',
  level: 'warning',
  ways: ['probe', 'trial'],
  wrong: 'An event of an unknown type, about an unknown object or with a further field is not answered 2xx.',
  why: 'The platform adds types and fields without notice. Each refused event is sent three times and counts as a failure of the endpoint, and an alarm goes off at night for something that nobody needs.',
  mend: 'Answer 200 to unknown events and ignore them; read the fields that you need and ignore the others.',
  says: 'Additive changes are made without changing existing fields (specification, "Versioning" 2).',
  trial: underUnknownTypes,
  probe: (answers) => ifAccepting(answers, () => judge(answers)),
};

const words = {
  unknown_type: 'an event of a type that it does not know',
  unknown_object: 'an event about an object that it does not know',
  added_field: 'an event with a further field',
} as const;

function judge(answers: ProbeAnswers) {
  const kinds = ['unknown_type', 'unknown_object', 'added_field'] as const;
  const refused = kinds.filter((kind) => answers.refused(kind).length > 0);
  if (refused.length === 0) return pass;
  const findings = refused.map((kind): Finding => {
    const answer = answers.of(kind);
    return {
      message: `${answer.url} answered ${words[kind]} (${answer.event_type}) with ${answerText(answer)}.`,
      where: answer.url,
      adversity: null,
      evidence: probeEvidence([answer]),
    };
  });
  // If an event may precede the answer about its object, the receiver may ask for a retry.
  const isOnlyObject = refused.length === 1 && refused[0] === 'unknown_object' && isLater(answers.of('unknown_object'));
  return isOnlyObject
    ? incomplete(
        'The receiver asks for an event about an unknown object again, which is right if the event may precede its object',
        'see that it ends: after three attempts nothing comes any more',
        findings,
      )
    : violation(findings);
}

/** Whether an answer asks for a retry, and does not call the event wrong. */
const isLater = ({ status }: { status: number | null }): boolean => status === 409 || status === 425 || status === 503;
