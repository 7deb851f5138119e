import { markedAttempts } from '../adversities/adversity-marks.ts';
import { isAnsweredAnyway, isForAnother } from '../alibi.ts';
import { isTaken, trueAttempts, wasOpen } from '../observed/deliveries.ts';
import { areRepeated } from '../observed/effects.ts';
import type { DeliveryView, ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { fixWithoutReference } from '../observed/repeats.ts';
import { purposeOf } from '../observed/same-request.ts';
import { areApart, isOfScenario } from '../observed/scenario-requests.ts';
import {
  combine,
  type Finding,
  inapplicable,
  incomplete,
  type Level,
  pass,
  type Rule,
  type Verdict,
  violation,
} from '../rule.ts';
import { differenceText } from './difference-text.ts';
import { byComparison, combined, endOf, findingOf, noOccasion, overAllRuns, overFullRuns } from './judge-run.ts';
import { isBookedAsMade } from './refunds-booked.ts';
import { hasPassed, type Trial, type TrialRun } from './trial-result.ts';

/** The trial verdicts of rules that also judge in other ways. */

/** Whether the results of a run differ from the results of the control runs. */
const differs = ({ effects, state }: TrialRun): boolean => effects.less.length > 0 || (state ?? []).length > 0;

const under = (verdict: Verdict, { adversity }: TrialRun): Verdict => {
  const named = (findings: readonly Finding[]) =>
    findings.map((finding) => ({ ...finding, adversity: adversity.name }));
  return 'findings' in verdict ? { ...verdict, findings: named(verdict.findings) } : verdict;
};

/** The verdict of a rule on a run's record. */
const recorded = (run: TrialRun, { lint }: Pick<Rule, 'lint'>): Verdict => under(lint?.(run.run.record) ?? pass, run);

/** The same verdict, but certain instead of doubtful if the run differs. */
function ofRecord(run: TrialRun, rule: Pick<Rule, 'lint'>): Verdict {
  const verdict = recorded(run, rule);
  if (verdict.state !== 'incomplete' || !differs(run)) return verdict;
  // A repetition that came too early succeeded, so the difference is about something else.
  const findings = verdict.findings.filter((finding) => finding.isRepetition !== true);
  if (findings.length === 0) return verdict;
  return byComparison(
    findings.map((finding) => {
      const own = findingOf(run, finding.where, finding.message).evidence;
      const evidence = { ...finding.evidence, effects: own.effects, state: own.state };
      return { ...finding, evidence };
    }),
  );
}

/** The checks of a rule on runs with lost responses. */
interface LostAnswers {
  readonly lint: (record: ObservedRun) => Verdict;
  /** Whether a write concerns the rule, among the writes that were made more often than in the control runs. */
  readonly isMeant: (asked: ObservedRequest) => boolean;
  /** The level of such a write, if it differs from the level of the rule. */
  readonly level?: Level;
}

/** Whether a write was repeated as another write, because its response was lost or not awaited. */
export const underLostAnswers = (trial: Trial, { lint, isMeant, level }: LostAnswers): Verdict | null =>
  overFullRuns(
    trial,
    ['answer-lost', 'answer-unknown-charged', 'answer-unknown-failed', 'answer-slow', 'restart'],
    (run) => {
      const seen = under(lint(run.run.record), run);
      if (seen.state === 'violation') return seen;
      // A write with a different amount or payee has another purpose.
      const more = run.effects.more
        .filter(({ effects }) => areRepeated(effects, (one, other) => isForAnother(run.controls, one, other)))
        .flatMap(({ effects }) => effects)
        .filter(({ asked }) => isMeant(asked));
      if (more.length === 0) {
        if (seen.state !== 'inapplicable') return seen;
        return run.adversity.name === 'answer-slow' || run.run.restarted ? pass : seen;
      }
      return byComparison(
        [...new Set(more.map(({ operation }) => operation))].map((operation) => {
          const own = run.effects.more.filter(({ effects: [effect] }) => effect?.operation === operation);
          const ofOperation = { ...run, effects: { ...run.effects, more: own } };
          const lost = lostIn(run, operation);
          const message =
            lost === null
              ? `${differenceText(ofOperation)} The application repeated ${operation} after a lost or late response, although the first call had succeeded.`
              : `${differenceText(ofOperation)} The response to ${lost} was lost or late, and the application began again with ${operation}, which had succeeded.`;
          const finding = findingOf(ofOperation, operation, message, { state: [] });
          const fix = lost === null ? fixWithoutReference(operation) : fixOfBeginning(operation, lost);
          return { ...finding, fix, ...(level === undefined ? {} : { level }) };
        }),
      );
    },
  );

const noneIsMissing =
  'nothing was missing in the end; no change is needed if the user was told, who may have tried again';

/** The call whose response was lost or late, if it is another one than the call that was made again. */
function lostIn({ run: { record }, adversity: { name } }: TrialRun, operation: string): string | null {
  const lost = record.requests.flatMap(({ view, operation: on }) => (view.audit === name ? (on ?? []) : []));
  return lost.length === 0 || lost.includes(operation) ? null : lost[0]!;
}

const fixOfBeginning = (operation: string, lost: string): string =>
  `Store after each call how far you got. If the response to ${lost} is lost, repeat this call with the same Idempotency-Key, and not ${operation} before it.`;

/**
 * Whether refused writes were repeated. If some were made again too early, by the application or by its user, the
 * scenario does not leave a refusal that it knows of, and the others were given up.
 * @param lints the parts of the rule, each with its own findings
 */
export function underLimits(trial: Trial, lints: readonly ((record: ObservedRun) => Verdict)[]): Verdict | null {
  const adversity = 'rate-limited';
  const repeated = trial.runs.some(
    ({ adversity: { name }, run }) =>
      name === adversity && lints.flatMap((lint) => findingsIn(lint(run.record))).some(isMadeTooEarly),
  );
  return overFullRuns(trial, [adversity], (run) => {
    const verdict = combine(lints.map((lint) => ofRecord(run, { lint })));
    if (verdict.state === 'incomplete' && !differs(run)) return { ...verdict, nextStep: noneIsMissing };
    if (verdict.state !== 'violation') return verdict;
    const sure = verdict.findings.filter(
      (finding) => (repeated && isFirstAttempt(run, finding)) || !mayBeLeftToUser(run, finding),
    );
    return sure.length > 0
      ? { ...verdict, findings: sure.map((finding) => withBooks(trial, run, finding)) }
      : incomplete(
          'The application did not repeat a write that was refused with 429, and the scenario failed: either the application gave up, or it told its user to try again',
          'no change is needed if the user is told; to test more, have the scenario try again after such an answer',
          verdict.findings,
        );
  });
}

/** Whether a finding's write was not refused before: who repeats a write may stop after some attempts. */
function isFirstAttempt({ run: { record } }: TrialRun, { evidence }: Finding): boolean {
  const asked = record.requests.find(({ id }) => id === evidence.requests[0]?.id);
  return record.requests.every(
    (other) =>
      asked === undefined ||
      other.index >= asked.index ||
      other.status !== 429 ||
      purposeOf(other) !== purposeOf(asked),
  );
}

const isMadeTooEarly = ({ isRepetition }: Finding): boolean => isRepetition === true;

/**
 * Whether a user may have been told that a write was refused: it was not made for a delivery, and the scenario, which
 * acts as the user, failed. What is missing then follows from the failed scenario.
 */
function mayBeLeftToUser(run: TrialRun, { isCompared, evidence }: Finding): boolean {
  const { record } = run.run;
  const asked = record.requests.find(({ id }) => id === evidence.requests[0]?.id);
  const isForDelivery =
    asked !== undefined && trueAttempts(record).some(({ attempt }) => wasOpen(attempt, asked.received));
  return isCompared === true && !hasPassed(run) && !isForDelivery;
}

/** The finding that a refund was refused and not repeated, with what the application's books show about it. */
function withBooks(trial: Trial, trialRun: TrialRun, finding: Finding): Finding {
  const [shown] = finding.evidence.requests;
  const refused = trialRun.run.record.requests.find(({ id }) => id === shown?.id);
  if (refused === undefined || !isBookedAsMade(trial, trialRun, refused)) return finding;
  return {
    ...finding,
    message: `${finding.message} The application books the refund as completed.`,
    fix: 'Book a refund only after its response, or remove it from the books if the response is a refusal; and retry after the number of seconds in Retry-After.',
  };
}

const findingsIn = (verdict: Verdict): readonly Finding[] => ('findings' in verdict ? verdict.findings : []);

export function underFailedCalls(trial: Trial, rule: Rule): Verdict | null {
  const known = overFullRuns(trial, ['answer-failed'], (run) => ofRecord(run, rule));
  const runs = trial.runs.filter(({ adversity }) => adversity.name === 'read-failed');
  return combined(
    known,
    overAllRuns({ ...trial, runs }, (run) => ofRecord(run, rule), [known]),
  );
}

type Attempt = DeliveryView['attempts'][number];

/** The deliveries with attempts of a kind, and those of them with a response of a kind. */
export function answers(
  { run: { record }, adversity: { name }, controls }: TrialRun,
  isMeant: (attempt: Attempt) => boolean,
  isWrong: (attempt: Attempt) => boolean,
): { all: DeliveryView[]; wrong: DeliveryView[] } {
  const meant = (delivery: DeliveryView) => markedAttempts(delivery, name).filter(isMeant);
  const all = record.deliveries.filter((delivery) => meant(delivery).length > 0);
  const isNew = (delivery: DeliveryView) => (attempt: Attempt) =>
    isWrong(attempt) && (isTaken(attempt) || !isAnsweredAnyway(controls, record, delivery, attempt.status));
  return { all, wrong: all.filter((delivery) => meant(delivery).some(isNew(delivery))) };
}

const forgeryWords = {
  unsigned: 'without a signature',
  wrong_signature: 'with a wrong signature',
  altered: 'that was altered after signing',
  stale: 'that was signed an hour ago',
  future: 'that was signed an hour ahead',
} as const;

const isOfAnotherTime = (forgery: Attempt['forgery']): boolean => forgery === 'stale' || forgery === 'future';

export const underForgeries = (trial: Trial): Verdict | null =>
  overFullRuns(trial, ['webhook-forged'], (run) => {
    const isForged = ({ forgery }: Attempt) => forgery !== undefined && !isOfAnotherTime(forgery);
    const { verdict, all } = acceptedForgeries(run, isForged, null);
    if (verdict.state !== 'pass' || run.effects.more.length === 0) return verdict;
    return byComparison([
      findingOf(run, 'webhooks', 'Forged deliveries were refused, but had an effect.', { deliveries: all }),
    ]);
  });

export const underStale = (trial: Trial): Verdict | null =>
  overFullRuns(
    trial,
    ['webhook-forged'],
    (run) => acceptedForgeries(run, ({ forgery }) => isOfAnotherTime(forgery), []).verdict,
  );

/** Whether an address accepted forged deliveries. @param state the differences to show; null for those of the run */
function acceptedForgeries(run: TrialRun, isMeant: (attempt: Attempt) => boolean, state: readonly string[] | null) {
  const { all, wrong } = answers(run, isMeant, isTaken);
  const findings = [...new Set(wrong.map(({ url }) => url))].map((url) => {
    const deliveries = wrong.filter((each) => each.url === url);
    const taken = deliveries.flatMap(({ attempts }) => attempts.filter((each) => isMeant(each) && isTaken(each)));
    const kinds = [...new Set(taken.map(({ forgery }) => forgeryWords[forgery!]))];
    const message = `${url} answered 2xx to a delivery ${kinds.join(', and to one ')}.`;
    return findingOf(run, url, message, { deliveries, ...(state === null ? {} : { state }) });
  });
  const verdict = all.length === 0 ? noOccasion(run) : findings.length > 0 ? violation(findings) : pass;
  return { verdict, all };
}

export const underRespelling = (trial: Trial): Verdict | null =>
  overFullRuns(trial, ['webhook-respelled'], (run) => {
    const isMeant = ({ fault, signature }: Attempt) => fault === 'odd_bytes' && signature !== null;
    const refused = answers(run, isMeant, ({ status }) => status === 401 || status === 403);
    if (refused.all.length === 0) return noOccasion(run);
    if (refused.wrong.length > 0) {
      return violation([
        findingOf(
          run,
          refused.wrong[0]!.url,
          'A correctly signed delivery was refused because its JSON is formatted differently than JSON.stringify would format it: the application does not verify the raw body.',
          { deliveries: refused.wrong, state: [] },
        ),
      ]);
    }
    const doubtful = answers(run, isMeant, ({ status }) => status === 400);
    const [first] = doubtful.wrong;
    if (first === undefined) return pass;
    return incomplete(
      'A correctly signed delivery with other bytes for the same JSON was answered 400',
      'check whether the signature or the body is refused: in JSON, \\u00e9 is é',
      [
        findingOf(run, first.url, `${first.event_type} ${first.event_id}, correctly signed, was answered 400.`, {
          deliveries: doubtful.wrong,
          state: [],
        }),
      ],
    );
  });

/** Whether the application misses objects after the first page, if each page has one object. */
export const underShortPages = (trial: Trial): Verdict | null =>
  overFullRuns(trial, ['answer-grown'], (run) => {
    const { record } = run.run;
    const lists = record.requests.filter((asked) => asked.view.page?.has_more === true && !isOfScenario(record, asked));
    if (lists.length === 0) {
      return inapplicable(
        'The application read no list with more than one object',
        'have the application list more objects',
      );
    }
    const followed = new Set(
      record.requests.filter(({ view }) => view.path.includes('starting_after=')).map(({ path }) => path),
    );
    // A request with a limit of 1 gets everything that it asks for.
    const left = lists.filter(({ path, query }) => !followed.has(path) && query.get('limit') !== '1');
    const [first] = left;
    if (first === undefined) return pass;
    const found = (message: string) => findingOf(run, first.path, message, { requests: left });
    const unread = `${first.path} has a second page that the application did not request`;
    if (!differs(run)) {
      return incomplete(
        `The application did not request the second page of ${first.path}, but nothing differs: events or other reads may have supplied the rest`,
        'check what the list is used for: if it makes up for lost events, the application must read it to the end',
        [found(`${unread}.`)],
      );
    }
    if (hasPassed(run)) return byComparison([found(`${unread}, and the outcome differs.`)]);
    const finding = found(`${unread}, and the outcome differs. The scenario ${endOf(run)}.`);
    // A test that reads a list itself fails before it has done everything that it does in the control runs.
    return areApart(record)
      ? byComparison([finding])
      : incomplete(
          `${unread}, and the scenario failed: either the application or a test may have read the list`,
          'check who reads the list; have the test control the emulator and call the API from its own process',
          [finding],
        );
  });
