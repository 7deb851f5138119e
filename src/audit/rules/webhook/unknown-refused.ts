import { counted } from '../../../core/base/terminal-text.ts';
import { unknownType } from '../../../core/kernel/faults/faults.ts';
import { markedAttempts } from '../../adversities/adversity-marks.ts';
import { isAnsweredAnyway } from '../../alibi.ts';
import { isTaken, wasOpen } from '../../observed/deliveries.ts';
import { type DeliveryView, isBroughtAbout, type ObservedRun } from '../../observed/observed-run.ts';
import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, type Verdict, violation } from '../../rule.ts';
import { combined, findingOf, judgeRun, noOccasion, overRuns } from '../../trial/judge-run.ts';
import type { Run } from '../../trial/run.ts';
import type { StateDifference } from '../../trial/state.ts';
import { answers } from '../../trial/trial-parts.ts';
import type { Trial, TrialRun } from '../../trial/trial-result.ts';
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

/** Whether events of an unknown type are refused, or unknown fields change what the application does. */
const underUnknownTypes = (trial: Trial): Verdict | null =>
  overRuns(trial, ['webhook-unknown'], (run) => {
    const { all, wrong } = answers(
      run,
      ({ beside }) => beside === true,
      (attempt) => attempt.status !== null && !isTaken(attempt),
    );
    const { record } = run.run;
    if (record.deliveries.every((delivery) => markedAttempts(delivery, run.adversity.name).length === 0))
      return noOccasion(run);
    if (wrong.some((delivery) => getsAllTypes(record, delivery))) {
      return violation([
        findingOf(run, 'webhooks', 'An event of a type that does not exist yet was not answered 2xx.', {
          deliveries: wrong.filter((delivery) => getsAllTypes(record, delivery)),
          state: [],
        }),
      ]);
    }
    const grown = answers(
      run,
      ({ beside }) => beside !== true,
      ({ status }) => status !== null && status >= 400 && status < 500,
    );
    const [refused] = grown.wrong;
    if (refused !== undefined) {
      return violation([
        findingOf(
          run,
          'webhooks',
          `${refused.event_type} was answered ${refused.attempts[0]?.status} when it had unknown fields, inside and outside its data.`,
          { deliveries: grown.wrong, state: [] },
        ),
      ]);
    }
    // What an application does with an event that the platform would not send to it shows nothing.
    if (all.some((delivery) => !getsAllTypes(record, delivery))) return typesAreNamed;
    // An entry that names the unknown type only records that such an event came.
    const isRecord = ({ wanted, found }: StateDifference) =>
      wanted === undefined && JSON.stringify(found).includes(`"${unknownType}"`);
    const state = run.state?.filter((each) => !isRecord(each)) ?? null;
    const verdict = judgeRun(
      { ...run, state },
      {
        where: 'webhooks',
        message: () => 'Unknown fields in the payload of an event change what the application does.',
        scenarioTells: true,
        lackTells: true,
      },
    );
    return verdict.state === 'pass' && all.length === 0 ? typesAreNamed : verdict;
  });

const typesAreNamed = inapplicable(
  'Each endpoint that got events names their types, so that it would not get an event of an unknown type',
  'no change is needed; to test this, have an endpoint subscribe to all types',
);

/** Whether the endpoint of a delivery subscribes to all types, or is unknown. */
const getsAllTypes = ({ endpoints }: ObservedRun, { endpoint_id }: DeliveryView): boolean => {
  const endpoint = endpoints.find(({ id }) => id === endpoint_id);
  return endpoint === undefined || endpoint.events[0] === '*';
};

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
