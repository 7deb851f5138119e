import { counted } from '../../../core/base/terminal-text.ts';
import { markedAttempts } from '../../adversities/adversity-marks.ts';
import { isAnsweredAnyway } from '../../alibi.ts';
import { wasOpen } from '../../observed/deliveries.ts';
import { type DeliveryView, isBroughtAbout } from '../../observed/observed-run.ts';
import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { type Finding, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { combined, findingOf, noOccasion, overRuns } from '../../trial/judge-run.ts';
import type { Run } from '../../trial/run.ts';
import { underUnknownTypes } from '../../trial/trial-parts.ts';
import type { TrialRun } from '../../trial/trial-result.ts';
import { ifAccepting, isThereAfter } from './accepting-receiver.ts';

export const unknownRefused: Rule = {
  id: 'webhook/unknown-refused',
  level: 'warning',
  ways: ['probe', 'trial'],
  wrong: 'An event of an unknown type, about an unknown object or with an additional field is not answered 2xx.',
  why: 'The platform adds types and fields without notice. Each refused event is sent three times and counts as a failure of the endpoint, and an alarm goes off at night for an event that you do not need.',
  fix: ({ route }) =>
    `In ${route}, answer 200 to an event whose type or object you do not know, and do nothing; of other events, read the fields that you need and ignore the others.`,
  source: 'Additive changes are made without changing existing fields (specification, "Versioning" 2).',
  trial: (trial) =>
    combined(
      underUnknownTypes(trial),
      overRuns(trial, ['webhook-foreign'], ofUnknownObjects),
      overRuns(trial, ['other-product'], ofOtherProducts),
    ),
  probe: (answers) => ifAccepting(answers, () => judge(answers)),
};

const words = {
  unknown_type: 'an event of an unknown type',
  unknown_object: 'an event about an unknown object',
  without_metadata: 'an event about an unknown object without metadata',
  added_field: 'an event with an additional field',
} as const;

function judge(answers: ProbeAnswers) {
  const kinds = ['unknown_type', 'unknown_object', 'without_metadata', 'added_field'] as const;
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
  const isAboutObject = (kind: (typeof kinds)[number]) => kind === 'unknown_object' || kind === 'without_metadata';
  return refused.every((kind) => isAboutObject(kind) && isLater(answers.of(kind)))
    ? askedForRetry(findings)
    : violation(findings);
}

/** If an event can arrive before the response about its object, the receiver may ask for a retry. */
const askedForRetry = (findings: readonly Finding[]): Verdict =>
  incomplete(
    'The receiver requests a retry of an event about an unknown object, which is right if the event can arrive before its object',
    'check that this ends: after three attempts the platform sends nothing more',
    findings,
  );

/** Whether events about unknown objects, as of another product, are refused, although the genuine ones are not. */
function ofUnknownObjects(trialRun: TrialRun): Verdict {
  const { run, adversity, controls } = trialRun;
  const sent = run.record.deliveries.flatMap((delivery) => {
    const beside = markedAttempts(delivery, adversity.name).filter((attempt) => attempt.beside === true);
    return beside.map((attempt, at) => ({
      delivery,
      attempt,
      how: at % 2 === 0 ? 'with other metadata' : 'without metadata',
    }));
  });
  if (sent.length === 0) return noOccasion(trialRun);
  const refused = sent.filter(
    ({ delivery, attempt }) =>
      (attempt.status === null ? isThereAfter(run, delivery.url, attempt) : attempt.status >= 300) &&
      !isAnsweredAnyway(controls, run.record, delivery, attempt.status),
  );
  if (refused.length === 0) return pass;
  // An application that reads the object gets 404 here. The adversity other-product has objects that exist.
  const missing = run.record.requests.filter(
    ({ status, view }) => status === 404 && !isReadAnyway(controls, view.path),
  );
  const others = refused.filter(({ attempt }) => missing.every(({ received }) => !wasOpen(attempt, received)));
  const [first] = others;
  if (first === undefined) return pass;
  const { delivery, attempt, how } = first;
  const answer = attempt.status === null ? `not answered (${attempt.error})` : `answered ${attempt.status}`;
  const finding = findingOf(
    trialRun,
    delivery.event_type,
    `A ${delivery.event_type} about an object that the application does not know, ${how}, was ${answer}.`,
    {
      deliveries: [...new Set(others.map((each) => each.delivery))],
      requests: [],
      effects: false,
      state: [],
    },
  );
  return others.every((each) => isLater(each.attempt)) ? askedForRetry([finding]) : violation([finding]);
}

/** Whether events about objects of another product, which the application can read, are refused in each attempt. */
function ofOtherProducts(trialRun: TrialRun): Verdict {
  const { run, adversity } = trialRun;
  const { events, deliveries } = run.record;
  const foreign = new Set(events.filter((event) => isBroughtAbout(event, adversity.name)).map(({ id }) => id));
  const sent = deliveries.filter(({ event_id, attempts }) => foreign.has(event_id) && attempts.length > 0);
  const isRefused = ({ url, attempts }: DeliveryView): boolean =>
    attempts.every((attempt) => (attempt.status === null ? isThereAfter(run, url, attempt) : attempt.status >= 300));
  const refused = sent.filter(isRefused);
  const [first] = refused;
  if (first === undefined) return sent.some(({ status }) => status === 'delivered') ? pass : noOccasion(trialRun);
  const answers = [...new Set(first.attempts.map(({ status, error }) => String(status ?? error)))].join(', ');
  const many = counted(first.attempts.length, 'attempt');
  const message = `A ${first.event_type} about an object of another product, which the application can read but did not make, was answered ${answers} (${many}).`;
  const shown = { deliveries: refused, requests: [], effects: false, state: [] };
  const finding = findingOf(trialRun, first.event_type, message, shown);
  return refused.every(({ attempts }) => attempts.every(isLater)) ? askedForRetry([finding]) : violation([finding]);
}

/** Whether the application, or a user, also asks for this in a control run, in which no object is unknown. */
const isReadAnyway = (controls: readonly Run[], path: string): boolean =>
  controls.some(({ record }) => record.requests.some(({ view }) => view.path === path));

/** Whether a response asks for a retry, instead of rejecting the event. */
const isLater = ({ status }: { status: number | null }): boolean => status === 409 || status === 425 || status === 503;
